//! `servers` of OpenAPI 3.x with their variables. A URL that no server could be called by is ignored with a warning.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use super::super::servers;
use super::super::spelling;
use crate::model::{BaseUrl, UrlVariable};

/// The longest base URL in bytes, variables replaced: servers take no longer ones.
const LONGEST_URL: usize = 8000;

/// The servers of the document.
pub(in crate::normalize) fn read_document_servers(
    cx: &mut Context<'_>,
    root: &Map<String, Value>,
) -> Vec<BaseUrl> {
    read_servers(cx, root.get("servers"), &Place::ROOT).unwrap_or_default()
}

/// The `servers` of an object, where it has some.
pub(in crate::normalize) fn read_servers(
    cx: &mut Context<'_>,
    value: Option<&Value>,
    at: &Place<'_>,
) -> Option<Vec<BaseUrl>> {
    let list = match value? {
        Value::Array(list) => list,
        other => {
            fields::report_wrong_type(cx, "servers", "a list", other, "is ignored", at);
            return None;
        }
    };
    let at = at.key("servers");
    let mut read = Vec::new();
    for (index, server) in list.iter().enumerate() {
        let at = at.index(index);
        match server {
            Value::Object(object) => read.extend(read_server(cx, object, &at)),
            other => {
                let kind = fields::json_kind(other);
                cx.warn(
                    &at,
                    format!("a server must be an object, not {kind}; it is ignored"),
                );
            }
        }
    }
    // An empty list means the default server, like no list (OpenAPI 3.0.3, "OpenAPI Object",
    // `servers`).
    (!read.is_empty()).then_some(read)
}

fn read_server(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    at: &Place<'_>,
) -> Option<BaseUrl> {
    spelling::check_keys(cx, object, spelling::SERVER, at);
    let server = servers::parse_server(&fields::read_text(cx, object, "url", at)?)?;
    servers::check_scheme(cx, &server.url, &at.key("url"));
    let declared = fields::read_object(cx, object, "variables", at);
    // Only variables that occur in the URL: declared but unused ones would become settings without
    // effect.
    let variables = variables_in(&server.url)
        .into_iter()
        .map(|name| {
            let variable = declared.and_then(|all| all.get(name)?.as_object());
            read_variable(cx, name, variable, at)
        })
        .collect::<Vec<_>>();
    if longest_url(&server.url, &variables) > LONGEST_URL {
        cx.warn(
            at,
            format!("the URL of the server is longer than {LONGEST_URL} bytes; it is ignored"),
        );
        return None;
    }
    // OpenAPI 3.2 has a name for what the others have a description only.
    let name = fields::read_text(cx, object, "name", at);
    let description = name.or_else(|| fields::read_text(cx, object, "description", at));
    Some(BaseUrl {
        description: description.unwrap_or_default(),
        variables,
        ..server
    })
}

/// Bytes of a URL with the defaults of its variables, or a little more.
fn longest_url(url: &str, variables: &[UrlVariable]) -> usize {
    let added = variables.iter().map(|variable| {
        let times = url.matches(&format!("{{{}}}", variable.name)).count();
        times * variable.default.as_deref().map_or(0, str::len)
    });
    url.len() + added.sum::<usize>()
}

/// The names between braces, each once.
fn variables_in(url: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = url;
    while let Some((_, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else {
            break;
        };
        if !names.contains(&name) {
            names.push(name);
        }
        rest = after;
    }
    names
}

fn read_variable(
    cx: &mut Context<'_>,
    name: &str,
    object: Option<&Map<String, Value>>,
    at: &Place<'_>,
) -> UrlVariable {
    let values: Vec<String> = object
        .and_then(|object| object.get("enum")?.as_array())
        .into_iter()
        .flatten()
        .filter_map(scalar_text)
        .collect();
    let stated = object.and_then(|object| scalar_text(object.get("default")?));
    if let Some(stated) = &stated
        && !values.is_empty()
        && !values.contains(stated)
    {
        let place = at.key("variables");
        let place = place.key(name);
        cx.warn(
            &place.key("default"),
            format!("the default `{stated}` of the server variable `{name}` is not in its `enum`"),
        );
    }
    // `default` is required by the standard. If it is missing, the first value of the enum is the
    // best guess.
    let default = stated.or_else(|| values.first().cloned());
    if default.is_none() {
        cx.warn(
            at,
            format!(
                "the server variable `{name}` has no default; the server must set it when it \
            starts"
            ),
        );
    }
    let description = object.and_then(|object| object.get("description")?.as_str());
    UrlVariable {
        name: name.to_owned(),
        default,
        values,
        description: description.unwrap_or_default().to_owned(),
    }
}

/// The text of a value that should be a string; YAML makes numbers and booleans of unquoted text.
fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}
