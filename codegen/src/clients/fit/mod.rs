//! Portable schemas once more, so that the chosen clients accept them. What is lost is said in the
//! description where words can say it; arguments are validated against the spec's own schema
//! anyway.

mod choice;
mod demands;
mod expand;
mod notes;
mod types;
mod values;

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::Clients;
use crate::schema::keyword::{Object, schemas_in_keyword_mut};
use demands::Demands;
use expand::Depth;
pub(crate) use expand::{LARGEST as LARGEST_SCHEMA, unroll_recursion};
use notes::Notes;

/// Writes schemas so that some clients accept them.
pub(crate) struct Fitter<'a> {
    definitions: &'a IndexMap<String, Value>,
    demands: Demands,
    /// Whether there are any clients.
    is_for_clients: bool,
    depth: Depth,
}

impl<'a> Fitter<'a> {
    /// For those clients; `definitions` are what the schemas refer to.
    pub(crate) fn new(clients: Clients, definitions: &'a IndexMap<String, Value>) -> Self {
        Self {
            definitions,
            demands: Demands::from_clients(clients),
            is_for_clients: !clients.is_empty(),
            depth: Depth::UNLIMITED,
        }
    }

    /// The same, but with so many levels of properties, if that is given; what is below is described. The
    /// description says how to ask for it if the server has a schema provider.
    pub(crate) fn with_depth(self, levels: Option<usize>, has_schema_provider: bool) -> Self {
        const HINT: &str = "ask the schema provider for them with schema_pointer";
        Self {
            depth: Depth {
                levels: levels.unwrap_or(usize::MAX),
                hint: has_schema_provider.then_some(HINT),
            },
            ..self
        }
    }

    /// The schema of a tool's arguments or results: without references, and without what a client
    /// refuses.
    pub(crate) fn fit_schema(&self, schema: &Value) -> Value {
        let mut fitted = expand::expand_references(schema, self.definitions, self.depth);
        if self.is_for_clients {
            self.fit_node(&mut fitted, 0);
        }
        fitted
    }

    fn fit_node(&self, schema: &mut Value, depth: usize) {
        let Some(object) = schema.as_object_mut() else {
            return;
        };
        let demands = &self.demands;
        let mut notes = Notes::default();
        choice::flatten_all_of(object, demands);
        types::replace_null_alternative(object, &mut notes, demands);
        choice::alone(object, &mut notes, demands);
        values::stringify_enum(object, &mut notes, demands);
        types::add_missing_type(object, &mut notes, demands);
        values::remove_keywords(object, &mut notes, demands);
        let depth = depth + usize::from(object.get("type") == Some(&json!("object")));
        if demands.depth.is_some_and(|most| depth >= most) {
            cut_nested(object, &mut notes);
        }
        notes.write_to(object);
        for (keyword, value) in object.iter_mut() {
            for inner in schemas_in_keyword_mut(keyword, value) {
                self.fit_node(inner, depth);
            }
        }
    }
}

/// Leaves out what an object holds.
fn cut_nested(object: &mut Object, notes: &mut Notes) {
    if let Some(Value::Object(properties)) = object.shift_remove("properties") {
        notes.add_note(expand::outline_properties(&properties));
    }
    object.shift_remove("required");
    object.shift_remove("additionalProperties");
}

#[cfg(test)]
mod tests;
