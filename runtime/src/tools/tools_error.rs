//! Why tools cannot be served together, found when the server starts and not when a tool is called.

use std::collections::HashMap;

use toolwright_inspect::suggest::did_you_mean;

use super::tools_source::ToolsSource;
use super::{Mode, Tools};
use crate::api::Api;
use crate::http::{ExecutorError, HttpExecutor};

/// Why tools cannot be served together.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// use toolwright::{Server, Tools, ToolsError};
///
/// let twice = Server::from_tools(Tools::from_api(&pets::API).and(&pets::API), []);
/// assert!(matches!(twice, Err(ToolsError::DuplicateApi { name: "pets" } | ToolsError::DuplicateName { .. })));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum ToolsError {
    /// Two tools have the same name.
    #[error(
        "two tools have the name '{name}': one of {first} and one of {second}. Rename one of them: in a spec \
         with the setting `rename` or `x-mcp: {{name: …}}`, in Rust with its `name`"
    )]
    DuplicateName {
        /// The name.
        name: &'static str,
        /// What has the first.
        first: String,
        /// What has the second.
        second: String,
    },
    /// Two APIs have the same name.
    #[error(
        "two APIs have the name '{name}', so that they would share their environment variables, \
         credentials among them: compile one of them with the setting `name`"
    )]
    DuplicateApi {
        /// The name.
        name: &'static str,
    },
    /// A tool has the name of one of those of discovery.
    #[error(
        "the tool '{name}' has the name of a discovery tool: set another prefix with `--discovery-prefix`, \
         or list the tools one by one with `--tools all`"
    )]
    DiscoveryName {
        /// The name.
        name: &'static str,
    },
    /// No API can be discovered.
    #[error(
        "the mode `{mode}` has no tools to list: compile the API with the setting `discovery`, and build the \
         server with the feature `discovery` of the crate `toolwright`"
    )]
    NoDiscovery {
        /// How the tools were to be listed.
        mode: Mode,
    },
    /// A pattern of [`Tools::only_tools`] matches no tool.
    #[error(
        "no tool has a name that matches '{pattern}' (`--only-tool`){}", suggestion_clause(.similar)
    )]
    UnmatchedTool {
        /// The pattern.
        pattern: String,
        /// The names that come closest.
        similar: Vec<String>,
    },
    /// A pattern of [`Tools::only_tags`] matches no tag.
    #[error("no tool has a tag that matches '{pattern}' (`--only-tag`){}", suggestion_clause(.similar))]
    UnmatchedTag {
        /// The pattern.
        pattern: String,
        /// The tags that come closest.
        similar: Vec<String>,
    },
    /// The restrictions leave no tool to serve.
    #[error(
        "no tool is left to serve: none matches all of the restrictions (`--read-only`, `--only-tool`, \
         `--only-tag` and their environment variables)"
    )]
    NothingLeft,
    /// There is no executor beside which a reader could stand.
    #[error(
        "`--discovery-reader` needs the executor of discovery, which is not listed as `{mode}`: use \
         `--tools discovery` or `--tools both`"
    )]
    NoReader {
        /// How the tools were to be listed.
        mode: Mode,
    },
    /// Names of tools cannot begin so.
    #[error(
        "'{prefix}' cannot begin the names of the tools of discovery: a prefix has 1 to 46 letters \
         of ASCII, digits, `_` and `-`"
    )]
    InvalidPrefix {
        /// What they were to begin with.
        prefix: String,
    },
    /// An operation that is handled by hand has no handler.
    #[error("the tool '{tool}' needs a handler: serve the API '{api}' by its function `tools`")]
    MissingHandler {
        /// The API.
        api: &'static str,
        /// The tool.
        tool: &'static str,
    },
    /// More than one handler answers what is not about tools.
    #[error(
        "`Tools::with_server_handler` was called {count} times, but only one handler can respond to requests \
         that are not about tools: let one `ServerHandler` call the others"
    )]
    ManyServerHandlers {
        /// How many there are.
        count: usize,
    },
    /// What the environment says of an API for which no executor is given makes no sense.
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    /// The list of tools of an API that no compiler wrote is not sorted by name, by which tools are found.
    #[error(
        "the tools of the API '{api}' are not sorted by name; sort the list of its `Api::tools`"
    )]
    UnsortedTools {
        /// The API.
        api: &'static str,
    },
    /// An executor is of no API that is served.
    #[error("an executor is of the API '{api}', which is not served")]
    UnknownExecutor {
        /// The API.
        api: &'static str,
    },
}

fn suggestion_clause(similar: &[String]) -> String {
    let question = did_you_mean(similar.iter().map(String::as_str));
    let question = question.unwrap_or_else(|| "`--list-tools` prints all tools".to_owned());
    format!("; {question}")
}

impl Tools {
    /// Whether they can be served together.
    pub(crate) fn check_servable(&self) -> Result<(), ToolsError> {
        for it in &self.sources {
            if let ToolsSource::Api {
                api,
                handlers: None,
            } = &it.source
                && let Some(tool) = api.tools.iter().find(|tool| tool.handler.is_manual())
            {
                let (api, tool) = (api.name, tool.name);
                return Err(ToolsError::MissingHandler { api, tool });
            }
        }
        let mut apis = HashMap::new();
        for api in self.apis() {
            if !api.tools.is_sorted_by_key(|tool| tool.name) {
                return Err(ToolsError::UnsortedTools { api: api.name });
            }
            // By prefix of variables and not by name: `my-api` and `my_api` would share their credentials.
            if apis.insert(api.variable(""), api).is_some() {
                return Err(ToolsError::DuplicateApi { name: api.name });
            }
        }
        if self.handlers.len() > 1 {
            let count = self.handlers.len();
            return Err(ToolsError::ManyServerHandlers { count });
        }
        self.check_restrictions()?;
        self.check_mode()?;
        self.check_names()
    }

    fn check_names(&self) -> Result<(), ToolsError> {
        // The compiler has checked the names within one API.
        if let [only] = self.sources.as_slice()
            && let ToolsSource::Api { .. } = only.source
        {
            return Ok(());
        }
        let mut known: HashMap<&str, String> = HashMap::new();
        for it in &self.sources {
            let source = &it.source;
            for name in it.tool_names() {
                let Some(first) = known.insert(name, source.source_phrase()) else {
                    continue;
                };
                return Err(ToolsError::DuplicateName {
                    name,
                    first,
                    second: source.source_phrase(),
                });
            }
        }
        Ok(())
    }

    /// The executors of the first API and of the others, in their order; those that are not given
    /// are made as the environment says.
    pub(crate) fn match_executors(
        &self,
        mut given: Vec<HttpExecutor>,
    ) -> Result<(HttpExecutor, Vec<HttpExecutor>), ToolsError> {
        let mut executor = |api: &'static Api| {
            let is_of = |executor: &HttpExecutor| std::ptr::eq(executor.api(), api);
            match given.iter().position(is_of) {
                Some(index) => Ok(given.swap_remove(index)),
                None => HttpExecutor::builder(api).build(),
            }
        };
        let first = executor(self.first_api())?;
        let others = self.apis().skip(1).map(executor);
        let others = others.collect::<Result<_, _>>()?;
        match given.first() {
            Some(stranger) => Err(ToolsError::UnknownExecutor {
                api: stranger.api().name,
            }),
            None => Ok((first, others)),
        }
    }
}

impl ToolsSource {
    fn source_phrase(&self) -> String {
        match self {
            Self::Api { api, .. } => format!("the API '{}'", api.name),
            Self::Own(_) => "the program's own".to_owned(),
        }
    }
}
