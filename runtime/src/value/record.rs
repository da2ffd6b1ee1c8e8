use crate::value::{Cursor, Fields, Json, Members, ObjectEncoder};

/// A struct that is a JSON object.
pub trait Record: Sized {
    /// Takes the members from `fields`. What does not fit is noted there.
    fn decode(fields: &mut Fields<'_>) -> Self;

    /// Writes the members.
    fn encode(&self, object: &mut ObjectEncoder<'_>);
}

/// Decodes and encodes a [`Record`].
#[macro_export]
macro_rules! record {
    ($type:ident) => {
        impl $crate::value::Decode for $type {
            fn decode(value: $crate::Json, at: &mut $crate::value::Cursor) -> Self {
                $crate::value::decode_record(value, at)
            }

            fn decode_members(
                members: $crate::value::Members,
                at: &mut $crate::value::Cursor,
            ) -> Self {
                $crate::value::decode_record_members(members, at)
            }
        }

        impl $crate::value::Encode for $type {
            fn encode(&self, out: &mut $crate::value::Encoder) {
                out.object(|object| $crate::value::Record::encode(self, object));
            }
        }
    };
}

#[doc(hidden)]
pub fn decode_record<T: Record>(value: Json, at: &mut Cursor) -> T {
    match value {
        Json::Object(members) => decode_record_members(members.into_iter().collect(), at),
        _ => {
            at.violation("is not an object");
            at.muted(|at| T::decode(&mut Fields::of(Members::new(), at)))
        }
    }
}

#[doc(hidden)]
pub fn decode_record_members<T: Record>(members: Members, at: &mut Cursor) -> T {
    let mut fields = Fields::of(members, at);
    let record = T::decode(&mut fields);
    fields.finish();
    record
}
