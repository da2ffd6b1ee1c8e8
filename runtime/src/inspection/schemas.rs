use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use toolwright_inspect::ToolSchema;

use super::kept::{is_ahead, until};

/// The schemas of one server that were read, each with its time. There are never more than the server
/// has listed.
#[derive(Debug, Default)]
pub(super) struct Schemas(Mutex<HashMap<String, Entry>>);

#[derive(Debug)]
struct Entry {
    schema: Arc<ToolSchema>,
    until: Option<Instant>,
}

impl Schemas {
    /// The schema of that tool, if it is there and current.
    pub(super) fn get(&self, tool: &str) -> Option<Arc<ToolSchema>> {
        let mut entries = self.entries();
        let entry = entries.get(tool)?;
        if is_ahead(entry.until) {
            return Some(Arc::clone(&entry.schema));
        }
        entries.remove(tool);
        None
    }

    pub(super) fn keep(&self, schema: ToolSchema, ttl: Duration) -> Arc<ToolSchema> {
        let name = schema.tool_name.clone();
        let schema = Arc::new(schema);
        let entry = Entry {
            schema: Arc::clone(&schema),
            until: until(ttl),
        };
        self.entries().insert(name, entry);
        schema
    }

    pub(super) fn forget(&self) {
        self.entries().clear();
    }

    /// No entry is ever left half-made.
    fn entries(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
