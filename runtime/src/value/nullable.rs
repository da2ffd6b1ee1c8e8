//! A value that may be `null`, which is not the same as absent.

use crate::value::{Cursor, Decode, Encode, Encoder};

/// A value that may be `null`, as distinct from one that may be absent (`Option`).
///
/// ```
/// use serde_json::json;
/// use toolwright::Nullable;
/// use toolwright::value::{Cursor, Fields};
///
/// let mut cursor = Cursor::new();
/// let mut fields = Fields::new([("born".to_owned(), json!(null))], &mut cursor);
/// let born: Option<Nullable<String>> = fields.take("born");
/// let died: Option<Nullable<String>> = fields.take("died");
/// assert_eq!((born, died), (Some(Nullable::Null), None));
/// assert_eq!(Nullable::Value(7).as_ref(), Some(&7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Nullable<T> {
    /// `null`
    #[default]
    Null,
    /// Any other value.
    Value(T),
}

impl<T> Nullable<T> {
    /// The value, unless it is `null`.
    pub fn as_ref(&self) -> Option<&T> {
        match self {
            Self::Null => None,
            Self::Value(value) => Some(value),
        }
    }
}

impl<T> From<Option<T>> for Nullable<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

impl<T> From<Nullable<T>> for Option<T> {
    fn from(value: Nullable<T>) -> Self {
        match value {
            Nullable::Null => None,
            Nullable::Value(value) => Some(value),
        }
    }
}

impl<T: Decode> Decode for Nullable<T> {
    const TAKES_NULL: bool = true;

    fn decode(at: &mut Cursor) -> Self {
        if at.take_null() || at.is_tolerated_absence() {
            return Self::Null;
        }
        Self::Value(T::decode(at))
    }
}

impl<T: Encode> Encode for Nullable<T> {
    fn encode(&self, out: &mut Encoder) {
        match self {
            Self::Null => out.null(),
            Self::Value(value) => value.encode(out),
        }
    }
}
