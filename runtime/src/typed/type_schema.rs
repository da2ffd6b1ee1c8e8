//! The schema of a Rust type as text, with placeholders for the types in it. Derive macros write it; it is joined
//! when a tool is first listed.

use serde_json::Map;

use super::fold_alternatives::fold_alternatives;
use super::schema_joiner::{SchemaForm, SchemaJoiner};
use crate::value::Json;

/// The schema of a Rust type as text. Those of the types in it are joined to it when it is first
/// listed.
///
/// `"$ref": "#/$defs/0"` stands for the schema of the first of `types`; a property `"$part:0"` for
/// the properties of that type.
///
/// What a derive macro writes:
///
/// ```
/// use toolwright::{ToolInput, TypeSchema};
///
/// static PETS: TypeSchema = TypeSchema {
///     name: "",
///     faithful: r##"{"type":"object","properties":{"pets":{"$ref":"#/$defs/0"}}}"##,
///     listed: None,
///     types: &[<Vec<String> as ToolInput>::schema],
/// };
/// assert_eq!(
///     PETS.faithful().to_string(),
///     r#"{"type":"object","properties":{"pets":{"type":"array","items":{"type":"string"}}}}"#
/// );
/// assert_eq!(PETS.input()["properties"]["pets"]["type"], "array");
/// ```
#[derive(Debug)]
pub struct TypeSchema {
    /// Its name under `$defs`; empty where it always stands in place.
    pub name: &'static str,
    /// The schema, as JSON Schema 2020-12.
    pub faithful: &'static str,
    /// The form that every known client accepts, where that is another one.
    pub listed: Option<&'static str>,
    /// The types in it.
    pub types: &'static [fn() -> &'static Self],
}

impl TypeSchema {
    /// The whole schema, with all types that have a name under `$defs`.
    ///
    /// ```
    /// use toolwright::ToolInput;
    ///
    /// let schema = <Vec<bool>>::schema().faithful();
    /// assert_eq!(schema.to_string(), r#"{"type":"array","items":{"type":"boolean"}}"#);
    /// ```
    pub fn faithful(&'static self) -> Json {
        SchemaJoiner::new(SchemaForm::Faithful, self).into_schema()
    }

    /// The form that clients are shown, with types in place unless they contain themselves.
    pub fn listed(&'static self) -> Json {
        SchemaJoiner::new(SchemaForm::Listed, self).into_schema()
    }

    /// What clients are shown as the input schema of a tool: an object, without a choice at its root.
    pub fn input(&'static self) -> Map<String, Json> {
        fold_alternatives(self.listed(), true)
    }

    /// What clients are shown as the output schema of a tool, whose result is an object.
    ///
    /// ```
    /// use toolwright::ToolOutput;
    ///
    /// #[derive(ToolOutput)]
    /// struct Found {
    ///     pets: Vec<String>,
    /// }
    ///
    /// assert_eq!(Found::schema().listed()["type"], "object");
    /// assert_eq!(Found::schema().output()["required"], serde_json::json!(["pets"]));
    /// ```
    pub fn output(&'static self) -> Map<String, Json> {
        fold_alternatives(self.listed(), false)
    }
}
