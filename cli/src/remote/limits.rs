//! What asking another server may cost: a time limit for what it is asked, and a list of tools that comes to an
//! end. A server that is slow, silent or hostile must neither hold the command for ever nor fill its
//! memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::Instant;
use toolwright::inspection::{SourceError, ToolInfo, ToolPage, ToolSource};

use super::RemoteError;

/// Parts of one list. The largest public servers have some hundred tools, in parts of 50 or more.
const MOST_PAGES: usize = 1_000;
/// Bytes of one list, as JSON: names, descriptions and input schemas.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// Until when a server has to answer, and what it was last asked for.
pub(super) struct Deadline {
    limit: Duration,
    end: Instant,
    progress: Arc<Progress>,
}

/// How far the list of tools has come; no part was asked for yet if there are no pages.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pages: AtomicUsize,
    tools: AtomicUsize,
    bytes: AtomicUsize,
}

impl Deadline {
    pub(super) fn new(limit: Duration) -> Self {
        Self {
            limit,
            end: Instant::now() + limit,
            progress: Arc::default(),
        }
    }

    /// Gives the server the whole time again, for the next request.
    pub(super) fn restart_clock(&mut self) {
        self.end = Instant::now() + self.limit;
    }

    pub(super) fn progress(&self) -> Arc<Progress> {
        self.progress.clone()
    }

    /// The result, or an error that says how far the list of tools has come.
    pub(super) async fn run_until<T>(
        &self,
        server: &str,
        asking: impl Future<Output = Result<T, RemoteError>>,
    ) -> Result<T, RemoteError> {
        let held = tokio::time::timeout_at(self.end, asking).await;
        held.unwrap_or_else(|_| Err(self.timed_out(server, self.progress.describe_waiting())))
    }

    /// The result of a call, or an error that names the tool.
    pub(super) async fn run_call<T>(
        &self,
        server: &str,
        tool: &str,
        asking: impl Future<Output = Result<T, RemoteError>>,
    ) -> Result<T, RemoteError> {
        let held = tokio::time::timeout_at(self.end, asking).await;
        held.unwrap_or_else(|_| Err(self.timed_out(server, format!("the answer of {tool}"))))
    }

    fn timed_out(&self, server: &str, waiting_for: String) -> RemoteError {
        RemoteError::TimedOut {
            server: server.to_owned(),
            limit: self.limit,
            waiting_for,
        }
    }
}

impl Progress {
    fn describe_waiting(&self) -> String {
        match self.pages.load(Ordering::Relaxed) {
            0 => "a connection and the first response".to_owned(),
            1 => "its list of tools".to_owned(),
            page => {
                let tools = self.tools.load(Ordering::Relaxed);
                format!("page {page} of its list of tools, with {tools} tools so far")
            }
        }
    }

    /// Counts a page before it is requested, so that the error of a timeout names the part that was waited for.
    pub(super) fn begin_page(&self) {
        self.pages.fetch_add(1, Ordering::Relaxed);
    }

    fn count_page(&self, page: &ToolPage) -> Result<(), SourceError> {
        let size = page.tools.iter().map(json_size).sum();
        self.count_tools(page.tools.len(), size, page.next.is_some())
    }

    /// Counts the tools of a page and their bytes; an error if the list is too long.
    pub(super) fn count_tools(
        &self,
        count: usize,
        size: usize,
        has_more: bool,
    ) -> Result<(), SourceError> {
        let bytes = self.bytes.fetch_add(size, Ordering::Relaxed) + size;
        let tools = self.tools.fetch_add(count, Ordering::Relaxed) + count;
        if bytes > MOST_BYTES {
            let limit = MOST_BYTES / 1024 / 1024;
            return Err(format!("its {tools} tools so far are larger than {limit} MiB").into());
        }
        if has_more && self.pages.load(Ordering::Relaxed) >= MOST_PAGES {
            let message = format!(
                "after {MOST_PAGES} pages with {tools} tools, its list of tools still has more"
            );
            return Err(message.into());
        }
        Ok(())
    }
}

fn json_size(tool: &ToolInfo) -> usize {
    let schema = tool.input_schema.as_ref();
    let schema = schema.map_or(0, |schema| schema.to_string().len());
    tool.name.len() + tool.description.len() + schema
}

/// A server whose list comes to an end.
pub(super) struct Bounded<S> {
    source: S,
    progress: Arc<Progress>,
}

impl<S> Bounded<S> {
    pub(super) fn new(source: S, progress: Arc<Progress>) -> Self {
        Self { source, progress }
    }
}

impl<S: ToolSource> ToolSource for Bounded<S> {
    async fn page(&self, cursor: Option<String>) -> Result<ToolPage, SourceError> {
        self.progress.begin_page();
        let page = self.source.page(cursor).await?;
        self.progress.count_page(&page)?;
        Ok(page)
    }
}

#[cfg(test)]
mod tests {
    use toolwright::inspection::SchemaRegistry;

    use super::*;

    /// A list without end, whose cursors all differ.
    struct Endless {
        description: String,
    }

    impl ToolSource for Endless {
        async fn page(&self, cursor: Option<String>) -> Result<ToolPage, SourceError> {
            let number = cursor.map_or(Ok(0), |cursor| cursor.parse::<usize>())?;
            let tool = ToolInfo {
                name: format!("tool_{number}"),
                description: self.description.clone(),
                ..ToolInfo::default()
            };
            Ok(ToolPage {
                tools: vec![tool],
                next: Some((number + 1).to_string()),
            })
        }
    }

    fn error_of(description: String) -> String {
        let source = Bounded::new(Endless { description }, Arc::default());
        let registry = SchemaRegistry::for_server("endless", source);
        let runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = { runtime }.enable_time().build().expect("a runtime");
        let error = runtime.block_on(registry.tools()).expect_err("has no end");
        error.to_string()
    }

    #[test]
    fn a_list_without_end_is_ended() {
        let error = error_of(String::new());
        assert!(
            error.contains("after 1000 pages with 1000 tools, its list of tools still has more"),
            "{error}"
        );
    }

    #[test]
    fn a_list_that_is_too_large_is_ended() {
        let error = error_of("x".repeat(MOST_BYTES / 3));
        assert!(
            error.contains("its 3 tools so far are larger than 64 MiB"),
            "{error}"
        );
    }
}
