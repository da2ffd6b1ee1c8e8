use crate::value::{Cursor, Json, Members};

/// A type that an argument can be decoded into.
///
/// Decoding runs after validation, so it fails only where a Rust type is narrower than its schema
/// (an integer beyond `i64`, say). It notes the failure at the cursor and returns some value in
/// its place, which nobody gets to see; so a decoder needs no way out in the middle of a struct.
pub trait Decode: Sized {
    /// Decodes a value.
    fn decode(value: Json, at: &mut Cursor) -> Self;

    /// Decodes an object from its members.
    #[inline]
    fn decode_members(members: Members, at: &mut Cursor) -> Self {
        Self::decode(Json::Object(members.into_iter().collect()), at)
    }

    /// What an absent value is; a violation unless the type has a notion of absence.
    fn absent(at: &mut Cursor) -> Self {
        at.violation("is required");
        at.muted(|at| Self::decode(Json::Null, at))
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(value: Json, at: &mut Cursor) -> Self {
        Some(T::decode(value, at))
    }

    fn absent(_: &mut Cursor) -> Self {
        None
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode(value: Json, at: &mut Cursor) -> Self {
        Box::new(T::decode(value, at))
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(value: Json, at: &mut Cursor) -> Self {
        match value {
            Json::Array(items) => items
                .into_iter()
                .enumerate()
                .map(|(index, item)| at.at_index(index, |at| T::decode(item, at)))
                .collect(),
            _ => {
                at.violation("is not an array");
                Self::new()
            }
        }
    }
}
