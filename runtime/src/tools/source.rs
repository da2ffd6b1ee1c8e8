use std::sync::Arc;

use crate::api::Api;
use crate::by_hand::Dispatch;
use crate::call::Validation;
use crate::face::Face;
use crate::tool::{Annotations, Tool};
use crate::tools::own::OwnTools;

/// Where tools come from.
#[derive(Clone)]
pub(super) enum Source {
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
    pub(super) tags: Vec<&'static str>,
}

/// A tool and what runs it.
pub(crate) struct Found<'t> {
    pub(crate) face: Face,
    /// Which of the server's executors is that of its API; the first for a tool of no API.
    pub(crate) home: usize,
    pub(crate) runs: Runs<'t>,
    /// What its arguments are held to.
    pub(crate) validation: Validation,
}

/// What runs a tool.
#[derive(Clone, Copy)]
pub(crate) enum Runs<'t> {
    /// The executor.
    Upstream(&'static Tool),
    /// The handlers of its API.
    Manual(&'static Tool, &'t dyn Dispatch),
    /// The tool itself, by its index.
    Own(&'t dyn OwnTools, usize),
}

impl Source {
    pub(super) fn find(&self, name: &str, home: usize) -> Option<Found<'_>> {
        match self {
            Self::Api { api, handlers } => {
                let tool = api.tool(name)?;
                let runs = match handlers {
                    Some(handlers) if tool.handler.is_manual() => Runs::Manual(tool, &**handlers),
                    _ => Runs::Upstream(tool),
                };
                Some(Found {
                    face: tool.face(api.schemas),
                    home,
                    runs,
                    validation: Validation::Whole,
                })
            }
            Self::Own(own) => {
                let index = own.index(name)?;
                Some(Found {
                    face: own.face(index)?,
                    home: 0,
                    runs: Runs::Own(&**own, index),
                    validation: Validation::Whole,
                })
            }
        }
    }

    pub(super) fn names(&self) -> Vec<&'static str> {
        match self {
            Self::Api { api, .. } => api.tools.iter().map(|tool| tool.name).collect(),
            Self::Own(own) => own.names(),
        }
    }

    /// What is known of all tools without making their schemas.
    pub(super) fn hints(&self) -> Vec<ToolHints> {
        match self {
            Self::Api { api, .. } => {
                let tools = api.tools.iter().enumerate();
                tools
                    .map(|(index, tool)| ToolHints {
                        name: tool.name,
                        annotations: tool.annotations,
                        tags: api.tags_of(index).collect(),
                    })
                    .collect()
            }
            Self::Own(own) => {
                let names = own.names().into_iter().zip(own.annotations());
                names
                    .map(|(name, annotations)| ToolHints {
                        name,
                        annotations,
                        tags: Vec::new(),
                    })
                    .collect()
            }
        }
    }

    pub(super) fn faces(&self) -> Vec<Face> {
        match self {
            Self::Api { api, .. } => {
                let tools = api.tools.iter();
                tools.map(|tool| tool.face(api.schemas)).collect()
            }
            Self::Own(own) => (0..).map_while(|index| own.face(index)).collect(),
        }
    }
}
