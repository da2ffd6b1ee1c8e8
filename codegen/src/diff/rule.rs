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
        "A tool is gone, and its request struct.";
    TOOL_ADDED "tool-added" Additive Additive ADDITIVE Always,
        "There is a new tool.";
    TOOL_RENAMED "tool-renamed" Breaking Breaking TYPES Always,
        "The operation of the same method and path has another name: who calls the old one is told \
         that there is no such tool.";
    REQUEST_RENAMED "request-renamed" Neutral Neutral BREAKING No,
        "The request struct has another name, the tool has not.";
    DESCRIPTION_CHANGED "description-changed" Neutral Neutral NEUTRAL Always,
        "What is said about the API, a tool, an argument, a member of a result or a value of an `enum`. \
         Models read it and act on it.";
    TITLE_CHANGED "title-changed" Neutral Neutral NEUTRAL Always,
        "The name for people.";
    EXAMPLES_CHANGED "examples-changed" Neutral Neutral NEUTRAL Always,
        "The examples of a schema.";
    DEPRECATED "deprecated" Neutral Neutral NEUTRAL No,
        "The API advises against what it still does.";
    DEPRECATION_WITHDRAWN "deprecation-withdrawn" Neutral Neutral NEUTRAL No,
        "The API does not advise against it any more.";
    READ_ONLY_LOST "read-only-lost" Breaking Breaking NEUTRAL Always,
        "The tool was annotated as one that changes nothing, which clients call without asking, and \
         is not any more.";
    READ_ONLY_GAINED "read-only-gained" Additive Additive NEUTRAL Always,
        "The tool is now annotated as one that changes nothing.";
    HINTS_CHANGED "hints-changed" Neutral Neutral NEUTRAL Always,
        "Another annotation of the tool: destructive or idempotent.";

    ARGUMENT_RENAMED "argument-renamed" Breaking Breaking TYPES Arguments,
        "The argument for the same place of the request has another name.";
    PROPERTY_ADDED "property-added" Additive Additive TYPES Arguments,
        "A new argument that may be left out, or a new member of a result.";
    REQUIRED_PROPERTY_ADDED "required-property-added" Breaking Additive TYPES Arguments,
        "A new argument that must be given, or a new member that a result always has.";
    PROPERTY_REMOVED "property-removed" Breaking Breaking TYPES No,
        "An argument that is refused now, or a member that results do not have any more.";
    PROPERTY_BECAME_REQUIRED "property-became-required" Breaking Additive TYPES No,
        "What could be left out must be there.";
    PROPERTY_BECAME_OPTIONAL "property-became-optional" Additive Breaking TYPES No,
        "What had to be there may be left out.";
    OTHERS_REFUSED "others-refused" Breaking Additive TYPES No,
        "An object that could have further members cannot (`additionalProperties`).";
    OTHERS_ADMITTED "others-admitted" Additive Breaking TYPES No,
        "An object that could not have further members can (`additionalProperties`).";

    TYPE_CHANGED "type-changed" Breaking Breaking TYPES No,
        "Some values of before are none now, and some of now were none.";
    TYPE_NARROWED "type-narrowed" Breaking Additive TYPES No,
        "A type, or null, is not admitted any more.";
    TYPE_WIDENED "type-widened" Additive Breaking TYPES No,
        "A further type, or null, is admitted.";
    FORMAT_CHANGED "format-changed" Breaking Breaking TYPES Arguments,
        "Another `format` asks for other values.";
    FORMAT_NARROWED "format-narrowed" Breaking Additive TYPES Arguments,
        "A `format` where there was none, or a narrower one: `int64` to `int32`.";
    FORMAT_WIDENED "format-widened" Additive Breaking TYPES No,
        "No `format` any more, or a wider one: `int32` to `int64`.";
    ENUM_VALUES_REMOVED "enum-values-removed" Breaking Additive TYPES No,
        "Values that are not admitted any more (`enum`, `const`).";
    ENUM_VALUES_ADDED "enum-values-added" Additive Breaking TYPES Arguments,
        "Further values are admitted (`enum`, `const`); a model, or a `match`, may not know what to \
         do with them in a result.";
    ENUM_ADDED "enum-added" Breaking Additive TYPES Arguments,
        "Only certain values are admitted where any was.";
    ENUM_REMOVED "enum-removed" Additive Breaking TYPES No,
        "Any value is admitted where only certain ones were.";
    ENUM_MEANING_CHANGED "enum-meaning-changed" Breaking Breaking TYPES Always,
        "A value is told to mean what another one meant (`x-enum-varnames`, `x-enum-descriptions` and \
         the like): the same calls and results mean something else.";
    ENUM_NAME_CHANGED "enum-name-changed" Neutral Neutral TYPES Always,
        "The name that is told of a value is another one, which was no other value's, or comes or \
         goes.";
    BOUND_NARROWED "bound-narrowed" Breaking Additive NEUTRAL No,
        "A bound of a number, a length or a count admits less, or is new.";
    BOUND_WIDENED "bound-widened" Additive Breaking NEUTRAL No,
        "A bound of a number, a length or a count admits more, or is gone.";
    MULTIPLE_OF_CHANGED "multiple-of-changed" Breaking Breaking NEUTRAL No,
        "Numbers must be multiples of another number, which is neither a part nor a multiple of the \
         old one.";
    PATTERN_CHANGED "pattern-changed" Breaking Breaking NEUTRAL Arguments,
        "Another regular expression. Whether it admits all that the old one did cannot be decided, \
         so it is taken as breaking.";
    ALTERNATIVE_REMOVED "alternative-removed" Breaking Additive TYPES No,
        "An alternative of `oneOf` or `anyOf` is gone.";
    ALTERNATIVE_ADDED "alternative-added" Additive Breaking TYPES Arguments,
        "A further alternative of `oneOf` or `anyOf`.";
    CONSTRAINT_ADDED "constraint-added" Breaking Additive TYPES Arguments,
        "A further condition: `pattern`, `uniqueItems`, `multipleOf`, `not`, `allOf`, `contains` and \
         the like.";
    CONSTRAINT_REMOVED "constraint-removed" Additive Breaking TYPES No,
        "A condition is gone.";
    CONSTRAINT_CHANGED "constraint-changed" Breaking Breaking TYPES Arguments,
        "Something changed that is not understood, and so is taken as breaking.";
    DEFAULT_CHANGED "default-changed" Breaking Neutral NEUTRAL Arguments,
        "A call that leaves the argument out means something else.";
    DEFAULT_STATED "default-stated" Neutral Neutral NEUTRAL Arguments,
        "What leaving the argument out means is said now, or is not said any more.";
    ENCODING_CHANGED "encoding-changed" Neutral Neutral NEUTRAL Arguments,
        "How a string holds other content, or how a value is written as XML.";

    RESULT_DESCRIBED "result-described" Neutral Additive NEUTRAL No,
        "The spec says now what the result is.";
    RESULT_NOT_DESCRIBED "result-not-described" Neutral Breaking NEUTRAL No,
        "The spec does not say any more what the result is.";

    BODY_PLACE_CHANGED "body-place-changed" Breaking Breaking NEUTRAL No,
        "The properties of the body stood beside the parameters and are in the argument `body`, or \
         the other way round.";
    METHOD_CHANGED "method-changed" Neutral Neutral NEUTRAL Always,
        "The tool calls the API by another method; the API must know it when the server is \
         deployed.";
    PATH_CHANGED "path-changed" Neutral Neutral NEUTRAL Always,
        "The tool calls another path of the API.";
    PARAMETER_MOVED "parameter-moved" Neutral Neutral NEUTRAL Always,
        "The same argument goes to another part of the request: from the query to a header.";
    PARAMETER_STYLE_CHANGED "parameter-style-changed" Neutral Neutral NEUTRAL Always,
        "The same argument is written otherwise (`style`, `explode`, `allowReserved`).";
    CONTENT_TYPE_CHANGED "content-type-changed" Neutral Neutral TYPES Always,
        "The body is sent as another content type.";
    BASE_URL_CHANGED "base-url-changed" Neutral Neutral NEUTRAL Always,
        "Calls, and the credentials in them, go to another URL by default: another host, another path, or \
         `http` instead of `https`.";
    ENVIRONMENT_CHANGED "environment-changed" Neutral Neutral NEUTRAL Always,
        "Calls send the value of an environment variable in the place of an argument (`x-mcp: {env: …}`), \
         of another variable than before, or not any more.";
    PRESET_CHANGED "preset-changed" Neutral Neutral NEUTRAL Always,
        "What stands for an argument that callers do not give is another value, or an argument is hidden \
         from callers, or not any more (`x-mcp`).";
    SECURITY_REQUIRED "security-required" Breaking Breaking NEUTRAL Always,
        "A call needs credentials, or scopes, that it did not need: it fails until the operator of \
         the server has them.";
    SECURITY_RELAXED "security-relaxed" Additive Additive NEUTRAL Always,
        "What was enough to authenticate still is, and less or something else is now, too.";
    SECURITY_SCHEME_CHANGED "security-scheme-changed" Breaking Breaking NEUTRAL Always,
        "The credential of a security scheme is another one, or is sent otherwise.";
    PAGINATION_CHANGED "pagination-changed" Neutral Neutral NEUTRAL No,
        "How the server finds the next page of a result.";
    HANDLER_CHANGED "handler-changed" Neutral Neutral BREAKING No,
        "The operation is run by hand now, or by the upstream: the server's `Handlers` have a method \
         more or less, and who calls the tool need not know.";
    TIMEOUT_CHANGED "timeout-changed" Neutral Neutral NEUTRAL No,
        "How long a call may take.";
    API_CHANGED "api-changed" Neutral Neutral NEUTRAL No,
        "Title or version of the whole API.";

    FIELD_ADDED "field-added" Neutral Neutral BREAKING No,
        "A struct has a further field, which every literal of it must name.";
    FIELD_REMOVED "field-removed" Neutral Neutral BREAKING No,
        "A struct lost a field.";
    FIELD_RENAMED "field-renamed" Neutral Neutral BREAKING No,
        "The field for the same value has another name.";
    FIELD_TYPE_CHANGED "field-type-changed" Neutral Neutral BREAKING No,
        "A field has another type, such as `T` instead of `Option<T>`.";
    VARIANT_ADDED "variant-added" Neutral Neutral BREAKING No,
        "An enum has a further variant, which a `match` must handle.";
    VARIANT_REMOVED "variant-removed" Neutral Neutral BREAKING No,
        "An enum lost a variant.";
    VARIANT_RENAMED "variant-renamed" Neutral Neutral BREAKING No,
        "The variant for the same value has another name.";
    VARIANT_TYPE_CHANGED "variant-type-changed" Neutral Neutral BREAKING No,
        "A variant holds another type.";
    RESPONSE_TYPE_CHANGED "response-type-changed" Neutral Neutral BREAKING No,
        "What comes back from an operation has another type, where that is generated.";
    ITEM_RENAMED "item-renamed" Neutral Neutral BREAKING No,
        "A type of the module `types` has another name.";
    ITEM_REMOVED "item-removed" Neutral Neutral BREAKING No,
        "A type of the module `types` is gone.";
    ITEM_ADDED "item-added" Neutral Neutral ADDITIVE No,
        "There is a new type in the module `types`.";
    ITEM_CHANGED "item-changed" Neutral Neutral BREAKING No,
        "A type of the module `types` is another kind of item: an enum that was a struct.";
}

impl Rule {
    /// The rule of that name.
    pub fn by_id(id: &str) -> Option<&'static Self> {
        RULES.iter().copied().find(|rule| rule.id == id)
    }

    /// Whether the same change of several tools as a whole is one change.
    pub(super) fn is_of_many(&self) -> bool {
        self.id.starts_with("security-") || self.id == "base-url-changed"
    }

    /// Whether it is about texts for readers alone.
    pub(super) fn is_prose(&self) -> bool {
        ["description-changed", "title-changed", "examples-changed"].contains(&self.id)
    }
}
