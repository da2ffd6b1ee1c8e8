use crate::value::{Cursor, Fields, Json, ObjectEncoder};

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
    let Json::Object(members) = value else {
        at.violation("is not an object");
        return at.muted(|at| T::decode(&mut Fields::new(serde_json::Map::new(), at)));
    };
    let mut fields = Fields::new(members, at);
    let record = T::decode(&mut fields);
    fields.finish();
    record
}
