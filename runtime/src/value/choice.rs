use crate::schema::Schema;
use crate::value::{Cursor, Encoder, Json};

/// An enum whose variants are the alternatives of a `oneOf` or `anyOf`.
pub trait Choice: Sized {
    /// The schema of each alternative, in the order of the variants.
    const SCHEMAS: &'static [&'static Schema];

    /// The property that says which alternative a value is, where the spec has a discriminator.
    const TAG: Option<Tag> = None;

    /// The alternative that decodes a value which is none of them; such a value was reported.
    const FALLBACK: usize = 0;

    /// Decodes a value as the given alternative.
    fn decode(variant: usize, value: Json, at: &mut Cursor) -> Self;

    /// Writes the value.
    fn encode(&self, out: &mut Encoder);
}

/// A discriminator: the property, and its values for each alternative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Name of the property.
    pub property: &'static str,
    /// Values of the property, one list for each alternative.
    pub values: &'static [&'static [&'static str]],
}

impl Tag {
    fn variant(&self, value: &Json) -> Option<usize> {
        let tag = value.get(self.property)?.as_str()?;
        self.values.iter().position(|names| names.contains(&tag))
    }
}

/// Decodes and encodes a [`Choice`].
#[macro_export]
macro_rules! choice {
    ($type:ident) => {
        impl $crate::value::Decode for $type {
            fn decode(value: $crate::Json, at: &mut $crate::value::Cursor) -> Self {
                $crate::value::decode_choice(value, at)
            }
        }

        impl $crate::value::Encode for $type {
            fn encode(&self, out: &mut $crate::value::Encoder) {
                $crate::value::Choice::encode(self, out);
            }
        }
    };
}

#[doc(hidden)]
pub fn decode_choice<T: Choice>(value: Json, at: &mut Cursor) -> T {
    let by_tag = T::TAG.and_then(|tag| tag.variant(&value));
    let variant = by_tag.or_else(|| T::SCHEMAS.iter().position(|schema| schema.is_valid(&value)));
    match variant {
        Some(variant) => T::decode(variant, value, at),
        None => {
            at.violation("is none of the alternatives");
            at.muted(|at| T::decode(T::FALLBACK, Json::Null, at))
        }
    }
}
