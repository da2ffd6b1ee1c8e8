//! The members of a path item that are operations.

use serde_json::Value;

use super::context::Context;
use super::fields;
use super::place::Place;
use super::version::Version;
use crate::model::{Method, Token};

/// An operation as a path item has it.
pub(super) struct Declared<'a> {
    pub(super) method: Method,
    pub(super) value: &'a Value,
    pub(super) pointer: String,
}

/// The operations of one member of a path item.
pub(super) fn read_operations<'a>(
    cx: &mut Context<'a>,
    key: &str,
    value: &'a Value,
    path: &str,
    at: &Place<'_>,
) -> Vec<Declared<'a>> {
    if key == "additionalOperations" && cx.version == Version::OpenApi32 {
        return read_additional_operations(cx, value, path, at);
    }
    let declared = parse_method(cx, key, at).map(|method| Declared {
        method,
        value,
        pointer: at.to_pointer(),
    });
    declared.into_iter().collect()
}

fn parse_method(cx: &mut Context<'_>, key: &str, at: &Place<'_>) -> Option<Method> {
    // `query` is a method from OpenAPI 3.2 on; before, it is an unknown key.
    let has_query = cx.version == Version::OpenApi32;
    let method_of =
        |key: &str| Method::from_key(key).filter(|method| *method != Method::Query || has_query);
    if let Some(method) = method_of(key) {
        return Some(method);
    }
    let known = ["$ref", "summary", "description", "parameters", "servers"];
    if known.contains(&key) || key.starts_with("x-") {
        return None;
    }
    let like = method_of(&key.to_ascii_lowercase());
    cx.warn(
        at,
        match like {
            Some(ref method) => format!(
                "the method `{key}` must be written `{}`; it is read as \
                such",
                method.key()
            ),
            None => format!("`{key}` is not a method that a path item can have; it is ignored"),
        },
    );
    like
}

/// Operations of methods that have no key of their own in a path item.
fn read_additional_operations<'a>(
    cx: &mut Context<'a>,
    value: &'a Value,
    path: &str,
    at: &Place<'_>,
) -> Vec<Declared<'a>> {
    let Value::Object(operations) = value else {
        let kind = fields::json_kind(value);
        let message =
            format!("`additionalOperations` must be an object, not {kind}; it is ignored");
        cx.warn(at, message);
        return Vec::new();
    };
    let mut declared = Vec::new();
    for (name, value) in operations {
        let at = at.key(name);
        match parse_additional_method(cx, name, &at) {
            Ok(method) => declared.push(Declared {
                method,
                value,
                pointer: at.to_pointer(),
            }),
            Err(reason) => cx.diagnostics.skipped(name, path, at.to_pointer(), reason),
        }
    }
    declared
}

/// The method of a key in `additionalOperations`, which is as it stands in a request line.
fn parse_additional_method(
    cx: &mut Context<'_>,
    name: &str,
    at: &Place<'_>,
) -> Result<Method, String> {
    let known = Method::ALL.into_iter();
    if let Some(method) = known.clone().find(|method| method.to_string() == name) {
        let key = method.key();
        cx.warn(
            at,
            format!(
                "the operation of the method `{name}` must be under the key `{key}`; it is read \
            as such"
            ),
        );
        return Ok(method);
    }
    // It asks a proxy for a tunnel: what is sent has no path (RFC 9110, section 9.3.6).
    if name == "CONNECT" {
        return Err("`CONNECT` opens a tunnel, which a tool cannot do".to_owned());
    }
    let Some(token) = Token::new(name) else {
        return Err(format!("`{name}` is not a valid HTTP method"));
    };
    if let Some(like) = known
        .map(|method| method.to_string())
        .find(|like| like.eq_ignore_ascii_case(name))
    {
        let message = format!(
            "HTTP methods are case-sensitive: `{name}` is sent as it is, which is not `{like}`"
        );
        cx.warn(at, message);
    }
    Ok(Method::Other(token))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::testing::{normalized, skipped, warnings};

    #[test]
    fn methods_that_have_no_key_of_their_own() {
        let (document, diagnostics) = normalized(json!({"openapi": "3.2.0", "paths": {"/x": {
            "get": {},
            "additionalOperations": {
                "COPY": {}, "copy": {}, "M-SEARCH": {}, "POST": {}, "Get": {},
                "CONNECT": {}, "BAD METHOD": {}, "": {},
            },
        }}}));
        let methods: Vec<String> = document
            .operations
            .iter()
            .map(|operation| operation.method.to_string())
            .collect();
        assert_eq!(methods, ["GET", "COPY", "copy", "M-SEARCH", "POST", "Get"]);
        let at = "/paths/~1x/additionalOperations";
        assert_eq!(
            skipped(&diagnostics),
            [
                format!("{at}/CONNECT: `CONNECT` opens a tunnel, which a tool cannot do"),
                format!("{at}/BAD METHOD: `BAD METHOD` is not a valid HTTP method"),
                format!("{at}/: `` is not a valid HTTP method"),
            ]
        );
        let warnings = warnings(&diagnostics);
        for expected in [
            format!(
                "{at}/POST: the operation of the method `POST` must be under the key `post`; it is \
                read as such"
            ),
            format!(
                "{at}/Get: HTTP methods are case-sensitive: `Get` is sent as it is, which is not `GET`"
            ),
        ] {
            assert!(warnings.contains(&expected), "{warnings:#?}");
        }
    }

    #[test]
    fn versions_before_3_2_have_none() {
        let (document, _) = normalized(json!({"openapi": "3.1.0", "paths": {"/x": {
            "additionalOperations": {"COPY": {}},
        }}}));
        assert!(document.operations.is_empty());
    }
}
