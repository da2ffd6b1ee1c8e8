//! The static tables of JSON Schema: a schema is a set of types and a list of keywords. Generated code declares
//! them as constants; `validate` walks them. Frequent schemas are shared constants.

use crate::schema::{Format, Literal, Number, Pattern, Types};

/// A JSON Schema: the types that a value may have, and the keywords that must hold as well.
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::{Keyword, Number, Optional, Required, Schema, Types};
///
/// static PET: Schema = Schema(Types::OBJECT, &[Keyword::ClosedObject(&[
///     Required("name", Schema::STRING),
///     Optional("age", &Schema(Types::INTEGER, &[Keyword::Minimum(Number::Int(0))])),
/// ])]);
///
/// assert!(PET.is_valid(&json!({"name": "Rex"})));
/// let violations = PET.violations(&json!({"name": "Rex", "age": -1}));
/// assert_eq!(violations[0].to_string(), "/age: -1 is less than the minimum of 0");
/// ```
#[derive(Debug)]
pub struct Schema(pub Types, pub &'static [Keyword]);

/// A validation keyword of JSON Schema 2020-12.
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::{Keyword, Number, Schema, Types};
///
/// // {"type": "array", "items": {"type": "number", "multipleOf": 0.5}, "uniqueItems": true}
/// static HALVES: Schema = Schema(Types::ARRAY, &[
///     Keyword::Items(&Schema(Types::NUMBER, &[Keyword::MultipleOf(Number::Float(0.5))])),
///     Keyword::UniqueItems,
/// ]);
///
/// assert!(HALVES.is_valid(&json!([1, 2.5])));
/// let wrong = HALVES.violations(&json!([1, 1, 0.3]));
/// let wrong: Vec<_> = wrong.iter().map(|it| it.pointer.as_str()).collect();
/// assert_eq!(wrong, ["/2", ""]);
/// ```
#[derive(Debug)]
pub enum Keyword {
    /// `enum`
    Enum(&'static [Literal]),
    /// `enum` with nothing but strings
    EnumOfStrings(&'static [&'static str]),
    /// `const`
    Const(&'static Literal),
    /// `minimum`
    Minimum(Number),
    /// `maximum`
    Maximum(Number),
    /// `exclusiveMinimum`
    ExclusiveMinimum(Number),
    /// `exclusiveMaximum`
    ExclusiveMaximum(Number),
    /// `multipleOf`
    MultipleOf(Number),
    /// `minLength`, in characters
    MinLength(u64),
    /// `maxLength`, in characters
    MaxLength(u64),
    /// `pattern`
    Pattern(&'static Pattern),
    /// `format`, where it is asserted
    Format(&'static Format),
    /// `minItems`
    MinItems(u64),
    /// `maxItems`
    MaxItems(u64),
    /// What an object is that stands for a file; a string does, too
    File,
    /// `uniqueItems: true`
    UniqueItems,
    /// `prefixItems`
    PrefixItems(&'static [&'static Schema]),
    /// `items` without `prefixItems`
    Items(&'static Schema),
    /// `items` for the elements after so many `prefixItems`
    ItemsAfter(usize, &'static Schema),
    /// `contains` with `minContains` and `maxContains`
    Contains(&'static Contains),
    /// `minProperties`
    MinProperties(u64),
    /// `maxProperties`
    MaxProperties(u64),
    /// `required`, for names that are not in `properties`
    Required(&'static [&'static str]),
    /// `dependentRequired`
    DependentRequired(&'static [(&'static str, &'static [&'static str])]),
    /// `propertyNames`
    PropertyNames(&'static Schema),
    /// `properties` and `required`; any other property may be there
    Object(&'static [Property]),
    /// `properties` and `required` with `additionalProperties: false`
    ClosedObject(&'static [Property]),
    /// `additionalProperties` without `properties`
    Map(&'static Schema),
    /// `properties`, `required`, `patternProperties` and `additionalProperties`
    Members(&'static Members),
    /// `dependentSchemas`
    DependentSchemas(&'static [(&'static str, &'static Schema)]),
    /// `$ref` beside other keywords
    Ref(&'static Schema),
    /// The schema of a Rust type, which may be one that contains this very schema
    Type(fn() -> &'static Schema),
    /// `allOf`
    AllOf(&'static [&'static Schema]),
    /// `anyOf`
    AnyOf(&'static [&'static Schema]),
    /// `oneOf`
    OneOf(&'static [&'static Schema]),
    /// `not`
    Not(&'static Schema),
    /// `if`, `then` and `else`
    If(&'static Branches),
    /// `unevaluatedProperties`, with the keywords beside it
    UnevaluatedProperties(&'static Unevaluated),
    /// `unevaluatedItems`, with the keywords beside it
    UnevaluatedItems(&'static Unevaluated),
}

/// An entry of `properties`.
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::{Keyword, Optional, Required, Schema, Types};
///
/// static PET: Schema = Schema(Types::OBJECT, &[Keyword::Object(&[
///     Required("name", Schema::STRING),
///     Optional("age", Schema::INTEGER),
/// ])]);
///
/// let wrong = PET.violations(&json!({"age": 3}));
/// assert_eq!(wrong[0].message, "\"name\" is a required property");
/// ```
#[derive(Debug)]
pub enum Property {
    /// It must be there.
    Required(&'static str, &'static Schema),
    /// It may be there.
    Optional(&'static str, &'static Schema),
}

impl Schema {
    /// The properties of an object, as far as they are stated side by side; `None` where any
    /// object will do.
    #[cfg(feature = "client")]
    pub(crate) fn properties(&self) -> Option<&'static [Property]> {
        self.1.iter().find_map(|keyword| match *keyword {
            Keyword::Object(properties) | Keyword::ClosedObject(properties) => Some(properties),
            Keyword::Members(members) => Some(members.properties),
            _ => None,
        })
    }
}

impl Property {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Required(name, _) | Self::Optional(name, _) => name,
        }
    }

    pub(crate) fn schema(&self) -> &'static Schema {
        match self {
            Self::Required(_, schema) | Self::Optional(_, schema) => schema,
        }
    }

    pub(super) fn is_required(&self) -> bool {
        matches!(self, Self::Required(..))
    }
}

/// The keywords for the members of an object, where the simpler forms don't do.
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::{Keyword, Members, Optional, Pattern, Schema, Types};
///
/// static X: Pattern = Pattern::new("^x-");
/// static OPTIONS: Schema = Schema(Types::OBJECT, &[Keyword::Members(&Members {
///     properties: &[Optional("name", Schema::STRING)],
///     patterns: &[(&X, Schema::ANY)],
///     additional: Schema::NEVER,
/// })]);
///
/// assert!(OPTIONS.is_valid(&json!({"name": "a", "x-kind": [1]})));
/// assert!(!OPTIONS.is_valid(&json!({"kind": 1})));
/// ```
#[derive(Debug)]
pub struct Members {
    /// `properties`
    pub properties: &'static [Property],
    /// `patternProperties`
    pub patterns: &'static [(&'static Pattern, &'static Schema)],
    /// `additionalProperties`
    pub additional: &'static Schema,
}

/// `contains`
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::{Contains, Keyword, Schema, Types};
///
/// static ONE_NAME: Schema = Schema(Types::ARRAY, &[Keyword::Contains(&Contains {
///     schema: Schema::STRING,
///     min: 1,
///     max: 1,
/// })]);
///
/// assert!(ONE_NAME.is_valid(&json!([1, "a", 2])));
/// assert!(!ONE_NAME.is_valid(&json!(["a", "b"])));
/// ```
#[derive(Debug)]
pub struct Contains {
    /// What an element has to be to count.
    pub schema: &'static Schema,
    /// `minContains`
    pub min: u64,
    /// `maxContains`
    pub max: u64,
}

/// `if`
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::{Branches, Keyword, Literal, Number, Schema, Types};
///
/// // Zero, or at least ten.
/// static LIMIT: Schema = Schema(Types::INTEGER, &[Keyword::If(&Branches {
///     condition: &Schema(Types::ANY, &[Keyword::Const(&Literal::Int(0))]),
///     then: Schema::ANY,
///     otherwise: &Schema(Types::ANY, &[Keyword::Minimum(Number::Int(10))]),
/// })]);
///
/// assert!(LIMIT.is_valid(&json!(0)));
/// assert!(!LIMIT.is_valid(&json!(5)));
/// ```
#[derive(Debug)]
pub struct Branches {
    /// `if`
    pub condition: &'static Schema,
    /// `then`
    pub then: &'static Schema,
    /// `else`
    pub otherwise: &'static Schema,
}

/// `unevaluatedProperties` or `unevaluatedItems`.
///
/// Where a table has one, `additionalProperties` and `items` are there in what stands beside it
/// even if they allow everything: [`Keyword::Map`] and [`Keyword::Items`] of [`Schema::ANY`].
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::{Keyword, Optional, Schema, Types, Unevaluated};
///
/// // {"allOf": [{"properties": {"name": …}}], "unevaluatedProperties": false}
/// static PET: Schema = Schema(Types::OBJECT, &[Keyword::UnevaluatedProperties(&Unevaluated {
///     beside: &Schema(Types::ANY, &[Keyword::AllOf(&[&Schema(Types::ANY, &[
///         Keyword::Object(&[Optional("name", Schema::STRING)]),
///     ])])]),
///     schema: Schema::NEVER,
/// })]);
///
/// assert!(PET.is_valid(&json!({"name": "Rex"})));
/// assert!(!PET.is_valid(&json!({"age": 3})));
/// ```
#[derive(Debug)]
pub struct Unevaluated {
    /// The keywords that stand beside it: they must hold, and what they evaluate is left alone.
    pub beside: &'static Schema,
    /// What every other member or item must be.
    pub schema: &'static Schema,
}

static ANY: Schema = Schema(Types::ANY, &[]);
static NEVER: Schema = Schema(Types::NONE, &[]);
static NULL: Schema = Schema(Types::NULL, &[]);
static BOOLEAN: Schema = Schema(Types::BOOLEAN, &[]);
static INTEGER: Schema = Schema(Types::INTEGER, &[]);
static NUMBER: Schema = Schema(Types::NUMBER, &[]);
static STRING: Schema = Schema(Types::STRING, &[]);
static ARRAY: Schema = Schema(Types::ARRAY, &[]);
static OBJECT: Schema = Schema(Types::OBJECT, &[]);
static NULLABLE_BOOLEAN: Schema = Schema(Types::NULLABLE_BOOLEAN, &[]);
static NULLABLE_INTEGER: Schema = Schema(Types::NULLABLE_INTEGER, &[]);
static NULLABLE_NUMBER: Schema = Schema(Types::NULLABLE_NUMBER, &[]);
static NULLABLE_STRING: Schema = Schema(Types::NULLABLE_STRING, &[]);
static FILE: Schema = Schema(Types(Types::STRING.0 | Types::OBJECT.0), &[Keyword::File]);
static NULLABLE_FILE: Schema = Schema(Types(FILE.0.0 | Types::NULL.0), &[Keyword::File]);
static FILES: Schema = Schema(Types::ARRAY, &[Keyword::Items(&FILE)]);
static STRINGS: Schema = Schema(Types::ARRAY, &[Keyword::Items(&STRING)]);
static INTEGERS: Schema = Schema(Types::ARRAY, &[Keyword::Items(&INTEGER)]);

/// The properties of an object that stands for a file.
pub(super) static FILE_PROPERTIES: &[Property] = &[
    Property::Optional("content", &STRING),
    Property::Optional("text", &STRING),
    Property::Optional("path", &STRING),
    Property::Optional("uri", &STRING),
    Property::Optional("filename", &STRING),
    Property::Optional("mediaType", &STRING),
];

/// The schemas that every API has many of.
impl Schema {
    /// `true`
    pub const ANY: &'static Self = &ANY;
    /// `false`
    pub const NEVER: &'static Self = &NEVER;
    /// `{"type": "null"}`
    pub const NULL: &'static Self = &NULL;
    /// `{"type": "boolean"}`
    pub const BOOLEAN: &'static Self = &BOOLEAN;
    /// `{"type": "integer"}`
    pub const INTEGER: &'static Self = &INTEGER;
    /// `{"type": "number"}`
    pub const NUMBER: &'static Self = &NUMBER;
    /// `{"type": "string"}`
    pub const STRING: &'static Self = &STRING;
    /// `{"type": "array"}`
    pub const ARRAY: &'static Self = &ARRAY;
    /// `{"type": "object"}`
    pub const OBJECT: &'static Self = &OBJECT;
    /// `{"type": ["boolean", "null"]}`
    pub const NULLABLE_BOOLEAN: &'static Self = &NULLABLE_BOOLEAN;
    /// `{"type": ["integer", "null"]}`
    pub const NULLABLE_INTEGER: &'static Self = &NULLABLE_INTEGER;
    /// `{"type": ["number", "null"]}`
    pub const NULLABLE_NUMBER: &'static Self = &NULLABLE_NUMBER;
    /// `{"type": ["string", "null"]}`
    pub const NULLABLE_STRING: &'static Self = &NULLABLE_STRING;
    /// What an argument that is a [`File`](crate::File) may be: a string, or an object of strings.
    pub const FILE: &'static Self = &FILE;
    /// The same, or null.
    pub const NULLABLE_FILE: &'static Self = &NULLABLE_FILE;
    /// A list of files.
    pub const FILES: &'static Self = &FILES;
    /// `{"type": "array", "items": {"type": "string"}}`
    pub const STRINGS: &'static Self = &STRINGS;
    /// `{"type": "array", "items": {"type": "integer"}}`
    pub const INTEGERS: &'static Self = &INTEGERS;
}
