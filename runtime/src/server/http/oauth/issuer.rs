//! Fetches the keys of an authorization server: its metadata first, then the key set that these name.
//!
//! Only `https:` URLs are accepted, or this machine's: keys are no more trustworthy than the connection they come by.

use reqwest::Url;

use crate::http::HttpExecutor;
use crate::server::http::oauth::jwk::Key;
use crate::value::Json;

/// Whether keys may be had from that address: they are no better than the way that they came.
pub(super) fn parse_trusted_url(address: &str) -> Result<Url, &'static str> {
    let url = Url::parse(address).map_err(|_| "it is not a URL")?;
    let host = url.host_str().unwrap_or_default();
    let is_local = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_local => Ok(url),
        _ => Err("it does not begin with https://"),
    }
}

/// The keys that an issuer signs with.
pub(super) async fn fetch_keys(executor: &HttpExecutor, issuer: &str) -> Result<Vec<Key>, String> {
    let address = fetch_key_url(executor, issuer).await?;
    let set = executor.fetch_json_document(&address).await?;
    let listed = set.get("keys").and_then(Json::as_array);
    let listed =
        listed.ok_or_else(|| format!("The document at {address} is not a JSON Web Key Set."))?;
    Ok(listed.iter().filter_map(Key::from_jwk).collect())
}

/// Where the issuer's metadata say that its keys are.
async fn fetch_key_url(executor: &HttpExecutor, issuer: &str) -> Result<Url, String> {
    let mut why = String::new();
    for address in metadata_urls(issuer) {
        let metadata = match executor.fetch_json_document(&address).await {
            Ok(metadata) => metadata,
            Err(error) => {
                why = error;
                continue;
            }
        };
        let named = metadata.get("issuer").and_then(Json::as_str);
        // Otherwise any server could claim to be the issuer (RFC 8414, section 3.3: MUST be identical).
        if named != Some(issuer) {
            why = format!("The metadata at {address} name another issuer than {issuer}.");
            continue;
        }
        let keys = metadata.get("jwks_uri").and_then(Json::as_str);
        let keys = keys.ok_or_else(|| format!("The metadata at {address} have no `jwks_uri`."))?;
        return parse_trusted_url(keys)
            .map_err(|why| format!("The keys of {issuer} are at {keys}: {why}."));
    }
    Err(why)
}

/// Where an issuer's metadata may be (RFC 8414, section 3.1 and 5; OpenID Connect Discovery 1.0,
/// section 4), in the order in which MCP looks there.
fn metadata_urls(issuer: &str) -> Vec<Url> {
    const OAUTH: &str = "/.well-known/oauth-authorization-server";
    const OPENID: &str = "/.well-known/openid-configuration";
    let Ok(issuer) = parse_trusted_url(issuer) else {
        return Vec::new();
    };
    let path = issuer.path().trim_end_matches('/').to_owned();
    let mut paths = vec![format!("{OAUTH}{path}"), format!("{OPENID}{path}")];
    if !path.is_empty() {
        paths.push(format!("{path}{OPENID}"));
    }
    let address = |path: String| {
        let mut address = issuer.clone();
        address.set_path(&path);
        address
    };
    paths.into_iter().map(address).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_where_metadata_may_be() {
        let texts = |issuer| -> Vec<String> {
            let found = metadata_urls(issuer);
            found.iter().map(|url| url.path().to_owned()).collect()
        };
        assert_eq!(
            texts("https://a.example/"),
            [
                "/.well-known/oauth-authorization-server",
                "/.well-known/openid-configuration"
            ]
        );
        assert_eq!(
            texts("https://a.example/realms/x"),
            [
                "/.well-known/oauth-authorization-server/realms/x",
                "/.well-known/openid-configuration/realms/x",
                "/realms/x/.well-known/openid-configuration",
            ]
        );
    }
}
