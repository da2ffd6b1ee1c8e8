use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use toolwright_inspect::ToolSchema;

use super::cached_fetch::{expiry_after, is_current};

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
    pub(super) fn current_schema(&self, tool: &str) -> Option<Arc<ToolSchema>> {
        let mut entries = self.lock_entries();
        let entry = entries.get(tool)?;
        if is_current(entry.until) {
            return Some(Arc::clone(&entry.schema));
        }
        entries.remove(tool);
        None
    }

    pub(super) fn insert_schema(&self, schema: ToolSchema, ttl: Duration) -> Arc<ToolSchema> {
        let name = schema.tool_name.clone();
        let schema = Arc::new(schema);
        let entry = Entry {
            schema: Arc::clone(&schema),
            until: expiry_after(ttl),
        };
        self.lock_entries().insert(name, entry);
        schema
    }

    pub(super) fn clear_schemas(&self) {
        self.lock_entries().clear();
    }

    /// No entry is ever left half-made.
    fn lock_entries(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
