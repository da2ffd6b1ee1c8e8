//! What the compiler has made of one spec: its tools, schemas, servers and security schemes, as a
//! constant that generated code builds and servers take. Values are `'static`, so an API costs
//! nothing until it is served. It knows what the variables of its settings are called, and nothing of
//! transports or the environment.

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
///
/// Generated code builds it like this, as a constant:
///
/// ```
/// use toolwright::{Api, BaseUrl, Method, Schemas, Tool};
///
/// static TOOLS: &[Tool] = &[Tool::new("ping", Method::Get, "/ping")];
/// static API: Api = Api::new("health")
///     .title("Health")
///     .version("1.0.0")
///     .description("Says how the service is.")
///     .servers(&[BaseUrl::new("https://health.example.com")])
///     .security(&[])
///     .tools(TOOLS)
///     .schemas(&Schemas::NONE)
///     .mock_responses(None)
///     .discovery(None)
///     .bridge(None);
/// assert!(API.tool("ping").is_some());
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
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
    /// The tools, sorted by name.
    pub tools: &'static [Tool],
    /// What the tools' schemas have in common.
    pub schemas: &'static Schemas,
    /// The mock responses of the built-in upstream, if that feature is on.
    pub mock_responses: Option<&'static MockResponses>,
    /// What its discovery answers, where that feature is on and the compiler was asked for it.
    pub discovery: Option<&'static Discovery>,
    /// What the REST bridge says of its tools, where that feature is on and the compiler was asked for it.
    pub bridge: Option<&'static Bridge>,
}

impl Api {
    /// An API of that name, without tools.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            title: "",
            version: "",
            description: "",
            servers: &[],
            security: &[],
            tools: &[],
            schemas: &Schemas::NONE,
            mock_responses: None,
            discovery: None,
            bridge: None,
        }
    }

    /// With the title of the spec.
    #[must_use]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = title;
        self
    }

    /// With the version of the API.
    #[must_use]
    pub const fn version(mut self, version: &'static str) -> Self {
        self.version = version;
        self
    }

    /// With a description.
    #[must_use]
    pub const fn description(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }

    /// With base URLs of the upstream.
    #[must_use]
    pub const fn servers(mut self, servers: &'static [BaseUrl]) -> Self {
        self.servers = servers;
        self
    }

    /// With the security schemes that tools ask for.
    #[must_use]
    pub const fn security(mut self, schemes: &'static [&'static SecurityScheme]) -> Self {
        self.security = schemes;
        self
    }

    /// With tools, which must be sorted by name. A server does not start with tools that are not.
    #[must_use]
    pub const fn tools(mut self, tools: &'static [Tool]) -> Self {
        self.tools = tools;
        self
    }

    /// With what the tools' schemas have in common.
    #[must_use]
    pub const fn schemas(mut self, schemas: &'static Schemas) -> Self {
        self.schemas = schemas;
        self
    }

    /// With mock responses for the built-in upstream.
    #[must_use]
    pub const fn mock_responses(mut self, responses: Option<&'static MockResponses>) -> Self {
        self.mock_responses = responses;
        self
    }

    /// With what its discovery answers.
    #[must_use]
    pub const fn discovery(mut self, discovery: Option<&'static Discovery>) -> Self {
        self.discovery = discovery;
        self
    }

    /// With what the REST bridge says of its tools.
    #[must_use]
    pub const fn bridge(mut self, bridge: Option<&'static Bridge>) -> Self {
        self.bridge = bridge;
        self
    }

    /// The tool of that name.
    pub fn tool(&self, name: &str) -> Option<&'static Tool> {
        Some(&self.tools[self.tool_index(name)?])
    }

    /// Which of the tools has that name.
    pub(crate) fn tool_index(&self, name: &str) -> Option<usize> {
        let found = self.tools.binary_search_by(|tool| tool.name.cmp(name));
        found.ok()
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
