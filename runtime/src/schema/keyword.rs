use crate::schema::{Literal, Pattern};

/// A JSON Schema: all of its keywords must hold. No keyword: everything is valid.
#[derive(Debug)]
pub struct Schema(pub &'static [Keyword]);

/// A validation keyword of JSON Schema 2020-12.
#[derive(Debug)]
pub enum Keyword {
    /// `false` as a schema.
    Never,
    /// `type`
    Type(Types),
    /// `enum`
    Enum(&'static [Literal]),
    /// `const`
    Const(Literal),
    /// `minimum`
    Minimum(Literal),
    /// `maximum`
    Maximum(Literal),
    /// `exclusiveMinimum`
    ExclusiveMinimum(Literal),
    /// `exclusiveMaximum`
    ExclusiveMaximum(Literal),
    /// `multipleOf`
    MultipleOf(Literal),
    /// `minLength`, in characters
    MinLength(u64),
    /// `maxLength`, in characters
    MaxLength(u64),
    /// `pattern`
    Pattern(&'static Pattern),
    /// `items`, for the elements from this index on (after `prefixItems`)
    Items(usize, &'static Schema),
    /// `prefixItems`
    PrefixItems(&'static [&'static Schema]),
    /// `minItems`
    MinItems(u64),
    /// `maxItems`
    MaxItems(u64),
    /// `uniqueItems`
    UniqueItems,
    /// `properties`
    Properties(&'static [(&'static str, &'static Schema)]),
    /// `required`
    Required(&'static [&'static str]),
    /// `minProperties`
    MinProperties(u64),
    /// `maxProperties`
    MaxProperties(u64),
    /// `allOf`
    AllOf(&'static [&'static Schema]),
    /// `anyOf`
    AnyOf(&'static [&'static Schema]),
    /// `oneOf`
    OneOf(&'static [&'static Schema]),
    /// `not`
    Not(&'static Schema),
    /// `$ref`
    Ref(&'static Schema),
}

/// The `type` keyword: a set of the seven types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Types(pub u8);

impl Schema {
    /// Whether `value` is valid.
    pub fn is_valid(&self, value: &serde_json::Value) -> bool {
        let _ = value;
        true
    }
}
