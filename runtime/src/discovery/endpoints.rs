use serde_json::Map;

use super::catalogue::Catalogue;
use super::{lister, provider};
use crate::tools::DiscoveryNames;
use crate::tools::{IntoTools, Tools};
use crate::value::Json;

/// The endpoints of a server's APIs and what its schema provider answers for each, for programs that
/// serve models in another way than by MCP.
///
/// ```
/// use toolwright::discovery::Endpoints;
/// # mod shop { toolwright::tools!("tests/doc/pets.yaml", name = "shop", discovery = true); }
///
/// let endpoints = Endpoints::from_tools(&shop::API);
/// let answer = endpoints.answer("list_pets", "GET", "/pets");
/// assert!(answer.is_ok_and(|json| json.contains("shop_endpoint_executor")));
///
/// let refusal = endpoints.answer("list_pets", "PUT", "/pets").unwrap_err();
/// assert!(refusal.contains("No endpoint found matching: PUT /pets (list_pets)"));
/// ```
#[derive(Debug)]
pub struct Endpoints {
    catalogue: Catalogue,
    names: DiscoveryNames,
}

impl Endpoints {
    /// The endpoints of those of the APIs that were compiled for discovery. Makes two short texts that
    /// are never given back, so this is done once.
    pub fn from_tools(tools: impl IntoTools) -> Self {
        let tools: Tools = tools.into_tools();
        Self {
            names: DiscoveryNames::new(
                tools.prefix().unwrap_or(tools.first_api().name),
                tools.has_reader(),
            ),
            catalogue: Catalogue::from_tools(&tools),
        }
    }

    /// What the schema provider answers, as JSON: a text that was made at build time, put together when
    /// it is first asked for and kept.
    ///
    /// # Errors
    ///
    /// The provider's refusal, as JSON: `{"success":false,"error":…}`.
    pub fn answer(
        &self,
        tool_name: &str,
        method: &str,
        endpoint_path: &str,
    ) -> Result<&str, String> {
        provider::answer_text(
            &self.catalogue,
            &self.names,
            [tool_name, method, endpoint_path],
        )
    }

    /// What the endpoint lister answers to a call with these arguments, as JSON. The list is as long as `max_tokens` allows,
    /// whatever results of a server may be.
    ///
    /// ```
    /// use serde_json::{Map, json};
    /// use toolwright::discovery::Endpoints;
    /// # mod shop { toolwright::tools!("tests/doc/pets.yaml", name = "shop", discovery = true); }
    ///
    /// let endpoints = Endpoints::from_tools(&shop::API);
    /// let arguments = Map::from_iter([("search_term".to_owned(), json!("list all pets"))]);
    /// let answer = endpoints.list_endpoints(&arguments);
    /// assert!(answer.is_ok_and(|json| json.contains(r#""tool_name":"list_pets""#)));
    /// ```
    ///
    /// # Errors
    ///
    /// The lister's error, as JSON: `{"success":false,"error":…}`.
    pub fn list_endpoints(&self, arguments: &Map<String, Json>) -> Result<String, String> {
        let outcome = lister::list_endpoints(&self.catalogue, &self.names, arguments, usize::MAX);
        match outcome.is_error {
            true => Err(outcome.text),
            false => Ok(outcome.text),
        }
    }
}
