//! How an operation is called where it differs from the others: servers, timeouts, pagination, presets of arguments.

use serde_json::Value;

use super::BaseUrl;

/// How an operation is called; mirrors the runtime's `CallOptions`.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// assert_eq!(modelled.api().operations[0].call.timeout_ms, Some(5_000));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
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
    /// The argument that chooses one of several media types of the result.
    pub accept_argument: Option<String>,
    /// The headers of a response that are part of the result, by their names.
    pub headers: Vec<String>,
    /// The arguments that the caller does not give, or need not, or that have other names.
    pub presets: Presets,
}

/// What of the arguments is not as the spec has it.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::PresetValue;
///
/// let builder = Builder::new("tests/doc/shop.yaml").fix("listPets", "limit", 10);
/// let modelled = builder.model()?;
/// let list = &modelled.api().operations[0];
/// let presets = &list.call.presets;
/// assert_eq!(presets.all[0].value, PresetValue::Constant(10.into()));
/// // Callers are not shown it, and it is validated all the same.
/// assert!(list.input["properties"].get("limit").is_none());
/// assert!(list.checked()["properties"].get("limit").is_some());
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
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
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let builder = Builder::new("tests/doc/shop.yaml").hide("listPets", "tags");
/// let modelled = builder.model()?;
/// assert_eq!(modelled.api().operations[0].call.presets.all[0].path, ["tags"]);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The way to it: the argument, or an argument and a member of it.
    pub path: Vec<String>,
    /// What it is.
    pub value: PresetValue,
}

/// What an argument is that the caller does not give.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::PresetValue;
///
/// let builder = Builder::new("tests/doc/shop.yaml").hide("listPets", "tags");
/// let modelled = builder.model()?;
/// assert_eq!(modelled.api().operations[0].call.presets.all[0].value, PresetValue::Hidden);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
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
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::Step;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let pagination = modelled.api().operations[0].call.pagination.as_ref().expect("x-mcp says so");
/// assert_eq!(pagination.argument, "page");
/// assert!(matches!(pagination.step, Step::Page(_)));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pagination {
    /// The tool's argument that changes from page to page.
    pub argument: String,
    /// What it is given for the next page.
    pub step: Step,
}

/// What the argument of the next page is.
///
/// ```
/// use toolwright_codegen::model::{Pagination, Step};
///
/// // ?after=… is what the response has at `next_cursor`.
/// let by_cursor = Pagination {
///     argument: "after".to_owned(),
///     step: Step::Cursor("/next_cursor".to_owned()),
/// };
/// # assert_eq!(by_cursor.argument, "after");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// What the response has at this JSON pointer.
    Cursor(String),
    /// What the header of this name says.
    Header(String),
    /// The number of the page, one more than before.
    Page(Counted),
    /// How many items there were before.
    Offset(Counted),
}

/// How pages are counted, and how to tell that there is another one.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::Step;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let pagination = modelled.api().operations[0].call.pagination.as_ref().expect("x-mcp says so");
/// let Step::Page(counted) = &pagination.step else { panic!("{pagination:?}") };
/// assert_eq!((counted.first, counted.limit.as_deref()), (1, Some("limit")));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
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
