//! Security schemes and requirements, which differ little between the versions.

mod oauth;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::context::Context;
use super::document::{
    RequiredSchemeName, SecurityRequirement, SecurityScheme, SecuritySchemeKind,
};
use super::fields;
use super::place::Place;
use super::version::Version;
use crate::model::{ApiKeyIn, SecurityKind};

/// The security schemes by name.
pub(super) fn read_security_schemes<'a>(
    cx: &mut Context<'a>,
    root: &'a Map<String, Value>,
) -> IndexMap<String, SecurityScheme> {
    let (section, at) = match cx.version {
        Version::Swagger2 => (
            fields::read_object(cx, root, "securityDefinitions", &Place::ROOT),
            Place::At("/securityDefinitions"),
        ),
        _ => (
            root.get("components")
                .and_then(Value::as_object)
                .and_then(|components| {
                    fields::read_object(
                        cx,
                        components,
                        "securitySchemes",
                        &Place::At("/components"),
                    )
                }),
            Place::At("/components/securitySchemes"),
        ),
    };
    let mut schemes = IndexMap::new();
    for (name, value) in section.into_iter().flatten() {
        let at = at.key(name);
        match cx.follow_reference(value, &at) {
            Ok(located) => {
                let place = Place::At(&located.pointer);
                let scheme = SecurityScheme {
                    kind: read_scheme_kind(cx, located.object, &place),
                    description: fields::read_text(cx, located.object, "description", &place)
                        .unwrap_or_default(),
                    deprecated: cx.version == Version::OpenApi32
                        && fields::read_flag(cx, located.object, "deprecated", &place)
                            == Some(true),
                    pointer: at.to_pointer(),
                };
                schemes.insert(name.clone(), scheme);
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

fn read_scheme_kind(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    at: &Place<'_>,
) -> SecuritySchemeKind {
    let declared = fields::read_text(cx, object, "type", at).unwrap_or_default();
    let known = match declared.as_str() {
        "apiKey" if is_amazon_signature(object) => {
            cx.warn(at, NOT_SIGNED);
            return SecuritySchemeKind::AmazonSignature;
        }
        "apiKey" => return api_key(cx, object, at),
        "basic" => SecurityKind::Basic,
        "oauth2" => SecurityKind::OAuth2(oauth::read_flows(cx, object, at)),
        "openIdConnect" => SecurityKind::OpenIdConnect(
            fields::read_text(cx, object, "openIdConnectUrl", at).unwrap_or_default(),
        ),
        "mutualTLS" => SecurityKind::MutualTls,
        "http" => {
            let scheme = fields::read_text(cx, object, "scheme", at).unwrap_or_default();
            match scheme.to_ascii_lowercase().as_str() {
                "basic" => SecurityKind::Basic,
                "bearer" => SecurityKind::Bearer,
                _ => return SecuritySchemeKind::Other(scheme),
            }
        }
        _ => return SecuritySchemeKind::Other(declared),
    };
    SecuritySchemeKind::Known(known)
}

const NOT_SIGNED: &str = "AWS Signature Version 4 is not supported, so all calls go without credentials. Run \
    a proxy that signs requests, for example aws-sigv4-proxy, and set its address as the base URL";

/// Whether an API key is a signature by which each request is signed. The specs of Amazon's services have no
/// other way to say it.
fn is_amazon_signature(object: &Map<String, Value>) -> bool {
    let kind = object.get("x-amazon-apigateway-authtype");
    let kind = kind.and_then(Value::as_str).unwrap_or_default();
    let kind = kind.to_ascii_lowercase();
    kind.starts_with("awssig") || kind == "awss3"
}

fn api_key(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    at: &Place<'_>,
) -> SecuritySchemeKind {
    let name = fields::read_text(cx, object, "name", at).filter(|name| !name.is_empty());
    let place = match object.get("in").and_then(Value::as_str) {
        Some("header") => Some(ApiKeyIn::Header),
        Some("query") => Some(ApiKeyIn::Query),
        Some("cookie") => Some(ApiKeyIn::Cookie),
        _ => None,
    };
    if let (Some(place), Some(name)) = (place, name) {
        return SecuritySchemeKind::Known(SecurityKind::ApiKey(place, name));
    }
    cx.warn(
        at,
        "an `apiKey` scheme must have `name` and `in` (`header`, `query` or `cookie`); without them it \
         cannot be sent",
    );
    SecuritySchemeKind::Other("apiKey".into())
}

/// The requirement of operations that have none of their own.
pub(super) fn read_document_security(
    cx: &mut Context<'_>,
    root: &Map<String, Value>,
    schemes: &IndexMap<String, SecurityScheme>,
) -> Vec<SecurityRequirement> {
    read_own_security(cx, root, schemes, &Place::ROOT).unwrap_or_default()
}

/// The requirement that an operation or the document has itself, if it has one.
pub(super) fn read_own_security(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    schemes: &IndexMap<String, SecurityScheme>,
    at: &Place<'_>,
) -> Option<Vec<SecurityRequirement>> {
    let alternatives = fields::read_list(cx, object, "security", at)?;
    let at = at.key("security");
    let mut requirement = Vec::with_capacity(alternatives.len());
    for (index, value) in alternatives.iter().enumerate() {
        let at = at.index(index);
        let Value::Object(alternative) = value else {
            let kind = fields::json_kind(value);
            cx.warn(
                &at,
                format!("a security requirement must be an object, not {kind}; it is ignored"),
            );
            continue;
        };
        let wanted: SecurityRequirement = alternative
            .iter()
            .map(|(key, scopes)| RequiredSchemeName {
                name: scheme_name(key, schemes).to_owned(),
                scopes: oauth::scope_names(scopes),
            })
            .collect();
        match wanted
            .iter()
            .find(|scheme| !schemes.contains_key(&scheme.name))
        {
            // A requirement that cannot be met as a whole is dropped as a whole: with a part of its
            // schemes the request would be refused.
            None => requirement.push(wanted),
            Some(RequiredSchemeName { name, .. }) => cx.warn(
                &at,
                format!("the security scheme `{name}` is not defined; the requirement is ignored"),
            ),
        }
    }
    // The first that has its credentials is used, and one that is deprecated should not be.
    requirement.sort_by_key(|wanted| {
        wanted
            .iter()
            .any(|scheme| schemes.get(&scheme.name).is_some_and(|it| it.deprecated))
    });
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
mod tests;
