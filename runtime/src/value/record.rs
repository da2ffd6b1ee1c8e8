use crate::value::{Fields, ObjectEncoder};

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
            #[inline(never)]
            fn decode(at: &mut $crate::value::Cursor) -> Self {
                let mut fields = $crate::value::Fields::open(at);
                let record = $crate::value::Record::decode(&mut fields);
                fields.finish();
                record
            }
        }

        impl $crate::value::Encode for $type {
            #[inline(never)]
            fn encode(&self, out: &mut $crate::value::Encoder) {
                let mut object = out.open_object();
                $crate::value::Record::encode(self, &mut object);
                object.close();
            }
        }
    };
}
