//! Where the tools of a server come from, an API or the program itself, and what runs each.

use std::sync::Arc;

use crate::api::Api;
use crate::handlers::Dispatch;
use crate::prepare_call::Validation;
use crate::tool::{Annotations, Tool};
use crate::tool_info::ToolInfo;
use crate::tools::own_tool::OwnTools;

/// Where tools come from.
#[derive(Clone)]
pub(super) enum ToolsSource {
    /// A spec, with what runs its manual operations.
    Api {
        api: &'static Api,
        handlers: Option<Arc<dyn Dispatch>>,
    },
    /// Rust.
    Own(Arc<dyn OwnTools>),
}

/// What decides whether a tool is served where tools are narrowed.
pub(super) struct ToolHints {
    pub(super) name: &'static str,
    pub(super) annotations: Annotations,
    pub(super) tags: &'static [&'static str],
}

/// A tool and what runs it.
pub(crate) struct FoundTool<'t> {
    pub(crate) info: ToolInfo,
    /// Which of the server's executors is that of its API; the first for a tool of no API.
    pub(crate) api_index: usize,
    pub(crate) runner: ToolRunner<'t>,
    /// What its arguments are held to.
    pub(crate) validation: Validation,
}

/// What runs a tool.
#[derive(Clone, Copy)]
pub(crate) enum ToolRunner<'t> {
    /// The executor.
    Upstream(&'static Tool),
    /// The handlers of its API.
    Manual(&'static Tool, &'t dyn Dispatch),
    /// The tool itself, by its index.
    Own(&'t dyn OwnTools, usize),
}

impl ToolsSource {
    pub(super) fn find_tool(&self, name: &str, home: usize) -> Option<FoundTool<'_>> {
        match self {
            Self::Api { api, handlers } => {
                let tool = api.tool(name)?;
                let runs = match handlers {
                    Some(handlers) if tool.handler.is_manual() => {
                        ToolRunner::Manual(tool, &**handlers)
                    }
                    _ => ToolRunner::Upstream(tool),
                };
                Some(FoundTool {
                    info: tool.tool_info(api.schemas),
                    api_index: home,
                    runner: runs,
                    validation: Validation::FullSchema,
                })
            }
            Self::Own(own) => {
                let index = own.tool_index(name)?;
                Some(FoundTool {
                    info: own.tool_info(index)?,
                    api_index: 0,
                    runner: ToolRunner::Own(&**own, index),
                    validation: Validation::FullSchema,
                })
            }
        }
    }

    /// Whether code of the program runs some of the tools.
    pub(super) fn has_handlers(&self) -> bool {
        match self {
            Self::Api { handlers, .. } => handlers.is_some(),
            Self::Own(_) => true,
        }
    }

    pub(super) fn tool_names(&self) -> Vec<&'static str> {
        match self {
            Self::Api { api, .. } => api.tools.iter().map(|tool| tool.name).collect(),
            Self::Own(own) => own.tool_names(),
        }
    }

    /// What is known of all tools without making their schemas.
    pub(super) fn tool_hints(&self) -> Vec<ToolHints> {
        match self {
            Self::Api { api, .. } => {
                let tools = api.tools.iter();
                tools
                    .map(|tool| ToolHints {
                        name: tool.name,
                        annotations: tool.annotations,
                        tags: tool.tags,
                    })
                    .collect()
            }
            Self::Own(own) => {
                let names = own.tool_names().into_iter().zip(own.annotations());
                names
                    .map(|(name, annotations)| ToolHints {
                        name,
                        annotations,
                        tags: &[],
                    })
                    .collect()
            }
        }
    }

    pub(super) fn tool_infos(&self) -> Vec<ToolInfo> {
        match self {
            Self::Api { api, .. } => {
                let tools = api.tools.iter();
                tools.map(|tool| tool.tool_info(api.schemas)).collect()
            }
            Self::Own(own) => (0..).map_while(|index| own.tool_info(index)).collect(),
        }
    }
}
