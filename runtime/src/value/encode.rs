//! The trait of types that are written as JSON, and the encoder that writes the text. Objects and arrays are
//! written member by member, without a tree in between.

use std::io::Write as _;

use crate::json::Json;
use crate::value::Map;

/// A type that can be written as JSON.
///
/// ```
/// use toolwright::generated::*;
///
/// struct Pet {
///     name: String,
///     age: Option<u8>,
/// }
///
/// impl Encode for Pet {
///     fn encode(&self, out: &mut Encoder) {
///         let mut object = out.open_object();
///         object.field("name", &self.name);
///         object.field("age", &self.age);
///         object.close();
///     }
/// }
///
/// let mut out = Encoder::new();
/// let pet = Pet { name: "Rex".to_owned(), age: None };
/// assert!(pet.age.is_absent() && pet.age.is_optional());
/// assert!(!pet.name.is_optional());
/// pet.encode(&mut out);
/// assert_eq!(out.into_text(), r#"{"name":"Rex"}"#);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type that can be written as JSON",
    note = "add `#[derive(toolwright::ToolOutput)]` to it, or use `toolwright::Json` for any value"
)]
pub trait Encode {
    /// Writes the value.
    fn encode(&self, out: &mut Encoder);

    /// Whether there is nothing to write at all.
    fn is_absent(&self) -> bool {
        false
    }

    /// Whether values of the type may be absent: what is optional may be left out of a request, and what is not must not
    /// vanish from it.
    fn is_optional(&self) -> bool {
        false
    }
}

/// Writes JSON text.
///
/// ```
/// use toolwright::value::{Encode, Encoder};
///
/// let mut out = Encoder::new();
/// vec!["a".to_owned(), "b".to_owned()].encode(&mut out);
/// assert_eq!(out.into_text(), r#"["a","b"]"#);
/// ```
///
/// A type of one's own writes one value:
///
/// ```
/// use toolwright::value::Encoder;
///
/// let mut out = Encoder::new();
/// let mut object = out.open_object();
/// object.member("id").integer(7);
/// object.member("size").unsigned(u64::MAX);
/// object.member("weight").number(2.0);
/// object.member("alive").boolean(true);
/// object.member("name").string("Rex");
/// object.member("owner").null();
/// object.member("tags").array(&["a".to_owned()]);
/// object.member("extra").json(&serde_json::json!({"a": 1}));
/// object.close();
/// assert_eq!(
///     out.into_text(),
///     r#"{"id":7,"size":18446744073709551615,"weight":2,"alive":true,"name":"Rex","#.to_owned()
///         + r#""owner":null,"tags":["a"],"extra":{"a":1}}"#
/// );
/// ```
#[derive(Debug, Default)]
pub struct Encoder {
    text: Vec<u8>,
}

/// Writes the members of one JSON object.
///
/// ```
/// use serde_json::json;
/// use toolwright::{Map, value::Encoder};
///
/// let others: Map<i64> = [("rank".to_owned(), 2)].into_iter().collect();
/// let mut out = Encoder::new();
/// let mut object = out.open_object();
/// object.field("name", &"Rex");
/// object.field("born", &None::<i64>);
/// object.field_or_null("died", &None::<i64>);
/// object.member("age").integer(3);
/// object.flatten(&json!({"tag": "small"}));
/// object.rest(&others);
/// object.close();
/// assert_eq!(out.into_text(), r#"{"name":"Rex","died":null,"age":3,"tag":"small","rank":2}"#);
/// ```
#[derive(Debug)]
pub struct ObjectEncoder<'a> {
    out: &'a mut Encoder,
}

impl Encoder {
    /// An encoder that has written nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// What was written.
    pub fn into_text(self) -> String {
        String::from_utf8(self.text).unwrap_or_default()
    }

    /// Writes `null`.
    pub fn null(&mut self) {
        self.push_raw("null");
    }

    /// Writes `true` or `false`.
    pub fn boolean(&mut self, value: bool) {
        self.push_raw(if value { "true" } else { "false" });
    }

    /// Writes a string.
    pub fn string(&mut self, value: &str) {
        self.push_string(value);
    }

    /// Writes an integer.
    pub fn integer(&mut self, value: i64) {
        let _ = write!(self.text, "{value}");
    }

    /// Writes an integer above `i64::MAX`.
    pub fn unsigned(&mut self, value: u64) {
        let _ = write!(self.text, "{value}");
    }

    /// Writes a number, without a fraction where it has none; `null` if it is not finite.
    pub fn number(&mut self, value: f64) {
        // 2^53: up to here every whole `f64` is exact, and is written without a fraction.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if value.fract() == 0.0 && value.abs() <= EXACT {
            let _ = write!(self.text, "{value:.0}");
        } else {
            self.json(&serde_json::Number::from_f64(value).map_or(Json::Null, Json::Number));
        }
    }

    /// Writes any JSON value.
    pub fn json(&mut self, value: &Json) {
        let _ = serde_json::to_writer(&mut self.text, value);
    }

    /// Writes an array.
    pub fn array<T: Encode>(&mut self, items: &[T]) {
        self.push_raw("[");
        for item in items {
            self.push_separator(b'[');
            item.encode(self);
        }
        self.push_raw("]");
    }

    /// Starts an array whose items have types of their own, which is to be
    /// [closed](ArrayEncoder::close).
    ///
    /// ```
    /// let mut out = toolwright::value::Encoder::new();
    /// let mut array = out.open_array();
    /// array.item(&1);
    /// array.item(&"one");
    /// array.close();
    /// assert_eq!(out.into_text(), r#"[1,"one"]"#);
    /// ```
    pub fn open_array(&mut self) -> ArrayEncoder<'_> {
        self.push_raw("[");
        ArrayEncoder { out: self }
    }

    /// Starts an object, which is to be [closed](ObjectEncoder::close).
    pub fn open_object(&mut self) -> ObjectEncoder<'_> {
        self.push_raw("{");
        ObjectEncoder { out: self }
    }

    /// Writes a comma, unless the last byte is the one that `opened` the array or object.
    fn push_separator(&mut self, opened: u8) {
        if self.text.last() != Some(&opened) {
            self.text.push(b',');
        }
    }

    #[inline(never)]
    fn push_raw(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }

    fn push_string(&mut self, text: &str) {
        // serde_json looks each byte up and writes in pieces; most strings have nothing to escape.
        if text
            .bytes()
            .all(|byte| byte >= b' ' && !matches!(byte, b'"' | b'\\'))
        {
            self.text.reserve(text.len() + 2);
            self.text.push(b'"');
            self.text.extend_from_slice(text.as_bytes());
            self.text.push(b'"');
        } else {
            let _ = serde_json::to_writer(&mut self.text, text);
        }
    }
}

/// Writes the items of one JSON array.
///
/// ```
/// let mut out = toolwright::value::Encoder::new();
/// let mut array = out.open_array();
/// array.item(&52.5);
/// array.item(&"north");
/// array.close();
/// assert_eq!(out.into_text(), r#"[52.5,"north"]"#);
/// ```
#[derive(Debug)]
pub struct ArrayEncoder<'a> {
    out: &'a mut Encoder,
}

impl ArrayEncoder<'_> {
    /// Writes an item.
    pub fn item(&mut self, value: &dyn Encode) {
        self.out.push_separator(b'[');
        value.encode(self.out);
    }

    /// Ends the array.
    pub fn close(self) {
        self.out.push_raw("]");
    }
}

impl ObjectEncoder<'_> {
    /// Writes a member, unless its value is absent.
    pub fn field(&mut self, name: &str, value: &dyn Encode) {
        if !value.is_absent() {
            self.field_or_null(name, value);
        }
    }

    /// Writes a member; `null` where its value is absent.
    pub fn field_or_null(&mut self, name: &str, value: &dyn Encode) {
        value.encode(self.member(name));
    }

    /// Writes the name of a member, whose value comes next.
    pub fn member(&mut self, name: &str) -> &mut Encoder {
        self.out.push_separator(b'{');
        self.out.string(name);
        self.out.push_raw(":");
        self.out
    }

    /// Writes the members of another object among those of this one. What is no object has none.
    pub fn flatten(&mut self, value: &dyn Encode) {
        let mut part = Encoder::new();
        value.encode(&mut part);
        let text = part.into_text();
        let members = text
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'));
        if let Some(members) = members.filter(|members| !members.is_empty()) {
            self.out.push_separator(b'{');
            self.out.push_raw(members);
        }
    }

    /// Ends the object.
    pub fn close(self) {
        self.out.push_raw("}");
    }

    /// Writes the members that the spec does not name.
    pub fn rest<T: Encode>(&mut self, members: &Map<T>) {
        for (name, value) in members {
            self.field(name, value);
        }
    }
}

impl<T: Encode> Encode for Option<T> {
    fn encode(&self, out: &mut Encoder) {
        match self {
            Some(value) => value.encode(out),
            None => out.null(),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn is_optional(&self) -> bool {
        true
    }
}

impl<T: Encode> Encode for Box<T> {
    fn encode(&self, out: &mut Encoder) {
        T::encode(self, out);
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn encode(&self, out: &mut Encoder) {
        out.array(self);
    }
}
