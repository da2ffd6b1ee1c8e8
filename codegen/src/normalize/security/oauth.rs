//! The flows of OAuth 2.0 schemes.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use super::super::version::Version;
use crate::model::{OAuthFlow, OAuthGrant};

/// The flows of a scheme, in the order of the spec.
pub(super) fn read_flows(
    cx: &mut Context<'_>,
    scheme: &Map<String, Value>,
    at: &Place<'_>,
) -> Vec<OAuthFlow> {
    if cx.version == Version::Swagger2 {
        let grant = fields::read_text(cx, scheme, "flow", at);
        let flow = grant.and_then(|name| read_flow(cx, &name, scheme, at));
        return flow.into_iter().collect();
    }
    let Some(declared) = fields::read_object(cx, scheme, "flows", at) else {
        return Vec::new();
    };
    let at = at.key("flows");
    let mut flows = Vec::new();
    for (name, value) in declared {
        match value {
            Value::Object(object) => flows.extend(read_flow(cx, name, object, &at.key(name))),
            Value::Null => {}
            _ if name.starts_with("x-") => {}
            other => fields::report_wrong_type(cx, name, "an object", other, "is ignored", &at),
        }
    }
    flows
}

fn read_flow(
    cx: &mut Context<'_>,
    name: &str,
    object: &Map<String, Value>,
    at: &Place<'_>,
) -> Option<OAuthFlow> {
    if name.starts_with("x-") {
        return None;
    }
    let grant = match name {
        "authorizationCode" | "accessCode" => OAuthGrant::AuthorizationCode,
        "implicit" => OAuthGrant::Implicit,
        "password" => OAuthGrant::Password,
        "clientCredentials" | "application" => OAuthGrant::ClientCredentials,
        "deviceAuthorization" => OAuthGrant::DeviceCode,
        _ => {
            cx.warn(
                at,
                format!("`{name}` is not a flow of OAuth 2.0; it is ignored"),
            );
            return None;
        }
    };
    let mut url = |key| fields::read_text(cx, object, key, at).unwrap_or_default();
    let place = match grant {
        OAuthGrant::DeviceCode => "deviceAuthorizationUrl",
        _ => "authorizationUrl",
    };
    Some(OAuthFlow {
        grant,
        authorization_url: url(place),
        token_url: url("tokenUrl"),
        refresh_url: url("refreshUrl"),
        scopes: object.get("scopes").map(scope_names).unwrap_or_default(),
    })
}

/// The names in a list, or those that a map has something to say about.
pub(super) fn scope_names(scopes: &Value) -> Vec<String> {
    match scopes {
        Value::Array(names) => names
            .iter()
            .filter_map(|name| name.as_str().map(str::to_owned))
            .collect(),
        Value::Object(described) => described.keys().cloned().collect(),
        _ => Vec::new(),
    }
}
