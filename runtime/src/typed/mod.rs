//! Rust types that a tool takes and gives: what `#[derive(ToolInput)]` and `#[derive(ToolOutput)]`
//! implement, and how their schemas are put together.

mod definition_names;
mod fold_alternatives;
mod method_lists;
mod schema_joiner;
mod std_types;
mod tool_schemas;
mod type_schema;

pub use method_lists::{HasTool, Lists};
pub use type_schema::TypeSchema;

use crate::schema::Schema;
use crate::value::{Decode, Encode};

/// A type that arguments of a tool can be decoded into, with the schema that they are held to.
///
/// Implemented by `#[derive(ToolInput)]`. Schemas are functions, since a constant cannot refer to
/// itself and a type may contain itself.
///
/// ```
/// use toolwright::{Form, ToolInput};
///
/// /// What is to be ordered.
/// #[derive(ToolInput)]
/// struct Order {
///     pet: String,
///     #[tool(minimum = 1)]
///     count: Option<u8>,
/// }
///
/// assert!(Order::FORM.is_object());
/// assert_eq!(Order::schema().listed()["properties"]["pet"]["type"], "string");
/// assert!(!Order::check().is_valid(&serde_json::json!({"pet": "rex", "count": 0})));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type that a tool can take",
    note = "add `#[derive(toolwright::ToolInput)]` to it, or use `toolwright::Json` for any value"
)]
pub trait ToolInput: Decode {
    /// What the JSON of this type is.
    const FORM: Form;

    /// What a type has whose JSON is that of another one: the same of that type. So rustc refuses types
    /// that are each other's JSON, which a decoder would go round in.
    #[doc(hidden)]
    const JSON_HAS_AN_END: () = ();

    /// The table that values are validated against.
    fn check() -> &'static Schema;

    /// The same schema as text.
    fn schema() -> &'static TypeSchema;
}

/// A type that a tool gives as its result.
///
/// Implemented by `#[derive(ToolOutput)]`.
///
/// ```
/// use toolwright::{Form, ToolOutput};
///
/// #[derive(ToolOutput)]
/// struct Ordered {
///     id: u64,
/// }
///
/// assert_eq!(Ordered::schema().output()["properties"]["id"]["type"], "integer");
/// assert_eq!(<Vec<Ordered> as ToolOutput>::FORM, Form::Other);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type that a tool can return",
    note = "add `#[derive(toolwright::ToolOutput)]` to it, or use `toolwright::Json` for any value"
)]
pub trait ToolOutput: Encode {
    /// What the JSON of this type is.
    const FORM: Form;

    /// What a type has whose JSON is that of another one: the same of that type. So rustc refuses types
    /// that are each other's JSON, which a decoder would go round in.
    #[doc(hidden)]
    const JSON_HAS_AN_END: () = ();

    /// The schema of the JSON that it is encoded as.
    fn schema() -> &'static TypeSchema;
}

/// What the JSON of a type is.
///
/// ```
/// use toolwright::{Form, ToolInput};
///
/// #[derive(ToolInput)]
/// struct Page {
///     limit: u8,
/// }
///
/// assert!(Page::FORM.is_object() && Page::FORM.is_open());
/// assert_eq!(<Vec<Page> as ToolInput>::FORM, Form::Other);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// An object that leaves alone what it has no place for, so that it may be part of another one.
    Open,
    /// Any other object.
    Object,
    /// Anything else.
    Other,
}

impl Form {
    /// Whether it is an object, as the arguments of a tool are.
    pub const fn is_object(self) -> bool {
        matches!(self, Self::Open | Self::Object)
    }

    /// Whether it may be part of another object.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Open)
    }
}
