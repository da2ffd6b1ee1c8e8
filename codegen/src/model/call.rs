use serde_json::Value;

use super::BaseUrl;

/// How an operation is called; mirrors the runtime's `CallOptions`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CallOptions {
    /// Where this operation is, if not where the others are.
    pub servers: Vec<BaseUrl>,
    /// How long a call may take, in milliseconds, if not as long as the others.
    pub timeout_ms: Option<u64>,
    /// How the next page of the result is asked for.
    pub pagination: Option<Pagination>,
    /// The argument that selects members of the result.
    pub fields: Option<String>,
    /// What the `Accept` header asks for, if not for JSON.
    pub accept: Option<String>,
    /// The arguments that the caller does not give, or need not, or that have other names.
    pub presets: Presets,
}

/// What of the arguments is not as the spec has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Presets {
    /// The arguments that the caller does not give, or need not.
    pub all: Vec<Preset>,
    /// Properties of a body that are arguments of another name: the argument, and the property.
    pub renamed: Vec<(String, String)>,
    /// JSON Schema of the arguments with all that is preset, if that is not the input schema.
    pub schema: Option<Value>,
}

/// An argument that the caller does not give, or need not.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The way to it: the argument, or an argument and a member of it.
    pub path: Vec<String>,
    /// What it is.
    pub value: PresetValue,
}

/// What an argument is that the caller does not give.
#[derive(Clone, Debug, PartialEq)]
pub enum PresetValue {
    /// Nothing: it is never sent.
    Hidden,
    /// Always this value.
    Constant(Value),
    /// Always the value of this environment variable.
    Environment(String),
    /// This value, unless the caller gives another one.
    Default(Value),
    /// The same where `null` is another one: the schema allows it.
    NullableDefault(Value),
}

/// How the next page of a result is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pagination {
    /// The tool's argument that changes from page to page.
    pub argument: String,
    /// What it is given for the next page.
    pub step: Step,
}

/// What the argument of the next page is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// What the response has at this JSON pointer.
    Cursor(String),
    /// The number of the page, one more than before.
    Page(Counted),
    /// How many items there were before.
    Offset(Counted),
}

/// How pages are counted, and how to tell that there is another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// What the argument is for the first page, where it is not given.
    pub first: u64,
    /// The argument that says how many items a page has.
    pub limit: Option<String>,
    /// How many items a page has where that is not given, as far as the spec says it.
    pub size: Option<u64>,
    /// JSON pointer of the items in the response.
    pub items: Option<String>,
    /// JSON pointer of the number of all items in the response.
    pub total: Option<String>,
}
