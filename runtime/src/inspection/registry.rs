//! The schemas of tools of remote MCP servers: lists and schemas are fetched on demand, and cached with their own lifetimes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use toolwright_inspect::{ToolNotFound, ToolSchema};

use super::registry_error::RegistryError;
use super::registry_server::{Found, List, Server};
use super::tool_source::{ToolInfo, ToolSource};

/// The tools of other MCP servers: their lists and, apart from these, the schemas that were asked for.
///
/// A server is asked when something is needed that is not there or no longer current; then once for
/// all calls that wait, who get the same failure where there is one. Nothing is fetched or read in
/// advance.
///
/// ```
/// use std::time::Duration;
/// use toolwright::inspection::SchemaRegistry;
/// # use toolwright::inspection::{SourceError, ToolInfo, ToolPage, ToolSource};
/// # struct Files;
/// # impl ToolSource for Files {
/// #     async fn page(&self, _: Option<String>) -> Result<ToolPage, SourceError> {
/// #         let tool = ToolInfo { name: "read_file".to_owned(), ..ToolInfo::default() };
/// #         Ok(ToolPage { tools: vec![tool], next: None })
/// #     }
/// # }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let files = Files;
///
/// let registry = SchemaRegistry::builder()
///     .server("files", files)
///     .schema_ttl(Duration::from_secs(600))
///     .schema_ttl_of("read_file", Duration::from_secs(60))
///     .build();
/// let error = registry.get_schema("raed_file").await.unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "Tool not found: 'raed_file' on server 'files'. Did you mean: read_file?"
/// );
///
/// let known = registry.get_schemas(["read_file", "write_file"]).await?;
/// assert_eq!(known.len(), 1);
/// registry.get_schema_on("files", "read_file").await?;
/// registry.forget().await;
///
/// let single = SchemaRegistry::for_server("files", Files);
/// assert_eq!(single.get_schema("read_file").await?.format_compact(), "read_file()");
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct SchemaRegistry {
    servers: Vec<Server>,
    times: Lifetimes,
}

/// Makes a [`SchemaRegistry`].
///
/// ```
/// use std::time::Duration;
/// use toolwright::inspection::SchemaRegistryBuilder;
/// # use toolwright::inspection::{SourceError, ToolInfo, ToolPage, ToolSource};
/// # struct Files;
/// # impl ToolSource for Files {
/// #     async fn page(&self, _: Option<String>) -> Result<ToolPage, SourceError> {
/// #         let tool = ToolInfo { name: "read_file".to_owned(), ..ToolInfo::default() };
/// #         Ok(ToolPage { tools: vec![tool], next: None })
/// #     }
/// # }
/// # let files = Files;
/// let registry = SchemaRegistryBuilder::default()
///     .server("files", files)
///     .list_ttl(Duration::from_secs(60))
///     .schema_ttl(Duration::from_secs(600))
///     .schema_ttl_of("read_file", Duration::from_secs(30))
///     .fetch_timeout(Duration::from_secs(5))
///     .build();
/// assert!(format!("{registry:?}").contains("files"));
/// ```
#[derive(Debug, Default)]
#[must_use]
pub struct SchemaRegistryBuilder {
    servers: Vec<Server>,
    times: Lifetimes,
}

/// How long things are kept and waited for.
#[derive(Debug)]
pub(super) struct Lifetimes {
    pub(super) list: Duration,
    pub(super) fetch: Duration,
    schema: Duration,
    /// Those of single tools.
    schemas: HashMap<String, Duration>,
}

impl Default for Lifetimes {
    fn default() -> Self {
        Self {
            list: Duration::from_secs(300),
            fetch: Duration::from_secs(30),
            schema: Duration::from_secs(3600),
            schemas: HashMap::new(),
        }
    }
}

impl Lifetimes {
    pub(super) fn schema_lifetime(&self, tool: &str) -> Duration {
        self.schemas.get(tool).copied().unwrap_or(self.schema)
    }
}

impl SchemaRegistryBuilder {
    /// Adds a server, by the name that errors call it. Where several have a tool of the same name,
    /// it is that of the first.
    pub fn server(mut self, name: impl Into<String>, source: impl ToolSource) -> Self {
        self.servers
            .push(Server::new(name.into(), Box::new(source)));
        self
    }

    /// How long a server's list of tools is kept; 300 s unless set.
    pub fn list_ttl(mut self, ttl: Duration) -> Self {
        self.times.list = ttl;
        self
    }

    /// How long a schema is kept, from when it was first asked for; 3,600 s unless set.
    pub fn schema_ttl(mut self, ttl: Duration) -> Self {
        self.times.schema = ttl;
        self
    }

    /// How long the schema of tools of that name is kept.
    pub fn schema_ttl_of(mut self, tool: impl Into<String>, ttl: Duration) -> Self {
        self.times.schemas.insert(tool.into(), ttl);
        self
    }

    /// How long a server has to list its tools, all parts of the list together; 30 s unless set.
    pub fn fetch_timeout(mut self, limit: Duration) -> Self {
        self.times.fetch = limit;
        self
    }

    /// The registry. No server is asked.
    pub fn build(self) -> SchemaRegistry {
        SchemaRegistry {
            servers: self.servers,
            times: self.times,
        }
    }
}

impl SchemaRegistry {
    /// A registry of servers that are added.
    pub fn builder() -> SchemaRegistryBuilder {
        SchemaRegistryBuilder::default()
    }

    /// The registry of one server.
    pub fn for_server(name: impl Into<String>, source: impl ToolSource) -> Self {
        Self::builder().server(name, source).build()
    }

    /// The schema of the tool of that name.
    ///
    /// # Errors
    ///
    /// No server has such a tool, or none of those that answer has it and another does not answer.
    pub async fn get_schema(&self, tool: &str) -> Result<Arc<ToolSchema>, RegistryError> {
        // All caches first: otherwise a slow server would hold up a tool whose schema is known from
        // another one.
        if let Some(schema) = self
            .servers
            .iter()
            .find_map(|server| server.cached_schema(tool))
        {
            return Ok(schema);
        }
        let mut failure = None;
        let mut lists = Vec::new();
        for server in &self.servers {
            match server.find_tool(tool, &self.times).await {
                Ok(Found::Schema(schema)) => return Ok(schema),
                Ok(Found::Nothing(list)) => lists.push(list),
                // A server that is down may be the one that has the tool, so "no such tool" would
                // be a guess.
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        let only = match self.servers.as_slice() {
            [only] => Some(only.name.as_str()),
            _ => None,
        };
        Err(failure.unwrap_or_else(|| not_found(tool, only, &lists)))
    }

    /// The schema of a server's tool.
    ///
    /// # Errors
    ///
    /// There is no such server, it has no such tool, or it does not answer.
    pub async fn get_schema_on(
        &self,
        server: &str,
        tool: &str,
    ) -> Result<Arc<ToolSchema>, RegistryError> {
        let server = self.find_server(server)?;
        match server.find_tool(tool, &self.times).await? {
            Found::Schema(schema) => Ok(schema),
            Found::Nothing(list) => Err(not_found(tool, Some(&server.name), &[list])),
        }
    }

    /// The schemas of tools, in the order of the names. Those that no server has are left out.
    ///
    /// # Errors
    ///
    /// A server does not answer that may have one of them.
    pub async fn get_schemas(
        &self,
        tools: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Vec<Arc<ToolSchema>>, RegistryError> {
        let mut schemas = Vec::new();
        for tool in tools {
            match self.get_schema(tool.as_ref()).await {
                Ok(schema) => schemas.push(schema),
                Err(RegistryError::NotFound(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(schemas)
    }

    /// The tools of all servers, as these list them.
    ///
    /// # Errors
    ///
    /// A server does not answer.
    pub async fn tools(&self) -> Result<Vec<ToolInfo>, RegistryError> {
        let mut tools = Vec::new();
        for server in &self.servers {
            tools.extend(server.list_tools(&self.times).await?.iter().cloned());
        }
        Ok(tools)
    }

    /// Forgets all that is kept: servers are asked again.
    pub async fn forget(&self) {
        for server in &self.servers {
            server.forget().await;
        }
    }

    fn find_server(&self, name: &str) -> Result<&Server, RegistryError> {
        let found = self.servers.iter().find(|server| server.name == name);
        found.ok_or_else(|| RegistryError::NoServer {
            name: name.to_owned(),
            known: self.servers.iter().map(|it| it.name.clone()).collect(),
        })
    }
}

fn not_found(tool: &str, server: Option<&str>, lists: &[List]) -> RegistryError {
    let names = lists.iter().flat_map(|list| list.iter());
    ToolNotFound::new(tool, server, names.map(|info| info.name.as_str())).into()
}
