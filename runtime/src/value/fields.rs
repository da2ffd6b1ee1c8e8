//! The members of an object while a struct takes them one by one. Members that are left at the end are violations,
//! unless the type keeps or ignores them.

use crate::json::Json;
use crate::schema::Literal;
use crate::value::cursor::Value;
use crate::value::{Cursor, Decode, Map};

/// The members of a JSON object, in any order.
///
/// ```
/// use serde_json::json;
/// use toolwright::value::{Cursor, Fields, Members};
///
/// let members: Members = vec![("limit".to_owned(), json!(10))];
/// let mut cursor = Cursor::new();
/// let limit: Option<i64> = Fields::new(members, &mut cursor).take("limit");
/// assert_eq!(limit, Some(10));
/// ```
pub type Members = Vec<(String, Json)>;

/// The members of a JSON object, to be taken one by one into a struct.
///
/// ```
/// use serde_json::json;
/// use toolwright::generated::*;
///
/// let arguments = json!({"id": 7, "force": true, "name": "Rex", "colour": "red"});
/// let arguments = arguments.as_object().cloned().unwrap_or_default();
/// let mut cursor = Cursor::new();
/// let mut fields = Fields::new(arguments, &mut cursor);
/// let id: i64 = fields.take("id");
/// let limit: i64 = fields.take_or("limit", &Literal::Int(10));
/// assert_eq!((id, limit), (7, 10));
/// assert!(fields.has_member("force"));
/// fields.skip_member("force");
/// let others: Map<String> = fields.take_additional_properties();
/// assert_eq!(others.get("colour"), Some(&"red".to_owned()));
/// fields.close();
/// assert!(fields.is_ok());
/// ```
#[derive(Debug)]
pub struct Fields<'c> {
    cursor: &'c mut Cursor,
}

impl<'c> Fields<'c> {
    /// The members of an object which stands where `cursor` is.
    pub fn new(members: impl IntoIterator<Item = (String, Json)>, cursor: &'c mut Cursor) -> Self {
        cursor.enter_members(members.into_iter().collect());
        Self { cursor }
    }

    /// The members of the object that is the value at `cursor`.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::generated::*;
    ///
    /// struct Pet {
    ///     name: String,
    /// }
    ///
    /// impl Decode for Pet {
    ///     fn decode(at: &mut Cursor) -> Self {
    ///         let mut fields = Fields::open(at);
    ///         let decoded = Self { name: fields.take("name") };
    ///         fields.close();
    ///         decoded
    ///     }
    /// }
    ///
    /// let mut cursor = Cursor::new();
    /// let body = json!({"name": "Rex", "age": 3});
    /// let mut fields = Fields::new([("pet".to_owned(), body)], &mut cursor);
    /// assert_eq!(fields.take::<Pet>("pet").name, "Rex");
    /// assert_eq!(cursor.violations()[0].pointer, "/pet");
    /// ```
    pub fn open(cursor: &'c mut Cursor) -> Self {
        cursor.enter_object();
        Self { cursor }
    }

    /// Takes the member `name`.
    #[inline(never)]
    pub fn take<T: Decode>(&mut self, name: &'static str) -> T {
        self.cursor.go_to_member(name);
        T::decode(self.cursor)
    }

    /// Takes all members that are left as one value: a body whose properties stand beside the
    /// parameters.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::value::{Cursor, Fields, Json};
    ///
    /// let mut cursor = Cursor::new();
    /// let arguments = [("id".to_owned(), json!(7)), ("name".to_owned(), json!("Rex"))];
    /// let mut fields = Fields::new(arguments, &mut cursor);
    /// let id: i64 = fields.take("id");
    /// let body: Json = fields.take_rest();
    /// assert_eq!((id, body), (7, json!({"name": "Rex"})));
    /// ```
    pub fn take_rest<T: Decode>(&mut self) -> T {
        self.cursor.go_to_rest();
        T::decode(self.cursor)
    }

    /// Takes all members that are left as an optional value: `None` when none are left.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::value::{Cursor, Fields, Json};
    ///
    /// let mut cursor = Cursor::new();
    /// let mut fields = Fields::new([("id".to_owned(), json!(7))], &mut cursor);
    /// let _: i64 = fields.take("id");
    /// assert_eq!(fields.take_rest_if_any::<Json>(), None);
    /// ```
    pub fn take_rest_if_any<T: Decode>(&mut self) -> Option<T> {
        if self.cursor.has_no_members() {
            return None;
        }
        Some(self.take_rest())
    }

    /// Takes all members that are left, by name (`additionalProperties`).
    pub fn take_additional_properties<T: Decode>(&mut self) -> Map<T> {
        Map::from_remaining_members(self.cursor)
    }

    /// Whether there is a member `name` that was not taken.
    pub fn has_member(&self, name: &str) -> bool {
        self.cursor.has_member(name)
    }

    /// Takes the member `name`, or decodes `default` where there is none.
    pub fn take_or<T: Decode>(&mut self, name: &'static str, default: &Literal) -> T {
        if self.cursor.has_member(name) {
            return self.take(name);
        }
        self.cursor.put_value(Value::Json(default.to_json()));
        T::decode(self.cursor)
    }

    /// Takes those of the members that are left which `T` has a place for.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::generated::*;
    /// use toolwright::ToolInput;
    ///
    /// /// Part of many arguments.
    /// #[derive(ToolInput)]
    /// struct Page {
    ///     limit: i64,
    /// }
    ///
    /// let mut cursor = Cursor::new();
    /// let arguments = [("name".to_owned(), json!("Rex")), ("limit".to_owned(), json!(5))];
    /// let mut fields = Fields::new(arguments, &mut cursor);
    /// let page: Page = fields.take_flattened();
    /// let name: String = fields.take("name");
    /// assert_eq!((page.limit, name.as_str()), (5, "Rex"));
    /// ```
    pub fn take_flattened<T: Decode>(&mut self) -> T {
        self.cursor.go_to_part();
        T::decode(self.cursor)
    }

    /// Goes to the member `name`.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::value::{Cursor, Fields};
    ///
    /// let mut cursor = Cursor::new();
    /// let mut fields = Fields::new([("id".to_owned(), json!(7))], &mut cursor);
    /// assert_eq!(fields.member("id").value(), Some(json!(7)));
    /// ```
    pub fn member(&mut self, name: &'static str) -> &mut Cursor {
        self.cursor.go_to_member(name);
        self.cursor
    }

    /// Drops the member `name`, which was looked at before.
    pub fn skip_member(&mut self, name: &'static str) {
        let _ = self.cursor.has_member(name) && self.take::<Json>(name).is_null();
    }

    /// Ends an object that may have members which its type has no place for.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::generated::*;
    ///
    /// struct Event {
    ///     id: i64,
    /// }
    ///
    /// impl Decode for Event {
    ///     fn decode(at: &mut Cursor) -> Self {
    ///         let mut fields = Fields::open(at);
    ///         let decoded = Self { id: fields.take("id") };
    ///         fields.close_ignoring_rest();
    ///         decoded
    ///     }
    /// }
    ///
    /// let mut cursor = Cursor::new();
    /// let body = json!({"id": 1, "new": "from a later version"});
    /// let event: Event = Fields::new([("event".to_owned(), body)], &mut cursor).take("event");
    /// assert_eq!(event.id, 1);
    /// assert!(cursor.violations().is_empty());
    /// ```
    pub fn close_ignoring_rest(&mut self) {
        self.cursor.leave_frame_ignoring_rest();
    }

    /// Notes every member that was not taken: it has no place in the type, and nothing is dropped
    /// in silence.
    pub fn close(&mut self) {
        self.cursor.leave_frame();
    }

    /// Whether a handler is to be started with what was taken: everything fitted, and it was not taken to see that alone.
    #[cfg(feature = "server")]
    pub(crate) fn may_start_handler(&self) -> bool {
        self.is_ok() && !self.cursor.is_dry_run()
    }

    /// Whether everything taken so far fitted.
    pub fn is_ok(&self) -> bool {
        self.cursor.violations().is_empty()
    }
}
