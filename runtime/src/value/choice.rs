//! Decodes enums whose variants are alternatives of `oneOf` or `anyOf`. The schemas decide which alternative a
//! value is; a discriminator is tried first.

use crate::json::Json;
use crate::schema::{Keyword, Schema};
use crate::value::cursor::Value;
use crate::value::{Cursor, Encoder};

/// An enum whose variants are the alternatives of a `oneOf` or `anyOf`.
///
/// Generated code has an enum, this trait for it, and [`choice!`](crate::choice):
///
/// ```
/// use serde_json::json;
/// use toolwright::generated::*;
///
/// #[derive(Debug, PartialEq)]
/// enum Size {
///     Number(i64),
///     Name(String),
/// }
///
/// impl Choice for Size {
///     const SCHEMAS: &'static [&'static Schema] = &[Schema::INTEGER, Schema::STRING];
///
///     fn decode(variant: usize, at: &mut Cursor) -> Self {
///         match variant {
///             0 => Self::Number(Decode::decode(at)),
///             1 => Self::Name(Decode::decode(at)),
///             _ => Self::Number(at.unknown_variant(variant)),
///         }
///     }
///
///     fn encode(&self, out: &mut Encoder) {
///         match self {
///             Self::Number(value) => Encode::encode(value, out),
///             Self::Name(value) => Encode::encode(value, out),
///         }
///     }
/// }
///
/// choice!(Size);
///
/// let mut cursor = Cursor::new();
/// let mut fields = Fields::new([("size".to_owned(), json!("large"))], &mut cursor);
/// let size: Size = fields.take("size");
/// assert_eq!(size, Size::Name("large".to_owned()));
///
/// let mut out = Encoder::new();
/// Encode::encode(&size, &mut out);
/// assert_eq!(out.into_text(), r#""large""#);
/// ```
pub trait Choice: Sized {
    /// The schema of each alternative, in the order of the variants.
    const SCHEMAS: &'static [&'static Schema];

    /// The property that says which alternative a value is, where the spec has a discriminator.
    const DISCRIMINATOR: Option<Discriminator> = None;

    /// The alternative of values whose tag is missing or says none of them.
    const DEFAULT: Option<usize> = None;

    /// The variant that decodes a value which is none of the alternatives. Such a value was reported,
    /// unless this is one behind the alternatives, which keeps any value, and values need not be quite
    /// as their schema says.
    const FALLBACK: usize = 0;

    /// Decodes the value at a cursor as the given alternative. A number that is none of them is a violation
    /// ([`Cursor::unknown_variant`]).
    fn decode(variant: usize, at: &mut Cursor) -> Self;

    /// Writes the value.
    fn encode(&self, out: &mut Encoder);
}

/// A discriminator: the property, and its values for each alternative.
///
/// ```
/// use serde_json::json;
/// use toolwright::generated::*;
/// use toolwright::value::choose_alternative_by_schema;
///
/// const KIND: Discriminator = Discriminator { property: "type", values: &[&["cat"], &["dog", "puppy"]] };
/// static PET: Schema = Schema(Types::ANY, &[Keyword::OneOf(&[Schema::OBJECT, Schema::OBJECT])]);
///
/// // Both schemas fit, so it is the tag that decides.
/// let mut reply = Reply::new(200, "application/json", r#"[{"type": "puppy"}]"#);
/// # struct Which(usize);
/// # impl Decode for Which {
/// #     fn decode(at: &mut Cursor) -> Self { Self(choose_alternative_by_schema(&PET, Some(&KIND), at)) }
/// # }
/// let pets: Vec<Which> = reply.json();
/// assert_eq!(pets[0].0, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discriminator {
    /// Name of the property.
    pub property: &'static str,
    /// Values of the property, one list for each alternative.
    pub values: &'static [&'static [&'static str]],
}

impl Discriminator {
    fn variant_for(&self, value: &Json) -> Option<usize> {
        let tag = value.get(self.property)?.as_str()?;
        self.values.iter().position(|names| names.contains(&tag))
    }
}

/// Decodes and encodes a [`Choice`].
///
/// ```
/// use toolwright::generated::*;
///
/// enum Limit {
///     Number(i64),
///     Text(String),
/// }
///
/// impl Choice for Limit {
///     const SCHEMAS: &'static [&'static Schema] = &[Schema::INTEGER, Schema::STRING];
///     // …
/// #     fn decode(variant: usize, at: &mut Cursor) -> Self {
/// #         match variant {
/// #             0 => Self::Number(Decode::decode(at)),
/// #             1 => Self::Text(Decode::decode(at)),
/// #             _ => Self::Number(at.unknown_variant(variant)),
/// #         }
/// #     }
/// #     fn encode(&self, out: &mut Encoder) {
/// #         match self {
/// #             Self::Number(value) => Encode::encode(value, out),
/// #             Self::Text(value) => Encode::encode(value, out),
/// #         }
/// #     }
/// }
///
/// choice!(Limit);
///
/// // It now is a type like any other.
/// let mut out = Encoder::new();
/// vec![Limit::Number(5), Limit::Text("none".to_owned())].encode(&mut out);
/// assert_eq!(out.into_text(), r#"[5,"none"]"#);
/// ```
#[macro_export]
macro_rules! choice {
    ($(#[$inline:meta])? $type:ident) => {
        impl $crate::value::Decode for $type {
            const MAY_TAKE_NULL: bool = true;

            $(#[$inline])?
            fn decode(at: &mut $crate::value::Cursor) -> Self {
                let variant = $crate::value::choose_alternative::<Self>(at);
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
pub fn choose_alternative<T: Choice>(at: &mut Cursor) -> usize {
    let keeps_others = T::FALLBACK == T::SCHEMAS.len();
    let alternatives = Alternatives {
        schemas: T::SCHEMAS,
        discriminator: T::DISCRIMINATOR.as_ref(),
        default: T::DEFAULT,
        keeps_others,
    };
    alternatives.find(at).unwrap_or(T::FALLBACK)
}

/// The index of the alternative that the value at a cursor is, among those of a schema that is nothing
/// but a choice; what is none of them is noted.
///
/// ```
/// use serde_json::json;
/// use toolwright::generated::*;
/// use toolwright::value::choose_alternative_by_schema;
///
/// static SIZE: Schema = Schema(Types::ANY, &[Keyword::AnyOf(&[Schema::INTEGER, Schema::STRING])]);
///
/// let mut cursor = Cursor::new();
/// let mut fields = Fields::new([("size".to_owned(), json!("large"))], &mut cursor);
/// assert_eq!(choose_alternative_by_schema(&SIZE, None, fields.member("size")), 1);
/// ```
pub fn choose_alternative_by_schema(
    schema: &'static Schema,
    discriminator: Option<&Discriminator>,
    at: &mut Cursor,
) -> usize {
    let choice = schema.1.iter().find_map(|keyword| match *keyword {
        Keyword::OneOf(schemas) | Keyword::AnyOf(schemas) => Some(schemas),
        _ => None,
    });
    let alone = [schema];
    let alternatives = Alternatives {
        schemas: choice.unwrap_or(&alone),
        discriminator,
        default: None,
        keeps_others: false,
    };
    alternatives.find(at).unwrap_or(0)
}

/// The alternatives of a choice, and what helps to tell them apart.
struct Alternatives<'c> {
    schemas: &'c [&'static Schema],
    discriminator: Option<&'c Discriminator>,
    /// The alternative of values whose discriminator is missing or unknown.
    default: Option<usize>,
    /// Whether a value that is none of the alternatives is kept, if the cursor is lenient.
    keeps_others: bool,
}

impl Alternatives<'_> {
    /// The alternative that the value at the cursor is. A value that is none of them is a violation. The
    /// discriminator is only a hint: the schema decides whether it is right.
    fn find(&self, at: &mut Cursor) -> Option<usize> {
        let schemas = self.schemas;
        let value = at.value();
        let found = value.as_ref().and_then(|value| {
            let is_valid = |schema: &&Schema| schema.is_valid(value);
            let tagged = self.discriminator.and_then(|tag| tag.variant_for(value));
            let tagged = tagged.or(self.default);
            tagged
                .filter(|&variant| schemas.get(variant).is_some_and(is_valid))
                // A discriminator with a wrong value must not reject a value that fits an alternative.
                .or_else(|| find_best_alternative(schemas, value))
                .or(tagged)
                .or((self.keeps_others && at.is_lenient()).then_some(schemas.len()))
        });
        if found.is_none() {
            at.report_mismatch(value.as_ref(), "is not one of the alternatives");
        }
        at.put_value(match (value, found) {
            (Some(value), Some(_)) => Value::Json(value),
            _ => Value::Wrong,
        });
        found
    }
}

/// Of the alternatives that a value is valid by, the first that has a place for the most of its members.
fn find_best_alternative(schemas: &[&Schema], value: &Json) -> Option<usize> {
    let valid = schemas.iter().enumerate();
    let mut valid = valid.filter(|(_, schema)| schema.is_valid(value));
    let (first, schema) = valid.next()?;
    let mut best = (schema.count_unplaced(value), first);
    while best.0 > 0
        && let Some((index, schema)) = valid.next()
    {
        best = best.min((schema.count_unplaced(value), index));
    }
    Some(best.1)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::schema::{Keyword, Members, Optional, Required, Schema, Types};

    static NAMED: Schema = Schema(
        Types::OBJECT,
        &[Keyword::Object(&[Required("name", Schema::STRING)])],
    );
    static AGED: Schema = Schema(
        Types::OBJECT,
        &[Keyword::Object(&[
            Required("name", Schema::STRING),
            Optional("age", Schema::INTEGER),
        ])],
    );
    static OWNER_NAMED: Schema = Schema(
        Types::OBJECT,
        &[Keyword::Object(&[Optional("owner", &NAMED)])],
    );
    static OWNERS_AGED: Schema = Schema(
        Types::OBJECT,
        &[Keyword::AllOf(&[&Schema(
            Types::ANY,
            &[Keyword::Object(&[Optional("owner", &AGED)])],
        )])],
    );
    static OPEN: Schema = Schema(
        Types::OBJECT,
        &[Keyword::Members(&Members {
            properties: &[Optional("name", Schema::STRING)],
            patterns: &[],
            additional: Schema::ANY,
        })],
    );

    /// Which of the alternatives a value is taken for.
    fn chosen(schemas: &[&Schema], value: serde_json::Value) -> Option<usize> {
        super::find_best_alternative(schemas, &value)
    }

    #[test]
    fn the_alternative_with_a_place_for_every_member_is_taken() {
        let both = [&NAMED, &AGED];
        assert_eq!(chosen(&both, json!({"name": "Rex"})), Some(0));
        assert_eq!(chosen(&both, json!({"name": "Rex", "age": 3})), Some(1));
        // A member that none has a place for does not matter.
        assert_eq!(chosen(&both, json!({"name": "Rex", "x": 1})), Some(0));
        assert_eq!(chosen(&both, json!({"name": "Rex", "age": "old"})), Some(0));
        assert_eq!(chosen(&both, json!({})), None);
        let open = [&NAMED, &OPEN, &AGED];
        assert_eq!(chosen(&open, json!({"name": "Rex", "age": 3})), Some(1));
    }

    #[test]
    fn members_further_in_need_places_too() {
        let both = [&OWNER_NAMED, &OWNERS_AGED];
        let aged = json!({"owner": {"name": "Jo", "age": 3}});
        assert_eq!(chosen(&both, aged.clone()), Some(1));
        assert_eq!(chosen(&both, json!({"owner": {"name": "Jo"}})), Some(0));
        static NAMED_OWNERS: Schema = Schema(Types::ARRAY, &[Keyword::Items(&OWNER_NAMED)]);
        static AGED_OWNERS: Schema = Schema(Types::ARRAY, &[Keyword::Items(&OWNERS_AGED)]);
        let lists = [&NAMED_OWNERS, &AGED_OWNERS];
        assert_eq!(chosen(&lists, json!([aged])), Some(1));
    }

    #[test]
    fn an_object_of_any_members_keeps_them() {
        let value = json!({"name": "Rex", "age": 3});
        assert_eq!(chosen(&[Schema::OBJECT, &AGED], value.clone()), Some(0));
        assert_eq!(chosen(&[Schema::STRING, &AGED], value), Some(1));
    }
}
