//! Security schemes and requirements, which differ little between the versions.

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::context::Context;
use super::document::{SecurityScheme, SecuritySchemeKind};
use super::fields;
use super::place::Place;
use super::version::Version;
use crate::model::ApiKeyIn;

/// The security schemes by name.
pub(super) fn schemes<'a>(
    cx: &mut Context<'a>,
    root: &'a Map<String, Value>,
) -> IndexMap<String, SecurityScheme> {
    let (section, at) = match cx.version {
        Version::Swagger2 => (
            fields::object(cx, root, "securityDefinitions", &Place::ROOT),
            Place::At("/securityDefinitions"),
        ),
        _ => (
            root.get("components")
                .and_then(Value::as_object)
                .and_then(|components| {
                    fields::object(cx, components, "securitySchemes", &Place::At("/components"))
                }),
            Place::At("/components/securitySchemes"),
        ),
    };
    let mut schemes = IndexMap::new();
    for (name, value) in section.into_iter().flatten() {
        let at = at.key(name);
        match cx.follow(value, &at) {
            Ok(located) => {
                let kind = kind(cx, located.object, &Place::At(&located.pointer));
                let pointer = at.pointer();
                schemes.insert(name.clone(), SecurityScheme { pointer, kind });
            }
            Err(unreadable) => {
                cx.warn(
                    &at,
                    format!("the security scheme {unreadable}; it is ignored"),
                );
            }
        }
    }
    schemes
}

fn kind(cx: &mut Context<'_>, object: &Map<String, Value>, at: &Place<'_>) -> SecuritySchemeKind {
    let declared = fields::text(cx, object, "type", at).unwrap_or_default();
    match declared.as_str() {
        "apiKey" => api_key(cx, object, at),
        "basic" => SecuritySchemeKind::Basic,
        "oauth2" => SecuritySchemeKind::OAuth2,
        "openIdConnect" => SecuritySchemeKind::OpenIdConnect,
        "http" => {
            let scheme = fields::text(cx, object, "scheme", at).unwrap_or_default();
            match scheme.to_ascii_lowercase().as_str() {
                "basic" => SecuritySchemeKind::Basic,
                "bearer" => SecuritySchemeKind::Bearer,
                _ => SecuritySchemeKind::Other(scheme),
            }
        }
        _ => SecuritySchemeKind::Other(declared),
    }
}

fn api_key(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    at: &Place<'_>,
) -> SecuritySchemeKind {
    let name = fields::text(cx, object, "name", at).filter(|name| !name.is_empty());
    let place = match object.get("in").and_then(Value::as_str) {
        Some("header") => Some(ApiKeyIn::Header),
        Some("query") => Some(ApiKeyIn::Query),
        Some("cookie") => Some(ApiKeyIn::Cookie),
        _ => None,
    };
    if let (Some(place), Some(name)) = (place, name) {
        return SecuritySchemeKind::ApiKey(place, name);
    }
    cx.warn(
        at,
        "an apiKey needs `name` and `in: header`, `query` or `cookie`; it cannot be sent",
    );
    SecuritySchemeKind::Other("apiKey".into())
}

/// The requirement of operations that have none of their own.
pub(super) fn of_document(
    cx: &mut Context<'_>,
    root: &Map<String, Value>,
    schemes: &IndexMap<String, SecurityScheme>,
) -> Vec<Vec<String>> {
    of_operation(cx, root, schemes, &Place::ROOT).unwrap_or_default()
}

/// The requirement of an operation, where it has its own.
pub(super) fn of_operation(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    schemes: &IndexMap<String, SecurityScheme>,
    at: &Place<'_>,
) -> Option<Vec<Vec<String>>> {
    let alternatives = fields::list(cx, object, "security", at)?;
    let at = at.key("security");
    let mut requirement = Vec::with_capacity(alternatives.len());
    for (index, value) in alternatives.iter().enumerate() {
        let at = at.index(index);
        let Value::Object(alternative) = value else {
            let kind = fields::kind(value);
            cx.warn(
                &at,
                format!("a security requirement is an object, not {kind}; it is ignored"),
            );
            continue;
        };
        let names: Vec<&str> = alternative
            .keys()
            .map(|key| scheme_name(key, schemes))
            .collect();
        match names.iter().find(|name| !schemes.contains_key(**name)) {
            None => requirement.push(names.into_iter().map(str::to_owned).collect()),
            Some(name) => cx.warn(
                &at,
                format!("the security scheme `{name}` is not defined; the requirement is ignored"),
            ),
        }
    }
    Some(requirement)
}

/// The scheme that a requirement means: 3.2 allows a reference besides the name.
fn scheme_name<'k>(key: &'k str, schemes: &IndexMap<String, SecurityScheme>) -> &'k str {
    match key.strip_prefix("#/components/securitySchemes/") {
        Some(name) if !schemes.contains_key(key) => name,
        _ => key,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::testing::{normalized, warnings};
    use super::*;

    #[test]
    fn reads_schemes_of_all_versions() {
        let (document, _) = normalized(json!({
            "openapi": "3.1.0",
            "components": {"securitySchemes": {
                "key": {"type": "apiKey", "in": "cookie", "name": "sid"},
                "basic": {"type": "http", "scheme": "Basic"},
                "token": {"$ref": "#/components/securitySchemes/bearer"},
                "bearer": {"type": "http", "scheme": "bearer"},
                "oauth": {"type": "oauth2", "flows": {}},
                "oidc": {"type": "openIdConnect", "openIdConnectUrl": "https://x"},
                "tls": {"type": "mutualTLS"},
                "digest": {"type": "http", "scheme": "digest"},
            }},
        }));
        let kinds: Vec<_> = document
            .security_schemes
            .values()
            .map(|scheme| scheme.kind.clone())
            .collect();
        assert_eq!(
            kinds,
            [
                SecuritySchemeKind::ApiKey(ApiKeyIn::Cookie, "sid".into()),
                SecuritySchemeKind::Basic,
                SecuritySchemeKind::Bearer,
                SecuritySchemeKind::Bearer,
                SecuritySchemeKind::OAuth2,
                SecuritySchemeKind::OpenIdConnect,
                SecuritySchemeKind::Other("mutualTLS".into()),
                SecuritySchemeKind::Other("digest".into()),
            ]
        );
    }

    #[test]
    fn tells_none_anonymous_and_unknown_apart() {
        let (document, diagnostics) = normalized(json!({
            "swagger": "2.0",
            "securityDefinitions": {"a": {"type": "basic"}, "b": {"type": "basic"}},
            "security": [{"a": [], "b": []}, {"a": []}],
            "paths": {"/x": {
                "get": {"security": []},
                "put": {"security": [{}, {"a": []}]},
                "post": {"security": [{"nobody": []}]},
                "delete": {},
            }},
        }));
        assert_eq!(document.security, [vec!["a", "b"], vec!["a"]]);
        let security: Vec<_> = document
            .operations
            .iter()
            .map(|operation| operation.security.clone())
            .collect();
        let anonymous_or_a = vec![vec![], vec!["a".to_owned()]];
        assert_eq!(
            security,
            [Some(vec![]), Some(anonymous_or_a), Some(vec![]), None]
        );
        assert!(
            warnings(&diagnostics).contains(
                &"/paths/~1x/post/security/0: the security scheme `nobody` is not defined; \
                  the requirement is ignored"
                    .to_owned()
            )
        );
    }
}
