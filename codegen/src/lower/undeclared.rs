use serde_json::Value;

use super::Lowering;
use crate::schema::{is_truncated_for_clients, undeclared_required_names};

impl Lowering<'_> {
    /// Warns of a schema of which clients are not shown all.
    pub(super) fn remark_on_cut(&mut self, what: &str, schema: &Value, pointer: &str) {
        if is_truncated_for_clients(schema, self.types.definitions()) {
            let message = format!(
                "the schema of the {what} is composed of too many others, so clients see only some of its \
                 properties; it is still validated in full"
            );
            self.diagnostics.warning(pointer, message);
        }
    }

    /// Warns of a schema that requires what it has no property of, if readers are shown that: they are told
    /// of a parameter of which nothing but the name is known.
    pub(super) fn remark_on_undeclared(&mut self, what: &str, schema: &Value, pointer: &str) {
        if !self.settings.discovery {
            return;
        }
        for name in undeclared_required_names(schema, self.types.definitions()) {
            let message = format!(
                "the schema of the {what} requires `{name}` but does not declare it as a property; discovery \
                 shows it with any type"
            );
            self.diagnostics.warning(pointer, message);
        }
    }
}
