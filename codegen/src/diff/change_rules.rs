//! The table of all kinds of changes, with their classes for models and for Rust callers, and whether they matter
//! for security. `docs/diff.md` lists the same rules; an `id` never changes, since users suppress rules by it.

use std::fmt;

use super::entry::Side;

/// What a change does to somebody who relies on how things were.
///
/// ```
/// use toolwright_codegen::diff::{Class, Rule};
///
/// let added = Rule::by_id("tool-added").expect("there is such a rule");
/// assert_eq!(added.arguments, Class::Additive);
/// assert!(Class::Breaking > Class::Additive && Class::Additive > Class::Neutral);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// All goes on as before.
    Neutral,
    /// All goes on as before, and more is possible.
    Additive,
    /// What worked may not work any more.
    Breaking,
}

impl Class {
    /// All classes, the worst first.
    pub const ALL: [Self; 3] = [Self::Breaking, Self::Additive, Self::Neutral];

    /// Its name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Neutral => "neutral",
            Self::Additive => "additive",
            Self::Breaking => "breaking",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a rule says of Rust callers.
///
/// ```
/// use toolwright_codegen::diff::{Class, Rule, RustClass};
///
/// let renamed = Rule::by_id("field-renamed").expect("there is such a rule");
/// assert_eq!(renamed.rust, RustClass::Always(Class::Breaking));
/// assert_eq!(RustClass::Types.to_string(), "as the types");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RustClass {
    /// It is always of that class.
    Always(Class),
    /// What becomes of the generated types decides, if anything does.
    Types,
}

impl fmt::Display for RustClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Always(class) => class.fmt(f),
            Self::Types => f.write_str("as the types"),
        }
    }
}

/// Whether a rule is about what a reviewer has to see because a spec could do harm by it: where calls and
/// credentials go, what is sent that no caller gives, and texts that models read.
///
/// ```
/// use toolwright_codegen::diff::{Rule, SecurityRelevance, Side};
///
/// let url = Rule::by_id("base-url-changed").expect("there is such a rule");
/// assert_eq!(url.security, SecurityRelevance::Always);
/// let added = Rule::by_id("property-added").expect("there is such a rule");
/// assert!(added.security.applies_to(Some(Side::Arguments)));
/// assert!(!added.security.applies_to(Some(Side::Results)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecurityRelevance {
    /// It is about something else.
    No,
    /// It is where it is about arguments: their texts tell models what to send.
    Arguments,
    /// It always is.
    Always,
}

impl SecurityRelevance {
    /// Whether a change on that side matters for security.
    pub fn applies_to(self, side: Option<Side>) -> bool {
        match self {
            Self::No => false,
            Self::Arguments => side == Some(Side::Arguments),
            Self::Always => true,
        }
    }
}

impl fmt::Display for SecurityRelevance {
    /// As in the table of the documentation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::No => "no",
            Self::Arguments => "for arguments",
            Self::Always => "yes",
        })
    }
}

/// A kind of change, and of which class it is.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name in kebab-case, which does not change.
    pub id: &'static str,
    /// The class for the model where it is about arguments, or about a tool as a whole.
    pub arguments: Class,
    /// The class for the model where it is about results.
    pub results: Class,
    /// The class for Rust callers.
    pub rust: RustClass,
    /// Whether it matters for security, whatever its class.
    pub security: SecurityRelevance,
    /// What has changed, and why that is of these classes: a sentence or two.
    pub says: &'static str,
}

macro_rules! rules {
    ($($name:ident $id:literal $arguments:ident $results:ident $rust:ident $security:ident, $says:literal;)*) => {
        $(
            pub(super) static $name: Rule = Rule {
                id: $id,
                arguments: Class::$arguments,
                results: Class::$results,
                rust: $rust,
                security: SecurityRelevance::$security,
                says: $says,
            };
        )*

        /// All rules, in the order of the documentation.
        pub static RULES: &[&Rule] = &[$(&$name),*];
    };
}

const NEUTRAL: RustClass = RustClass::Always(Class::Neutral);
const ADDITIVE: RustClass = RustClass::Always(Class::Additive);
const BREAKING: RustClass = RustClass::Always(Class::Breaking);
const TYPES: RustClass = RustClass::Types;

rules! {
    TOOL_REMOVED "tool-removed" Breaking Breaking BREAKING No,
        "The tool and its request struct are removed.";
    TOOL_ADDED "tool-added" Additive Additive ADDITIVE Always,
        "A tool is added.";
    TOOL_RENAMED "tool-renamed" Breaking Breaking TYPES Always,
        "The operation with the same method and path has another tool name. A call by the old name is \
         rejected as an unknown tool.";
    REQUEST_RENAMED "request-renamed" Neutral Neutral BREAKING No,
        "The request struct has another name; the tool keeps its name.";
    DESCRIPTION_CHANGED "description-changed" Neutral Neutral NEUTRAL Always,
        "The description of the API, a tool, an argument, a property of a result or a value of an `enum` \
         changed. Models read it and act on it.";
    TITLE_CHANGED "title-changed" Neutral Neutral NEUTRAL Always,
        "The title, which people see, changed.";
    EXAMPLES_CHANGED "examples-changed" Neutral Neutral NEUTRAL Always,
        "The examples of a schema changed.";
    DEPRECATED "deprecated" Neutral Neutral NEUTRAL No,
        "The API now deprecates something that still works.";
    DEPRECATION_WITHDRAWN "deprecation-withdrawn" Neutral Neutral NEUTRAL No,
        "The API no longer deprecates it.";
    READ_ONLY_LOST "read-only-lost" Breaking Breaking NEUTRAL Always,
        "The tool is no longer annotated as read-only. Clients call read-only tools without asking.";
    READ_ONLY_GAINED "read-only-gained" Additive Additive NEUTRAL Always,
        "The tool is now annotated as read-only.";
    HINTS_CHANGED "hints-changed" Neutral Neutral NEUTRAL Always,
        "Another annotation of the tool changed: destructive or idempotent.";

    ARGUMENT_RENAMED "argument-renamed" Breaking Breaking TYPES Arguments,
        "The argument for the same place of the request has another name.";
    PROPERTY_ADDED "property-added" Additive Additive TYPES Arguments,
        "An optional argument, or a property of a result, is added.";
    REQUIRED_PROPERTY_ADDED "required-property-added" Breaking Additive TYPES Arguments,
        "A required argument, or a property that a result always has, is added.";
    PROPERTY_REMOVED "property-removed" Breaking Breaking TYPES No,
        "An argument is now rejected, or a property of results is removed.";
    PROPERTY_BECAME_REQUIRED "property-became-required" Breaking Additive TYPES No,
        "An optional argument or property is now required.";
    PROPERTY_BECAME_OPTIONAL "property-became-optional" Additive Breaking TYPES No,
        "A required argument or property is now optional.";
    OTHERS_REJECTED "others-rejected" Breaking Additive TYPES No,
        "An object no longer accepts additional properties (`additionalProperties`).";
    OTHERS_ACCEPTED "others-accepted" Additive Breaking TYPES No,
        "An object now accepts additional properties (`additionalProperties`).";

    TYPE_CHANGED "type-changed" Breaking Breaking TYPES No,
        "Some values are no longer valid, and some others are valid now.";
    TYPE_NARROWED "type-narrowed" Breaking Additive TYPES No,
        "A type, or `null`, is no longer accepted.";
    TYPE_WIDENED "type-widened" Additive Breaking TYPES No,
        "Another type, or `null`, is accepted.";
    FORMAT_CHANGED "format-changed" Breaking Breaking TYPES Arguments,
        "The `format` changed, and the new one requires other values.";
    FORMAT_NARROWED "format-narrowed" Breaking Additive TYPES Arguments,
        "A `format` is added or narrowed, for example from `int64` to `int32`.";
    FORMAT_WIDENED "format-widened" Additive Breaking TYPES No,
        "The `format` is removed or widened, for example from `int32` to `int64`.";
    ENUM_VALUES_REMOVED "enum-values-removed" Breaking Additive TYPES No,
        "Values are no longer accepted (`enum`, `const`).";
    ENUM_VALUES_ADDED "enum-values-added" Additive Breaking TYPES Arguments,
        "More values are accepted (`enum`, `const`). In a result, a model or a `match` may not know them.";
    ENUM_ADDED "enum-added" Breaking Additive TYPES Arguments,
        "Only certain values are accepted, where any value was accepted before.";
    ENUM_REMOVED "enum-removed" Additive Breaking TYPES No,
        "Any value is accepted, where only certain values were accepted before.";
    ENUM_MEANING_CHANGED "enum-meaning-changed" Breaking Breaking TYPES Always,
        "A value now means what another value meant before (`x-enum-varnames`, `x-enum-descriptions` and the \
         like). The same calls and results mean something else.";
    ENUM_NAME_CHANGED "enum-name-changed" Neutral Neutral TYPES Always,
        "The name of a value was added, removed, or changed to one that no other value had.";
    BOUND_NARROWED "bound-narrowed" Breaking Additive NEUTRAL No,
        "A bound of a number, a length or a count is added or stricter.";
    BOUND_WIDENED "bound-widened" Additive Breaking NEUTRAL No,
        "A bound of a number, a length or a count is removed or looser.";
    MULTIPLE_OF_CHANGED "multiple-of-changed" Breaking Breaking NEUTRAL No,
        "Numbers must be multiples of another number, which is neither a factor nor a multiple of the old \
         one.";
    PATTERN_CHANGED "pattern-changed" Breaking Breaking NEUTRAL Arguments,
        "The regular expression changed. It cannot be decided whether it still matches everything that it \
         matched before, so it counts as breaking.";
    ALTERNATIVE_REMOVED "alternative-removed" Breaking Additive TYPES No,
        "An alternative of `oneOf` or `anyOf` is removed.";
    ALTERNATIVE_ADDED "alternative-added" Additive Breaking TYPES Arguments,
        "An alternative of `oneOf` or `anyOf` is added.";
    CONSTRAINT_ADDED "constraint-added" Breaking Additive TYPES Arguments,
        "A condition is added: `pattern`, `uniqueItems`, `multipleOf`, `not`, `allOf`, `contains` and the \
         like.";
    CONSTRAINT_REMOVED "constraint-removed" Additive Breaking TYPES No,
        "A condition is removed.";
    CONSTRAINT_CHANGED "constraint-changed" Breaking Breaking TYPES Arguments,
        "Something changed that `diff` does not understand, so it counts as breaking.";
    DEFAULT_CHANGED "default-changed" Breaking Neutral NEUTRAL Arguments,
        "The default changed: a call that omits the argument means something else.";
    DEFAULT_STATED "default-stated" Neutral Neutral NEUTRAL Arguments,
        "The spec now states a default, or no longer states it.";
    ENCODING_CHANGED "encoding-changed" Neutral Neutral NEUTRAL Arguments,
        "A string contains other content, or a value is written as XML in another way.";

    RESULT_DESCRIBED "result-described" Neutral Additive NEUTRAL No,
        "The spec now describes the result.";
    RESULT_NOT_DESCRIBED "result-not-described" Neutral Breaking NEUTRAL No,
        "The spec no longer describes the result.";

    BODY_PLACE_CHANGED "body-place-changed" Breaking Breaking NEUTRAL No,
        "The properties of the body moved from the tool's arguments into the argument `body`, or the other \
         way round.";
    METHOD_CHANGED "method-changed" Neutral Neutral NEUTRAL Always,
        "The tool calls the API with another method. The API must support it when the server is deployed.";
    PATH_CHANGED "path-changed" Neutral Neutral NEUTRAL Always,
        "The tool calls another path of the API.";
    PARAMETER_MOVED "parameter-moved" Neutral Neutral NEUTRAL Always,
        "The same argument goes to another part of the request, for example from the query to a header.";
    PARAMETER_STYLE_CHANGED "parameter-style-changed" Neutral Neutral NEUTRAL Always,
        "The same argument is written in another way (`style`, `explode`, `allowReserved`).";
    CONTENT_TYPE_CHANGED "content-type-changed" Neutral Neutral TYPES Always,
        "The body is sent with another content type.";
    BASE_URL_CHANGED "base-url-changed" Neutral Neutral NEUTRAL Always,
        "Calls, and the credentials in them, go to another URL by default: another host, another path, or `http` instead of `https`.";
    ENVIRONMENT_CHANGED "environment-changed" Neutral Neutral NEUTRAL Always,
        "Calls send the value of an environment variable instead of an argument (`x-mcp: {env: …}`), send that of another variable, or no longer send it.";
    PRESET_CHANGED "preset-changed" Neutral Neutral NEUTRAL Always,
        "The value of an argument that callers do not set changed, or an argument is now hidden or no longer \
         hidden (`x-mcp`).";
    SECURITY_REQUIRED "security-required" Breaking Breaking NEUTRAL Always,
        "A call needs credentials or scopes that it did not need before. It fails until the operator of the \
         server configures them.";
    SECURITY_RELAXED "security-relaxed" Additive Additive NEUTRAL Always,
        "The old credentials still suffice, and fewer or other ones suffice too.";
    SECURITY_SCHEME_CHANGED "security-scheme-changed" Breaking Breaking NEUTRAL Always,
        "The credential of a security scheme changed, or is sent in another way.";
    PAGINATION_CHANGED "pagination-changed" Neutral Neutral NEUTRAL No,
        "The server finds the next page of a result in another way.";
    HANDLER_CHANGED "handler-changed" Neutral Neutral BREAKING No,
        "The operation now has a handler of its own, or is now sent upstream. The trait `Handlers` changed; \
         callers of the tool do not notice.";
    TIMEOUT_CHANGED "timeout-changed" Neutral Neutral NEUTRAL No,
        "The time limit of a call changed.";
    API_CHANGED "api-changed" Neutral Neutral NEUTRAL No,
        "The title or version of the whole API changed.";

    FIELD_ADDED "field-added" Neutral Neutral BREAKING No,
        "A field is added to a struct. Every literal of the struct must name it.";
    FIELD_REMOVED "field-removed" Neutral Neutral BREAKING No,
        "A field is removed from a struct.";
    FIELD_RENAMED "field-renamed" Neutral Neutral BREAKING No,
        "The field for the same value has another name.";
    FIELD_TYPE_CHANGED "field-type-changed" Neutral Neutral BREAKING No,
        "A field has another type, such as `T` instead of `Option<T>`.";
    VARIANT_ADDED "variant-added" Neutral Neutral BREAKING No,
        "A variant is added to an enum. A `match` must handle it.";
    VARIANT_REMOVED "variant-removed" Neutral Neutral BREAKING No,
        "A variant is removed from an enum.";
    VARIANT_RENAMED "variant-renamed" Neutral Neutral BREAKING No,
        "The variant for the same value has another name.";
    VARIANT_TYPE_CHANGED "variant-type-changed" Neutral Neutral BREAKING No,
        "A variant holds another type.";
    RESPONSE_TYPE_CHANGED "response-type-changed" Neutral Neutral BREAKING No,
        "The generated type of an operation's response changed.";
    ITEM_RENAMED "item-renamed" Neutral Neutral BREAKING No,
        "A type of the module `types` has another name.";
    ITEM_REMOVED "item-removed" Neutral Neutral BREAKING No,
        "A type of the module `types` is removed.";
    ITEM_ADDED "item-added" Neutral Neutral ADDITIVE No,
        "A type is added to the module `types`.";
    ITEM_CHANGED "item-changed" Neutral Neutral BREAKING No,
        "A type of the module `types` is now another kind of item, for example an enum instead of a struct.";
}

impl Rule {
    /// The rule of that name.
    pub fn by_id(id: &str) -> Option<&'static Self> {
        RULES.iter().copied().find(|rule| rule.id == id)
    }

    /// Whether the same change of several tools as a whole is one change.
    pub(super) fn applies_to_many_tools(&self) -> bool {
        self.id.starts_with("security-") || self.id == "base-url-changed"
    }

    /// Whether it is about texts for readers alone.
    pub(super) fn is_prose(&self) -> bool {
        ["description-changed", "title-changed", "examples-changed"].contains(&self.id)
    }
}
