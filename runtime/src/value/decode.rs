//! The trait of types that JSON is decoded into, for `Option`, `Box` and `Vec`.

use crate::value::Cursor;

/// A type that an argument can be decoded into.
///
/// Decoding runs after validation, so it fails only where a Rust type is narrower than its schema
/// (an integer beyond `i64`, say). It notes the failure at the cursor and returns some value in
/// its place, which nobody gets to see; so a decoder needs no way out in the middle of a struct.
///
/// ```
/// use serde_json::json;
/// use toolwright::generated::*;
///
/// struct Pet {
///     name: String,
///     age: Option<u8>,
/// }
///
/// impl Decode for Pet {
///     fn decode(at: &mut Cursor) -> Self {
///         let mut fields = Fields::open(at);
///         let decoded = Self {
///             name: fields.take("name"),
///             age: fields.take("age"),
///         };
///         fields.close();
///         decoded
///     }
/// }
///
/// let mut cursor = Cursor::new();
/// let body = json!({"name": "Rex", "age": 300});
/// let mut fields = Fields::new([("pet".to_owned(), body)], &mut cursor);
/// let pet: Pet = fields.take("pet");
/// assert_eq!(pet.name, "Rex");
/// assert_eq!(cursor.violations()[0].pointer, "/pet/age");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type that JSON can be decoded into",
    note = "add `#[derive(toolwright::ToolInput)]` to it, or use `toolwright::Json` for any value"
)]
pub trait Decode: Sized {
    /// Whether `null` is a value of the type.
    const TAKES_NULL: bool = false;

    /// Whether it might be one: an enum may have an alternative for it. Where it can't, `null` in the
    /// place of an `Option` of the type means that there is none.
    const MAY_TAKE_NULL: bool = Self::TAKES_NULL;

    /// Decodes the value at a cursor. That it is absent is a violation, unless the type has a
    /// notion of absence.
    fn decode(at: &mut Cursor) -> Self;
}

impl<T: Decode> Decode for Option<T> {
    fn decode(at: &mut Cursor) -> Self {
        if at.is_absent_option::<T>() {
            return None;
        }
        Some(T::decode(at))
    }
}

impl<T: Decode> Decode for Box<T> {
    const TAKES_NULL: bool = T::TAKES_NULL;
    const MAY_TAKE_NULL: bool = T::MAY_TAKE_NULL;

    fn decode(at: &mut Cursor) -> Self {
        Box::new(T::decode(at))
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(at: &mut Cursor) -> Self {
        let mut items = Self::with_capacity(at.enter_array());
        while at.go_to_next() {
            items.push(T::decode(at));
        }
        at.leave_frame();
        items
    }
}
