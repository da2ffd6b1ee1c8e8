use crate::schema::{Keyword, Schema};
use crate::value::cursor::Value;
use crate::value::{Cursor, Encoder, Json};

/// An enum whose variants are the alternatives of a `oneOf` or `anyOf`.
pub trait Choice: Sized {
    /// The schema of each alternative, in the order of the variants.
    const SCHEMAS: &'static [&'static Schema];

    /// The property that says which alternative a value is, where the spec has a discriminator.
    const TAG: Option<Tag> = None;

    /// The alternative of values whose tag is missing or says none of them.
    const DEFAULT: Option<usize> = None;

    /// The variant that decodes a value which is none of the alternatives. Such a value was reported,
    /// unless this is one behind the alternatives, which keeps any value, and values need not be quite
    /// as their schema says.
    const FALLBACK: usize = 0;

    /// Decodes the value at a cursor as the given alternative.
    fn decode(variant: usize, at: &mut Cursor) -> Self;

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
    ($(#[$inline:meta])? $type:ident) => {
        impl $crate::value::Decode for $type {
            const MAY_TAKE_NULL: bool = true;

            $(#[$inline])?
            fn decode(at: &mut $crate::value::Cursor) -> Self {
                let variant = $crate::value::alternative::<Self>(at);
                $crate::value::Choice::decode(variant, at)
            }
        }

        impl $crate::value::Encode for $type {
            $(#[$inline])?
            fn encode(&self, out: &mut $crate::value::Encoder) {
                $crate::value::Choice::encode(self, out);
            }
        }
    };
}

#[doc(hidden)]
#[inline]
pub fn alternative<T: Choice>(at: &mut Cursor) -> usize {
    let keeps_others = T::FALLBACK == T::SCHEMAS.len();
    find(T::SCHEMAS, (T::TAG.as_ref(), T::DEFAULT), keeps_others, at).unwrap_or(T::FALLBACK)
}

/// The index of the alternative that the value at a cursor is, among those of a schema that is nothing
/// but a choice; what is none of them is noted.
pub fn alternative_of(schema: &'static Schema, tag: Option<&Tag>, at: &mut Cursor) -> usize {
    let choice = schema.1.iter().find_map(|keyword| match *keyword {
        Keyword::OneOf(schemas) | Keyword::AnyOf(schemas) => Some(schemas),
        _ => None,
    });
    let alone = [schema];
    find(choice.unwrap_or(&alone), (tag, None), false, at).unwrap_or(0)
}

/// The alternative that the value at `at` is; what is none of them is noted. A tag is believed as
/// far as the value is valid by it: the schema decides, a discriminator only helps to find out.
fn find(
    schemas: &[&Schema],
    (tag, default): (Option<&Tag>, Option<usize>),
    keeps_others: bool,
    at: &mut Cursor,
) -> Option<usize> {
    let value = at.value();
    let found = value.as_ref().and_then(|value| {
        let is_valid = |schema: &&Schema| schema.is_valid(value);
        let tagged = tag.and_then(|tag| tag.variant(value)).or(default);
        tagged
            .filter(|&variant| schemas.get(variant).is_some_and(is_valid))
            .or_else(|| schemas.iter().position(is_valid))
            .or(tagged)
            .or((keeps_others && at.is_lenient()).then_some(schemas.len()))
    });
    if found.is_none() {
        at.mismatch(value.as_ref(), "is none of the alternatives");
    }
    at.put(match (value, found) {
        (Some(value), Some(_)) => Value::Json(value),
        _ => Value::Wrong,
    });
    found
}
