//! The metadata that an authorization server publishes (OpenID Connect Discovery 1.0, RFC 8414). It is fetched
//! once, and its issuer must be the one it was asked of.

use reqwest::Url;
use reqwest::header::{ACCEPT, HeaderValue};

use crate::http::executor::auth::oauth::token_request::{
    describe_transport_error, parse_json_object, read_limited_body,
};
use crate::http::executor::http_clients::HttpClients;
use crate::value::Json;

/// What a provider says of itself (OpenID Connect Discovery 1.0, section 3; RFC 8414).
#[derive(Clone, Debug)]
pub(super) struct ProviderMetadata {
    pub(super) issuer: String,
    pub(super) token_endpoint: Option<String>,
    pub(super) authorization_endpoint: Option<String>,
    pub(super) device_authorization_endpoint: Option<String>,
    pub(super) scopes: Vec<String>,
    /// It takes a client's secret in the body, and not in a header.
    pub(super) wants_secret_in_body: bool,
    /// It says in a redirect who it is (RFC 9207).
    pub(super) names_issuer: bool,
}

const WELL_KNOWN: &str = "/.well-known/";
const DOCUMENT: &str = "/.well-known/openid-configuration";

/// Reads a provider's metadata. The issuer that they name must be the one that they were asked of.
pub(super) async fn fetch_metadata(
    clients: &HttpClients,
    address: &Url,
) -> Result<ProviderMetadata, String> {
    let mut address = address.clone();
    if !address.path().contains(WELL_KNOWN) {
        let path = format!("{}{DOCUMENT}", address.path().trim_end_matches('/'));
        address.set_path(&path);
    }
    let client = clients.client_for(&address)?;
    let request = client
        .get(address.clone())
        .header(ACCEPT, HeaderValue::from_static("application/json"));
    let response = request.send().await.map_err(describe_transport_error)?;
    let status = response.status();
    let text = read_limited_body(response).await?;
    let Some(document) = parse_json_object(&text).filter(|_| status.is_success()) else {
        return Err(format!(
            "{address} responded with status {status} and no metadata."
        ));
    };
    let metadata = ProviderMetadata::from_document(&document)
        .ok_or_else(|| format!("The metadata at {address} name no issuer."))?;
    // OpenID Connect Discovery 1.0, section 4.3: otherwise another provider could impersonate this one.
    let expected = issuer_from_url(&address);
    if metadata.issuer.trim_end_matches('/') != expected.trim_end_matches('/') {
        return Err(format!(
            "The metadata at {address} are of the issuer {}, not of {expected}.",
            metadata.issuer
        ));
    }
    Ok(metadata)
}

/// The issuer whose metadata are at that address: what stands before, and in RFC 8414's form
/// behind, `/.well-known/…`.
fn issuer_from_url(address: &Url) -> String {
    let path = address.path();
    let origin = address.origin().ascii_serialization();
    let Some((before, rest)) = path.split_once(WELL_KNOWN) else {
        return format!("{origin}{path}");
    };
    let behind = rest.split_once('/').map_or("", |(_, behind)| behind);
    let slash = if behind.is_empty() { "" } else { "/" };
    format!("{origin}{before}{slash}{behind}")
}

impl ProviderMetadata {
    fn from_document(document: &Json) -> Option<Self> {
        let text = |name: &str| document.get(name)?.as_str().map(str::to_owned);
        let list = |name: &str| -> Vec<String> {
            let items = document.get(name).and_then(Json::as_array);
            let items = items.into_iter().flatten().filter_map(Json::as_str);
            items.map(str::to_owned).collect()
        };
        let methods = list("token_endpoint_auth_methods_supported");
        let has = |method: &str| methods.iter().any(|known| known == method);
        Some(Self {
            issuer: text("issuer")?,
            token_endpoint: text("token_endpoint"),
            authorization_endpoint: text("authorization_endpoint"),
            device_authorization_endpoint: text("device_authorization_endpoint"),
            scopes: list("scopes_supported"),
            wants_secret_in_body: has("client_secret_post") && !has("client_secret_basic"),
            names_issuer: document
                .get("authorization_response_iss_parameter_supported")
                .and_then(Json::as_bool)
                .unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_whose_metadata_are_where() {
        for (address, expected) in [
            (
                "https://a.example/.well-known/openid-configuration",
                "https://a.example",
            ),
            (
                "https://a.example/realms/x/.well-known/openid-configuration",
                "https://a.example/realms/x",
            ),
            (
                "https://a.example:8443/.well-known/oauth-authorization-server/x",
                "https://a.example:8443/x",
            ),
        ] {
            assert_eq!(issuer_from_url(&Url::parse(address).unwrap()), expected);
        }
    }
}
