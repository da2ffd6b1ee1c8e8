use indexmap::IndexMap;

use crate::model::Definition;
use crate::names::{Scope, screaming_name};
use crate::schema::Schema;

/// The definitions of a document with the names of their constants.
pub(super) struct Definitions {
    pub(super) by_key: IndexMap<String, Definition>,
}

impl Definitions {
    pub(super) fn from_schemas(schemas: IndexMap<String, Schema>, constants: &mut Scope) -> Self {
        let by_key = schemas
            .into_iter()
            .map(|(key, schema)| {
                let name = screaming_name(&key);
                let constant = constants.claim([name.clone(), format!("{name}_SCHEMA")]);
                let definition = Definition {
                    constant,
                    pointer: schema.pointer,
                    schema: schema.value,
                };
                (key, definition)
            })
            .collect();
        Self { by_key }
    }
}
