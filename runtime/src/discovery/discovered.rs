//! Discovery as one server has it: the mode, the names of its tools and the catalogue of endpoints.

use super::catalogue::Catalogue;
use super::schema_form::{ProviderDefaults, SourcesOf};
use super::suggestions::likely_endpoints;
use crate::discovery_table::SchemaFormat;
use crate::tools::{DiscoveryNames, DiscoveryTool};
use crate::tools::{Mode, Tools};
use toolwright_inspect::suggest::{AskedOperation, did_you_mean};

/// Discovery in a server.
#[derive(Debug)]
pub(crate) struct Discovered {
    pub(crate) mode: Mode,
    pub(crate) names: DiscoveryNames,
    pub(crate) catalogue: Catalogue,
    /// How the provider describes an operation by default.
    pub(crate) schema_format: SchemaFormat,
}

/// How a tool is called that clients do not see, because others find and call it.
#[derive(Debug)]
pub(crate) struct Unlisted {
    /// What to do, in words.
    pub(crate) message: String,
    /// The tool that calls it.
    #[cfg(feature = "bridge")]
    pub(crate) executor: &'static str,
}

impl Discovered {
    /// What these tools are found by; `None` where they are listed one by one, and no other way.
    pub(crate) fn from_tools(tools: &Tools) -> Option<Self> {
        let mode = tools.mode();
        if mode == Mode::All {
            return None;
        }
        Some(Self {
            mode,
            names: DiscoveryNames::new(tools.prefix()?, tools.has_reader()),
            catalogue: Catalogue::from_tools(tools),
            schema_format: tools.schema_format(),
        })
    }

    /// How the provider answers unless a call says otherwise, on a server with this limit on results.
    pub(crate) fn provider_defaults<'a>(
        &self,
        max_result_bytes: usize,
        sources_of: &'a SourcesOf<'a>,
    ) -> ProviderDefaults<'a> {
        ProviderDefaults {
            format: self.schema_format,
            has_executor: self.mode != Mode::Compact,
            max_result_bytes,
            sources_of,
        }
    }

    /// Whether a tool is listed with its schema beside those of discovery.
    pub(crate) fn is_listed(&self, tool: &str) -> bool {
        match self.mode {
            Mode::All | Mode::Both => true,
            Mode::Discovery | Mode::Compact => self.catalogue.find_by_tool(tool).is_none(),
        }
    }

    /// The tools of discovery that are listed.
    pub(crate) fn listed_parts(&self) -> &'static [DiscoveryTool] {
        match self.mode {
            Mode::Discovery | Mode::Both if self.names.reader.is_some() => &[
                DiscoveryTool::Lister,
                DiscoveryTool::Provider,
                DiscoveryTool::Executor,
                DiscoveryTool::Reader,
            ],
            Mode::All => &[],
            Mode::Compact => &[DiscoveryTool::Provider],
            Mode::Discovery | Mode::Both => &[
                DiscoveryTool::Lister,
                DiscoveryTool::Provider,
                DiscoveryTool::Executor,
            ],
        }
    }

    /// How a tool is called that is not listed and whose name is therefore not called.
    pub(crate) fn explain_unlisted(&self, tool: &str) -> Option<Unlisted> {
        if self.mode != Mode::Discovery {
            return None;
        }
        let known = self
            .catalogue
            .endpoint_at(self.catalogue.find_by_tool(tool)?)?;
        let (method, path) = (known.method(), known.path());
        let executor = self.names.executor_for(known.is_read_only());
        Some(Unlisted {
            message: format!(
                "{tool} is not called by its name on this server: call {executor} with the method {method}, the \
                 endpoint_path {path} and its arguments as request_data"
            ),
            #[cfg(feature = "bridge")]
            executor,
        })
    }

    /// The endpoint that is likely meant by the name of an unknown tool, and how it is called.
    pub(crate) fn explain_likely(&self, tool: &str) -> Option<String> {
        let asked = AskedOperation {
            name: Some(tool),
            ..AskedOperation::default()
        };
        let likely = likely_endpoints(&self.catalogue, &asked);
        let question = did_you_mean(likely.iter().map(|known| known.name()))?;
        if self.mode != Mode::Discovery {
            return Some(question);
        }
        let first = likely.first()?;
        Some(format!(
            "{question} `{}` is {} {}.",
            first.name(),
            first.method(),
            first.path()
        ))
    }

    /// How tools are found that have not been listed.
    pub(crate) fn find_instructions(&self) -> Option<String> {
        let DiscoveryNames {
            lister,
            provider,
            executor,
            reader,
            ..
        } = self.names;
        if self.mode != Mode::Discovery {
            return None;
        }
        let reader = reader.map(|reader| format!(", or with {reader} if it only reads"));
        let reader = reader.unwrap_or_default();
        Some(format!(
            "Find endpoints with {lister}, see how one is called with {provider}, and call it with \
             {executor}{reader}."
        ))
    }
}
