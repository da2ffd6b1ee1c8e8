//! What the compiler makes of a spec, for people and for programs: the tools, and the operations
//! that were left out.

mod cost;
mod environment;
mod json;
mod review;
mod table;

use serde_json::Value;
use toolwright_inspect::OutputRelaxation;

pub use cost::Cost;
pub use environment::SentVariable;

use crate::diagnostics::{Diagnostics, Severity};
use crate::model::{Api, Handler, ListedAnnotations, Method, Operation};
use crate::schema_texts::{ListedDescriptions, SchemaTexts};
use crate::selection::LeftOut;

/// The tools of a spec and the operations that became none.
///
/// ```
/// use toolwright_codegen::{Builder, source::Source};
///
/// let source = Source::from_text("pets.yaml", "\
/// openapi: 3.0.3
/// info: {title: Pets, version: '1'}
/// paths: {/pets: {get: {operationId: listPets, responses: {}}}}
/// ".to_owned())?;
/// let report = Builder::new("pets.yaml").compile_source(source, &mut |_| {})?.report();
/// assert_eq!((report.tools.len(), report.skipped.len()), (1, 0));
/// assert!(report.cost() == report.tools[0].cost());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The tools in the order of the spec.
    pub tools: Vec<ListedTool>,
    /// The operations that were left out.
    pub skipped: Vec<SkippedOperation>,
    /// The operations that are left out by settings.
    pub left_out: Vec<LeftOut>,
    /// The environment variables that calls send in the place of arguments.
    pub environment: Vec<SentVariable>,
}

/// A tool as `tools/list` shows it, and the operation behind it.
///
/// ```
/// use toolwright_codegen::{Builder, source::Source};
///
/// let source = Source::from_text("pets.yaml", "\
/// openapi: 3.0.3
/// info: {title: Pets, version: '1'}
/// paths:
///   /pets/{id}:
///     get:
///       operationId: getPet
///       parameters:
///       - {name: id, in: path, required: true, schema: {type: integer}}
///       - {name: full, in: query, schema: {type: boolean}}
/// ".to_owned())?;
/// let report = Builder::new("pets.yaml").compile_source(source, &mut |_| {})?.report();
/// let tool = &report.tools[0];
/// assert_eq!((tool.name.as_str(), tool.path.as_str()), ("get_pet", "/pets/{id}"));
/// assert_eq!(tool.input_schema["required"][0], "id");
/// assert_eq!(tool.arguments(), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ListedTool {
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it does.
    pub description: String,
    /// HTTP method of the operation.
    pub method: Method,
    /// Path template of the operation.
    pub path: String,
    /// The portable input schema.
    pub input_schema: Value,
    /// The output schema, where one is advertised: what a result satisfies that may have been cut.
    pub output_schema: Option<Value>,
    /// What is stated, and what follows from the method.
    pub annotations: ListedAnnotations,
    /// Whether a handler runs it, and no request is sent.
    pub by_hand: bool,
}

/// An operation that became no tool.
///
/// ```
/// use toolwright_codegen::{Builder, source::Source};
///
/// // No API has such a path.
/// let path = "/x".repeat(5_000);
/// let spec = format!("openapi: 3.0.3\ninfo: {{title: A, version: '1'}}\npaths:\n  ? {path}\n  : {{get: {{}}}}\n");
/// let source = Source::from_text("pets.yaml", spec)?;
/// let report = Builder::new("pets.yaml").compile_source(source, &mut |_| {})?.report();
/// let skipped = &report.skipped[0];
/// assert_eq!(skipped.method, "*");
/// assert!(skipped.path.starts_with("/x/x"));
/// assert!(skipped.location.starts_with("pets.yaml:"), "{}", skipped.location);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedOperation {
    /// Its HTTP method; `*` for all that a path has.
    pub method: String,
    /// Its path template.
    pub path: String,
    /// Why.
    pub reason: String,
    /// `file:line:column`
    pub location: String,
}

impl Report {
    /// Puts together what there is to say about `api`; `locate` turns the address of a place into
    /// `file:line:column`.
    pub fn new(
        api: &Api,
        texts: &SchemaTexts,
        diagnostics: &Diagnostics,
        mut locate: impl FnMut(&str) -> String,
    ) -> Self {
        let tools = api
            .operations
            .iter()
            .enumerate()
            .map(|(index, operation)| ListedTool::from_texts(operation, texts, index))
            .collect();
        let skipped = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Skipped)
            .filter_map(|diagnostic| {
                let (method, path) = diagnostic.operation.clone()?;
                Some(SkippedOperation {
                    method,
                    path,
                    reason: diagnostic.message.clone(),
                    location: locate(&diagnostic.pointer),
                })
            })
            .collect();
        Self {
            tools,
            skipped,
            left_out: Vec::new(),
            environment: SentVariable::all(api),
        }
    }

    /// The same as a list of tools shows it: in the order of a server, what repeats is given once if the texts are made for that.
    #[must_use]
    pub(crate) fn with_shared_descriptions(mut self, texts: &SchemaTexts) -> Self {
        let mut listed = ListedDescriptions::new(&texts.shared_descriptions);
        let mut tools: Vec<&mut ListedTool> = self.tools.iter_mut().collect();
        tools.sort_by(|one, other| one.name.cmp(&other.name));
        for tool in tools {
            listed.replace_repeated(&tool.name, &mut tool.input_schema);
        }
        self
    }
}

impl ListedTool {
    /// The tool of the operation of that index, with its output schema.
    pub(crate) fn from_texts(operation: &Operation, texts: &SchemaTexts, index: usize) -> Self {
        Self {
            output_schema: output_schema(operation, texts, index),
            ..Self::new(operation, texts.portable_input(index))
        }
    }

    fn new(operation: &Operation, input_schema: Value) -> Self {
        Self {
            name: operation.tool.clone(),
            title: operation.title.clone(),
            description: operation.description.clone(),
            method: operation.method.clone(),
            path: operation.path.clone(),
            input_schema,
            output_schema: None,
            annotations: operation.annotations(),
            by_hand: operation.handler != Handler::Upstream,
        }
    }

    /// How many arguments the tool requires, and how many more it takes.
    pub fn arguments(&self) -> (usize, usize) {
        let properties = self.input_schema["properties"]
            .as_object()
            .map_or(0, |properties| properties.len());
        let required = self.input_schema["required"].as_array().map_or(0, Vec::len);
        (required, properties.saturating_sub(required))
    }
}

fn output_schema(operation: &Operation, texts: &SchemaTexts, index: usize) -> Option<Value> {
    let output = texts.outputs.get(index)?.as_ref()?;
    let mut schema = texts.portable_output(index);
    let relaxation = OutputRelaxation {
        is_wrapped: output.wrapped,
        selects_members: operation.call.fields.is_some(),
    };
    if let Value::Object(schema) = &mut schema {
        relaxation.relax(schema);
    }
    Some(schema)
}

#[cfg(test)]
mod tests;
