//! One remote server of a registry: its list of tools, fetched page by page, and the schemas parsed from it.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use toolwright_inspect::ToolSchema;

use super::cached_fetch::CachedFetch;
use super::registry::Lifetimes;
use super::registry_error::RegistryError;
use super::schemas::Schemas;
use super::tool_source::{AnySource, ToolInfo};

/// More parts than any list has.
const MAX_PAGES: usize = 10_000;

pub(super) type List = Arc<[ToolInfo]>;

/// What a server has of a name.
pub(super) enum Found {
    Schema(Arc<ToolSchema>),
    /// No tool of that name is among these.
    Nothing(List),
}

/// A server of a registry, with what is kept of it.
pub(super) struct Server {
    pub(super) name: String,
    source: Box<dyn AnySource>,
    list: CachedFetch<List, RegistryError>,
    schemas: Schemas,
}

impl Server {
    pub(super) fn new(name: String, source: Box<dyn AnySource>) -> Self {
        Self {
            name,
            source,
            list: CachedFetch::new(),
            schemas: Schemas::default(),
        }
    }

    /// The schema of a tool, if it was read before and is current.
    pub(super) fn cached_schema(&self, tool: &str) -> Option<Arc<ToolSchema>> {
        self.schemas.current_schema(tool)
    }

    /// The schema of a tool.
    pub(super) async fn find_tool(
        &self,
        tool: &str,
        times: &Lifetimes,
    ) -> Result<Found, RegistryError> {
        if let Some(schema) = self.cached_schema(tool) {
            return Ok(Found::Schema(schema));
        }
        let list = self.list_tools(times).await?;
        Ok(match list.iter().find(|info| info.name == tool) {
            Some(info) => Found::Schema(
                self.schemas
                    .insert_schema(info.schema(), times.schema_lifetime(tool)),
            ),
            None => Found::Nothing(list),
        })
    }

    /// All tools, in the server's order.
    pub(super) async fn list_tools(&self, times: &Lifetimes) -> Result<List, RegistryError> {
        let limit = times.fetch;
        let fetch = async {
            let fetched = tokio::time::timeout(limit, self.fetch_list()).await;
            fetched.unwrap_or_else(|_| {
                Err(RegistryError::TimedOut {
                    server: self.name.clone(),
                    limit,
                })
            })
        };
        self.list.get_or_fetch(times.list, fetch).await
    }

    async fn fetch_list(&self) -> Result<List, RegistryError> {
        let mut tools = Vec::new();
        let mut seen = HashSet::new();
        let mut cursor = None;
        loop {
            let page = self.source.any_page(cursor).await;
            let page = page.map_err(|source| RegistryError::Unavailable {
                server: self.name.clone(),
                source: source.into(),
            })?;
            tools.extend(page.tools);
            let Some(next) = page.next else {
                return Ok(tools.into());
            };
            // A server that repeats a cursor would be asked forever.
            if !seen.insert(next.clone()) || seen.len() == MAX_PAGES {
                return Err(RegistryError::Endless {
                    server: self.name.clone(),
                    cursor: next,
                });
            }
            cursor = Some(next);
        }
    }

    pub(super) async fn forget(&self) {
        self.list.clear_cache().await;
        self.schemas.clear_schemas();
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
