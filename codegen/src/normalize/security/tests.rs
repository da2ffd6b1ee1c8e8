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
            SecuritySchemeKind::Known(SecurityKind::ApiKey(ApiKeyIn::Cookie, "sid".into())),
            SecuritySchemeKind::Known(SecurityKind::Basic),
            SecuritySchemeKind::Known(SecurityKind::Bearer),
            SecuritySchemeKind::Known(SecurityKind::Bearer),
            SecuritySchemeKind::Known(SecurityKind::OAuth2(Vec::new())),
            SecuritySchemeKind::Known(SecurityKind::OpenIdConnect("https://x".into())),
            SecuritySchemeKind::Known(SecurityKind::MutualTls),
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
    let wanted = |name: &str| RequiredSchemeName {
        name: name.to_owned(),
        scopes: Vec::new(),
    };
    let security: Vec<_> = document
        .operations
        .iter()
        .map(|operation| operation.security.clone())
        .collect();
    assert_eq!(
        document.security,
        [vec![wanted("a"), wanted("b")], vec![wanted("a")]]
    );
    let anonymous_or_a = vec![vec![], vec![wanted("a")]];
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

#[test]
fn reads_the_flows_of_all_versions() {
    let scopes = json!({"read": "Reads", "write": "Writes"});
    let (three, warned) = normalized(json!({
        "openapi": "3.2.0",
        "components": {"securitySchemes": {"oauth": {"type": "oauth2", "flows": {
            "authorizationCode": {
                "authorizationUrl": "https://x/authorize", "tokenUrl": "https://x/token",
                "refreshUrl": "https://x/refresh", "scopes": scopes,
            },
            "clientCredentials": {"tokenUrl": "https://x/token", "scopes": {}},
            "deviceAuthorization": {
                "deviceAuthorizationUrl": "https://x/device", "tokenUrl": "https://x/token",
            },
            "telepathy": {},
            "x-other": 1,
        }}}},
        "paths": {"/x": {"get": {"security": [{"oauth": ["read"]}]}}},
    }));
    let (two, _) = normalized(json!({
        "swagger": "2.0",
        "securityDefinitions": {"oauth": {
            "type": "oauth2", "flow": "application", "tokenUrl": "https://x/token",
            "scopes": scopes,
        }},
    }));
    insta::assert_debug_snapshot!((
        &three.security_schemes["oauth"].kind,
        &two.security_schemes["oauth"].kind,
        &three.operations[0].security,
    ));
    let unknown = "/components/securitySchemes/oauth/flows/telepathy: `telepathy` is not a flow of OAuth \
        2.0; it is ignored";
    assert!(warnings(&warned).iter().any(|warning| warning == unknown));
}

#[test]
fn alternatives_that_are_deprecated_come_last() {
    let key =
        |deprecated: bool| json!({"type": "http", "scheme": "basic", "deprecated": deprecated});
    let spec = |version: &str| {
        json!({
            "openapi": version,
            "components": {"securitySchemes": {"old": key(true), "new": key(false)}},
            "paths": {"/x": {"get": {"security": [{"old": []}, {"new": []}, {"new": [], "old": []}]}}},
        })
    };
    let names = |version: &str| -> Vec<String> {
        let (document, _) = normalized(spec(version));
        let security = document.operations[0].security.iter().flatten();
        security.map(|wanted| wanted[0].name.clone()).collect()
    };
    assert_eq!(names("3.2.0"), ["new", "old", "new"]);
    assert_eq!(names("3.1.0"), ["old", "new", "new"]);
}
