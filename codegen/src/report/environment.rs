//! The environment variables that calls send in the place of arguments, and where to: a reader of `list`
//! or `lint` sees what leaves the machine before a server is built. The variables of credentials are not
//! among them; they are those of the spec's security schemes.

use indexmap::IndexMap;
use serde_json::{Value, json};

use crate::diagnostics::{count_noun, make_visible};
use crate::model::{Api, Handler, Operation, PresetValue};

/// This many tools are named; `--format json` names all.
const NAMED_TOOLS: usize = 3;

/// An environment variable whose value is sent with calls.
///
/// ```
/// use toolwright_codegen::report::SentVariable;
/// use toolwright_codegen::{Builder, source::Source};
///
/// let source = Source::from_text("pets.yaml", "\
/// openapi: 3.0.3
/// info: {title: Pets, version: '1'}
/// servers: [{url: 'https://pets.example'}]
/// paths:
///   /pets:
///     get:
///       operationId: listPets
///       parameters:
///       - {name: tenant, in: query, x-mcp: {env: PETS_TENANT}, schema: {type: string}}
/// ".to_owned())?;
/// let compiled = Builder::new("pets.yaml").compile_source(source, &mut |_| {})?;
/// let sent = SentVariable::all(compiled.api());
/// assert_eq!(sent[0].variable, "PETS_TENANT");
/// assert_eq!(sent[0].receiver, "https://pets.example");
/// assert_eq!(sent[0].tools, ["list_pets"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentVariable {
    /// Its name.
    pub variable: String,
    /// Where its value goes if the operator does not set another base URL: the URL of the spec's server,
    /// or in words what stands for it.
    pub receiver: String,
    /// The tools whose calls send it.
    pub tools: Vec<String>,
}

impl SentVariable {
    /// All that the tools of an API send, in the order of the spec.
    pub fn all(api: &Api) -> Vec<Self> {
        let mut found: IndexMap<(&str, String), Vec<String>> = IndexMap::new();
        for operation in &api.operations {
            for preset in &operation.call.presets.all {
                if let PresetValue::Environment(variable) = &preset.value {
                    let key = (variable.as_str(), request_receiver(operation, api));
                    let tools = found.entry(key).or_default();
                    if tools.last() != Some(&operation.tool) {
                        tools.push(operation.tool.clone());
                    }
                }
            }
        }
        let found = found.into_iter();
        found
            .map(|((variable, receiver), tools)| Self {
                variable: variable.to_owned(),
                receiver,
                tools,
            })
            .collect()
    }

    /// One line for people.
    pub(crate) fn to_line(&self) -> String {
        let named: Vec<&str> = self
            .tools
            .iter()
            .take(NAMED_TOOLS)
            .map(String::as_str)
            .collect();
        let more = if self.tools.len() > NAMED_TOOLS {
            ", …"
        } else {
            ""
        };
        make_visible(&format!(
            "environment: {} is sent to {} by {} ({}{more})",
            self.variable,
            self.receiver,
            count_noun(self.tools.len(), "tool"),
            named.join(", "),
        ))
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({"variable": self.variable, "receiver": self.receiver, "tools": self.tools})
    }
}

/// Where calls of an operation go.
fn request_receiver(operation: &Operation, api: &Api) -> String {
    if operation.handler != Handler::Upstream {
        return "its handler".to_owned();
    }
    // The first server is the one that is called by default.
    let server = operation.call.servers.first().or(api.servers.first());
    match server {
        Some(server) => server.by_default().unwrap_or_else(|| server.url.clone()),
        None => "the configured base URL".to_owned(),
    }
}
