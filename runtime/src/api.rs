#[cfg(feature = "client")]
use std::collections::BTreeSet;

use crate::base_url::BaseUrl;
use crate::bridge::Bridge;
use crate::discovery_table::Discovery;
use crate::mock_response::MockResponses;
#[cfg(feature = "client")]
use crate::preset::PresetValue;
use crate::security::SecurityScheme;
use crate::text::Schemas;
use crate::tool::Tool;

/// Everything the compiler made from one spec.
///
/// ```
/// mod pets {
///     toolwright::tools!("tests/doc/pets.yaml");
/// }
///
/// let api = &pets::API;
/// assert_eq!((api.name, api.title), ("pets", "Pets"));
/// assert_eq!(api.servers[0].url, "https://pets.example.com/v1");
/// assert_eq!(api.tool("get_pet").map(|tool| tool.path), Some("/pets/{petId}"));
/// assert!(api.tool("sell_pet").is_none());
/// ```
#[derive(Debug)]
pub struct Api {
    /// Name of the server in snake_case, `petstore`.
    pub name: &'static str,
    /// Title of the spec (`info.title`).
    pub title: &'static str,
    /// Version of the API (`info.version`).
    pub version: &'static str,
    /// What the API is for (`info.description`), empty when the spec does not say.
    pub description: &'static str,
    /// Base URLs of the upstream, in the order of the spec; may be empty or relative.
    pub servers: &'static [BaseUrl],
    /// The security schemes that tools ask for.
    pub security: &'static [&'static SecurityScheme],
    /// The tools, in the order of the spec.
    pub tools: &'static [Tool],
    /// What the tools' schemas have in common.
    pub schemas: &'static Schemas,
    /// Indices into `tools`, sorted by tool name.
    pub by_name: &'static [u16],
    /// The tags of operations in the order of the spec, each with the indices of its tools.
    pub tags: &'static [(&'static str, &'static [u16])],
    /// The mock responses of the built-in upstream, if that feature is on.
    pub mock_responses: Option<&'static MockResponses>,
    /// What its discovery answers, where that feature is on and the compiler was asked for it.
    pub discovery: Option<&'static Discovery>,
    /// What the REST bridge says of its tools, where that feature is on and the compiler was asked for it.
    pub bridge: Option<&'static Bridge>,
}

impl Api {
    /// The tool of that name.
    pub fn tool(&self, name: &str) -> Option<&'static Tool> {
        Some(&self.tools[self.tool_index(name)?])
    }

    /// Which of the tools has that name.
    pub(crate) fn tool_index(&self, name: &str) -> Option<usize> {
        let found = self
            .by_name
            .binary_search_by(|&index| self.tools[usize::from(index)].name.cmp(name))
            .ok()?;
        Some(usize::from(self.by_name[found]))
    }

    /// The tags of a tool, by its index.
    #[cfg(feature = "server")]
    pub(crate) fn tags_of(&self, tool: usize) -> impl Iterator<Item = &'static str> {
        let tags = self.tags.iter();
        tags.filter_map(move |(tag, tools)| {
            let mut tools = tools.iter();
            tools.any(|it| usize::from(*it) == tool).then_some(*tag)
        })
    }

    /// The environment variables that arguments of tools come from, each once.
    #[cfg(feature = "client")]
    pub(crate) fn preset_variables(&self) -> impl Iterator<Item = &'static str> {
        let presets = self.tools.iter().flat_map(|tool| tool.call.presets);
        let names = presets.filter_map(|preset| match preset.value {
            PresetValue::Environment(name) => Some(name),
            _ => None,
        });
        names.collect::<BTreeSet<_>>().into_iter()
    }

    /// The environment variable of that setting, `PETSTORE_BASE_URL`.
    #[cfg(feature = "client")]
    pub(crate) fn variable(&self, suffix: &str) -> String {
        // A shell cannot set a variable that begins with a digit; `names` of the compiler does the same.
        let start = match self.name.starts_with(|c: char| c.is_ascii_digit()) {
            true => "N_",
            false => "",
        };
        let name: String = self
            .name
            .chars()
            .map(|c| match c.is_ascii_alphanumeric() {
                true => c.to_ascii_uppercase(),
                false => '_',
            })
            .collect();
        format!("{start}{name}_{suffix}")
    }
}
