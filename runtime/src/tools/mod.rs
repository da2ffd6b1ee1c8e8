//! What a server serves: the tools of APIs, and tools that no spec describes.

mod call_failure;
#[cfg(feature = "discovery")]
mod discovery_names;
mod erased_handler;
mod listing_mode;
mod manual_api;
mod mode;
mod narrow;
mod own_tool;
#[cfg(test)]
mod tests;
mod tools_error;
mod tools_source;

#[cfg(feature = "bridge")]
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use rmcp::ServerHandler;

use crate::api::Api;
#[cfg(feature = "bridge")]
use crate::bridge::BridgeTool;
use crate::discovery_table::SchemaFormat;
use crate::handlers::Dispatch;
use crate::http::{HttpExecutor, HttpExecutorBuilder, find_set_value, process_variable};
#[cfg(feature = "bridge")]
use crate::tool::Annotations;
use crate::tool_info::ToolInfo;
use crate::value_source::ValueSource;
use call_failure::ErrorForm;
use narrow::{NarrowedSource, RestrictionError};
use own_tool::{OwnTools, StatefulTools};
use tools_source::ToolsSource;

pub use call_failure::CallFailure;
#[cfg(feature = "discovery")]
pub(crate) use discovery_names::{DiscoveryNames, DiscoveryTool};
pub(crate) use erased_handler::ErasedHandler;
pub use manual_api::ManualApi;
pub use mode::{Mode, UnknownMode};
pub use own_tool::OwnTool;
pub use tools_error::ToolsError;
pub(crate) use tools_source::{FoundTool, ToolRunner};

/// What a server serves: the tools of one API or several, with the hand-written handlers of their
/// manual operations, and tools of one's own.
///
/// ```no_run
/// # static SHOP: toolwright::Api = toolwright::Api::new("shop");
/// # static NEWS: toolwright::Api = toolwright::Api::new("news");
/// use toolwright::Tools;
///
/// fn main() -> std::process::ExitCode {
///     toolwright::run(Tools::from_api(&SHOP).and(&NEWS))
/// }
/// ```
///
/// The first API gives the server its name, its version and its instructions. No two tools may have
/// the same name; that they do is said when the server starts ([`ToolsError`]).
#[derive(Clone)]
pub struct Tools {
    first_api: &'static Api,
    sources: Vec<NarrowedSource>,
    /// What is wrong with the restrictions so far.
    restriction_errors: Vec<RestrictionError>,
    /// Which of them are listed, where that is said.
    mode: Option<Mode>,
    /// What the names of the tools of discovery begin with, where that is said.
    prefix: Option<String>,
    /// Whether discovery has a second executor, for reading.
    has_reader: bool,
    /// How the schema provider describes operations.
    schema_format: Option<SchemaFormat>,
    environment: Environment,
    /// What answers requests that are not about tools; more than one is an error when the server starts.
    handlers: Vec<Arc<dyn ErasedHandler>>,
    /// Whether clients are told that tools send log messages.
    has_logging: bool,
    /// The form of errors, where they have one.
    error_form: Option<ErrorForm>,
    /// Bytes of the longest result, where the command line says nothing.
    max_result_bytes: Option<usize>,
}

/// How the variables of APIs are looked up.
type Environment = fn(&str) -> Option<String>;

/// What can be served: [`Tools`], or an [`Api`] without manual operations.
///
/// ```
/// use toolwright::{IntoTools, ToolServer, tool, tool_list};
///
/// #[derive(ToolServer)]
/// #[tools(methods(count))]
/// struct Shop {
///     pets: usize,
/// }
///
/// impl Shop {
///     /// How many pets there are.
///     #[tool(read_only)]
///     fn count(&self) -> usize {
///         self.pets
///     }
/// }
///
/// let tools = Shop { pets: 3 }.into_tools();
/// assert!(tool_list(tools).contains("How many pets there are."));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be served as it is",
    label = "not what a server serves",
    note = "an `API` without manual operations is served as `&API`",
    note = "an `API` with operations that have handlers is served by the function `tools` beside it, which \
        takes the handlers: `tools(MyHandlers)`"
)]
pub trait IntoTools {
    /// The tools.
    fn into_tools(self) -> Tools;
}

impl IntoTools for Tools {
    fn into_tools(self) -> Tools {
        self
    }
}

impl IntoTools for &'static Api {
    fn into_tools(self) -> Tools {
        Tools::from_api(self)
    }
}

impl Tools {
    /// The tools of an API that has no manual operations.
    pub fn from_api(api: &'static Api) -> Self {
        let handlers = None;
        Self::from_source(api, ToolsSource::Api { api, handlers })
    }

    /// The tools of an API, with what runs its manual operations: what the generated function
    /// `tools` calls.
    ///
    /// ```
    /// mod pets {
    ///     toolwright::tools!("tests/doc/pets.yaml", manual = "getPet");
    /// }
    /// use toolwright::{Call, Json, ToolError, tool_list};
    ///
    /// struct Shop;
    ///
    /// #[toolwright::handlers]
    /// impl pets::Handlers for Shop {
    ///     async fn get_pet(&self, get: pets::GetPet, _: &Call<'_>) -> Result<pets::types::Pet, ToolError> {
    ///         Ok(pets::types::Pet { id: get.pet_id, name: "Rex".to_owned() })
    ///     }
    /// }
    ///
    /// // The generated `tools` is `Tools::with_handlers(&API, …)`.
    /// assert!(tool_list(pets::tools(Shop)).contains("Show one pet"));
    /// ```
    pub fn with_handlers(api: &'static ManualApi, handlers: impl Dispatch) -> Self {
        let handlers: Arc<dyn Dispatch> = Arc::new(handlers);
        let handlers = Some(handlers);
        let api = api.api();
        Self::from_source(api, ToolsSource::Api { api, handlers })
    }

    fn from_source(first: &'static Api, source: ToolsSource) -> Self {
        Self {
            first_api: first,
            sources: vec![NarrowedSource::new(source)],
            restriction_errors: Vec::new(),
            mode: None,
            prefix: None,
            has_reader: false,
            schema_format: None,
            environment: process_variable,
            handlers: Vec::new(),
            has_logging: false,
            error_form: None,
            max_result_bytes: None,
        }
    }

    /// No tools so far: a server of that name, to which tools of one's own are
    /// [added](Self::and_own).
    ///
    /// ```
    /// # struct State;
    /// use toolwright::{Tools, tool_list};
    ///
    /// let tools = Tools::new("shop", "1.0.0");
    /// assert_eq!(tool_list(tools).matches("name").count(), 0);
    /// ```
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        // Once in a server's life; whatever is served otherwise is a constant of the program.
        let leaked = |text: String| &*Box::leak(text.into_boxed_str());
        Self::from_api(Box::leak(Box::new(
            Api::new(leaked(name.into())).version(leaked(version.into())),
        )))
    }

    /// These tools and others, behind them. How these are listed holds for all.
    #[must_use]
    pub fn and(mut self, others: impl IntoTools) -> Self {
        let others = others.into_tools();
        self.sources.extend(others.sources);
        self.restriction_errors.extend(others.restriction_errors);
        self.handlers.extend(others.handlers);
        self.has_logging |= others.has_logging;
        self
    }

    /// These tools and some of one's own, which share a state.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use std::sync::Arc;
    /// use toolwright::{OwnTool, Tools, tool_list};
    ///
    /// struct Shop;
    /// static OWN: &[OwnTool<Shop>] = &[/* as `OwnTool` shows */];
    ///
    /// let tools = Tools::from_api(&pets::API).and_own(Arc::new(Shop), OWN);
    /// assert!(tool_list(tools).contains("list_pets"));
    /// ```
    #[must_use]
    pub fn and_own<S: Send + Sync + 'static>(
        mut self,
        state: Arc<S>,
        tools: &'static [OwnTool<S>],
    ) -> Self {
        let own: Arc<dyn OwnTools> = Arc::new(StatefulTools::new(state, tools));
        self.sources
            .push(NarrowedSource::new(ToolsSource::Own(own)));
        self
    }

    /// Adds what MCP has besides tools: resources, prompts, completion, subscriptions and list
    /// changes. `handler` answers every request that is not about tools; toolwright keeps answering
    /// those that are, so a `list_tools` or `call_tool` of the handler is never called.
    ///
    /// Clients see the capabilities and instructions of the handler's `get_info` beside those of the
    /// tools. Name, version and supported revisions of MCP stay those of the tools. Use the types of
    /// [`toolwright::rmcp`](crate::rmcp), so that your crate and toolwright agree on rmcp's version.
    ///
    /// Two handlers are an error when the server starts ([`ToolsError::ManyServerHandlers`]).
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use toolwright::rmcp::model::{
    ///     Implementation, ListPromptsResult, PaginatedRequestParams, Prompt, ServerCapabilities, ServerConfig,
    /// };
    /// use toolwright::rmcp::service::RequestContext;
    /// use toolwright::rmcp::{ErrorData, RoleServer, ServerHandler};
    /// use toolwright::{Server, Tools};
    ///
    /// struct Prompts;
    ///
    /// impl ServerHandler for Prompts {
    ///     fn get_info(&self) -> ServerConfig {
    ///         ServerConfig::new(ServerCapabilities::builder().enable_prompts().build())
    ///     }
    ///
    ///     async fn list_prompts(
    ///         &self,
    ///         _: Option<PaginatedRequestParams>,
    ///         _: RequestContext<RoleServer>,
    ///     ) -> Result<ListPromptsResult, ErrorData> {
    ///         let feed = Prompt::new("feed", Some("Feed the pets"), None);
    ///         Ok(ListPromptsResult::with_all_items(vec![feed]))
    ///     }
    /// }
    ///
    /// let server = Server::from_tools(Tools::from_api(&pets::API).with_server_handler(Prompts), [])?;
    /// # Ok::<(), toolwright::ToolsError>(())
    /// ```
    #[must_use]
    pub fn with_server_handler(mut self, handler: impl ServerHandler) -> Self {
        self.handlers.push(Arc::new(handler));
        self
    }

    /// Tells clients that tools send log messages ([`Call::log`](crate::Call::log)), and lets them
    /// choose from which level on. Without it, `Call::log` sends nothing.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use toolwright::{Server, Tools};
    ///
    /// let server = Server::from_tools(Tools::from_api(&pets::API).with_logging(), [])?;
    /// # Ok::<(), toolwright::ToolsError>(())
    /// ```
    #[must_use]
    pub fn with_logging(mut self) -> Self {
        self.has_logging = true;
        self
    }

    /// What answers requests that are not about tools.
    pub(crate) fn server_handler(&self) -> Option<&dyn ErasedHandler> {
        self.handlers.first().map(|handler| &**handler)
    }

    /// Whether code of the program runs some of the tools.
    pub(crate) fn have_handlers(&self) -> bool {
        self.sources.iter().any(|it| it.source.has_handlers())
    }

    pub(crate) fn has_logging(&self) -> bool {
        self.has_logging
    }

    /// Looks up here, instead of in the process's environment, what [`run`](crate::run) lets the
    /// environment say of APIs: their credentials, and all else that an
    /// [`HttpExecutorBuilder`](crate::HttpExecutorBuilder) reads from there. So a server can have
    /// defaults of its own, and know variables by further names.
    ///
    /// ```no_run
    /// # static SHOP: toolwright::Api = toolwright::Api::new("shop");
    /// use toolwright::Tools;
    ///
    /// fn variable(name: &str) -> Option<String> {
    ///     let set = std::env::var(name).ok();
    ///     set.or_else(|| (name == "SHOP_MAX_RETRIES").then(|| "5".to_owned()))
    /// }
    ///
    /// fn main() -> std::process::ExitCode {
    ///     toolwright::run(Tools::from_api(&SHOP).environment(variable))
    /// }
    /// ```
    #[must_use]
    pub fn environment(mut self, lookup: fn(&str) -> Option<String>) -> Self {
        self.environment = lookup;
        self
    }

    /// Truncates results that are longer than so many bytes, unless the command line says otherwise
    /// ([`Server::max_result_bytes`](crate::Server::max_result_bytes)).
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// let tools = toolwright::Tools::from_api(&pets::API).max_result_bytes(1_000_000);
    /// # let _ = tools;
    /// ```
    #[must_use]
    pub fn max_result_bytes(mut self, limit: usize) -> Self {
        self.max_result_bytes = Some(limit);
        self
    }

    /// Bytes of the longest result, where the command line says nothing.
    pub(crate) fn default_max_result_bytes(&self) -> Option<usize> {
        self.max_result_bytes
    }

    /// The executor of one of these APIs, as the environment has it.
    pub(crate) fn executor_builder(&self, api: &'static Api) -> HttpExecutorBuilder {
        HttpExecutor::builder(api).environment(self.environment)
    }

    /// What a variable of an API is when the command line does not override it.
    #[cfg(feature = "server")]
    pub(crate) fn default_variable(&self, variable: &str) -> Option<String> {
        find_set_value(&self.environment, variable)
    }

    /// The API that gives the server its name.
    pub(crate) fn first_api(&self) -> &'static Api {
        self.first_api
    }

    /// The APIs, each once, in their order.
    pub(crate) fn apis(&self) -> impl Iterator<Item = &'static Api> {
        self.sources.iter().filter_map(|it| match &it.source {
            ToolsSource::Api { api, .. } => Some(*api),
            ToolsSource::Own(_) => None,
        })
    }

    /// The sources, each with the index of its executor.
    fn sources_with_api_index(&self) -> impl Iterator<Item = (usize, &NarrowedSource)> {
        let mut apis = 0;
        self.sources.iter().map(move |source| match source.source {
            ToolsSource::Api { .. } => {
                apis += 1;
                (apis - 1, source)
            }
            ToolsSource::Own(_) => (0, source),
        })
    }

    /// All tools in the order in which they are listed, each with the index of its executor.
    pub(crate) fn tool_infos(&self) -> impl Iterator<Item = (usize, ToolInfo)> {
        let infos = |(home, it): (usize, &NarrowedSource)| {
            let infos = it.source.tool_infos().into_iter();
            let allowed: Vec<ToolInfo> = infos.filter(|info| it.allows(info.name)).collect();
            allowed.into_iter().map(move |info| (home, info))
        };
        self.sources_with_api_index().flat_map(infos)
    }

    /// Whether that tool of an API is served.
    #[cfg(feature = "discovery")]
    pub(crate) fn is_served(&self, api: &'static Api, tool: &str) -> bool {
        self.sources.iter().any(|it| match &it.source {
            ToolsSource::Api { api: own, .. } => std::ptr::eq(*own, api) && it.allows(tool),
            ToolsSource::Own(_) => false,
        })
    }

    /// For each argument of a tool, the likeliest of the tools of this server that return values for it.
    pub(crate) fn value_sources(&self, tool: &ToolInfo) -> Vec<ValueSource> {
        let mut sources = tool.value_sources();
        sources.retain(|source| self.find_tool(&source.tool).is_some());
        sources.dedup_by(|later, first| later.argument == first.argument);
        sources
    }

    /// What the compiler has said of a tool for the bridge, and the index of the tool's executor.
    #[cfg(feature = "bridge")]
    pub(crate) fn bridge_tool(&self, name: &str) -> Option<(usize, BridgeTool)> {
        let (home, api) =
            self.sources_with_api_index()
                .find_map(|(home, it)| match &it.source {
                    ToolsSource::Api { api, .. } if api.tool(name).is_some() => Some((home, *api)),
                    _ => None,
                })?;
        let tool = api.bridge?.tool(name)?;
        Some((home, tool))
    }

    /// What is known of each tool without making its schema.
    #[cfg(feature = "bridge")]
    pub(crate) fn hints_by_name(
        &self,
    ) -> HashMap<&'static str, (Annotations, &'static [&'static str])> {
        let hints = self.sources.iter().flat_map(NarrowedSource::tool_hints);
        hints
            .map(|tool| (tool.name, (tool.annotations, tool.tags)))
            .collect()
    }

    /// The names of all tools.
    pub(crate) fn tool_names(&self) -> impl Iterator<Item = &'static str> {
        self.sources.iter().flat_map(NarrowedSource::tool_names)
    }

    /// The tool of that name, and what runs it.
    pub(crate) fn find_tool(&self, name: &str) -> Option<FoundTool<'_>> {
        self.sources_with_api_index()
            .filter(|(_, it)| it.allows(name))
            .find_map(|(home, it)| it.source.find_tool(name, home))
    }
}

impl fmt::Debug for Tools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.tool_names().collect();
        f.debug_struct("Tools")
            .field("first", &self.first_api.name)
            .field("tools", &names)
            .finish()
    }
}
