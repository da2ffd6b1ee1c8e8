//! The requirements of schema inspection that need servers, R1 to R12; `inspect/tests` has the others.

mod clients;
#[cfg(feature = "server")]
mod own;
mod registry;
mod times;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;

use super::{SourceError, ToolInfo, ToolPage, ToolSource};

/// A server with these tools, two on a page, that counts how often it is asked.
#[derive(Debug, Default)]
struct Counted {
    tools: Vec<ToolInfo>,
    pages: AtomicUsize,
    /// How long it thinks about a page.
    takes: Duration,
    /// So many first pages fail.
    failing: AtomicUsize,
}

impl Counted {
    fn with(names: &[&str]) -> Self {
        let tool = |name: &&str| ToolInfo {
            name: (*name).to_owned(),
            description: format!("Does {name}"),
            input_schema: Some(json!({
                "type": "object",
                "properties": {"path": {"type": "string"}, "encoding": {"type": "string"}},
                "required": ["path"],
            })),
        };
        Self {
            tools: names.iter().map(tool).collect(),
            ..Self::default()
        }
    }

    fn arc(names: &[&str]) -> Arc<Self> {
        Arc::new(Self::with(names))
    }

    fn asked(&self) -> usize {
        self.pages.load(Ordering::SeqCst)
    }
}

impl ToolSource for Counted {
    async fn page(&self, cursor: Option<String>) -> Result<ToolPage, SourceError> {
        self.pages.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(self.takes).await;
        let from: usize = cursor.as_deref().unwrap_or("0").parse()?;
        let fewer = |left: usize| left.checked_sub(1);
        let failing = self
            .failing
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, fewer);
        if from == 0 && failing.is_ok() {
            return Err("the line is dead".into());
        }
        let tools = self.tools.iter().skip(from).take(2).cloned().collect();
        let next = from + 2;
        Ok(ToolPage {
            tools,
            next: (next < self.tools.len()).then(|| next.to_string()),
        })
    }
}
