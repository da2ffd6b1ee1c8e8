use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use super::super::servers::base_url;

/// The longest base URL in bytes, variables replaced: servers take no longer ones.
const LONGEST_URL: usize = 8000;

/// The base URLs of the document.
pub(in crate::normalize) fn of_document(
    cx: &mut Context<'_>,
    root: &Map<String, Value>,
) -> Vec<String> {
    read(cx, root.get("servers"), &Place::ROOT).unwrap_or_default()
}

/// The base URLs of the `servers` of an object, where it has some.
pub(in crate::normalize) fn read(
    cx: &mut Context<'_>,
    value: Option<&Value>,
    at: &Place<'_>,
) -> Option<Vec<String>> {
    let servers = match value? {
        Value::Array(servers) => servers,
        other => {
            fields::wrong(cx, "servers", "a list", other, "is ignored", at);
            return None;
        }
    };
    let at = at.key("servers");
    let mut urls = Vec::new();
    for (index, server) in servers.iter().enumerate() {
        let at = at.index(index);
        match server {
            Value::Object(server) => {
                let url = url(cx, server, &at);
                let is_long = url.as_ref().is_some_and(|url| url.len() > LONGEST_URL);
                if is_long {
                    let message =
                        format!("the URL is longer than {LONGEST_URL} bytes; it is ignored");
                    cx.warn(&at, message);
                    continue;
                }
                urls.extend(url.as_deref().and_then(base_url));
            }
            other => {
                let kind = fields::kind(other);
                cx.warn(
                    &at,
                    format!("a server is an object, not {kind}; it is ignored"),
                );
            }
        }
    }
    (!urls.is_empty()).then_some(urls)
}

/// The URL of a server with the defaults of its variables.
fn url(cx: &mut Context<'_>, server: &Map<String, Value>, at: &Place<'_>) -> Option<String> {
    let template = fields::text(cx, server, "url", at)?;
    let mut url = String::with_capacity(template.len());
    let mut rest = template.as_str();
    while url.len() <= LONGEST_URL
        && let Some((before, after)) = rest.split_once('{')
    {
        let Some((name, after)) = after.split_once('}') else {
            break;
        };
        url.push_str(before);
        match default_of(server, name) {
            Some(default) => url.push_str(&default),
            None => {
                cx.warn(at, format!("the server variable `{name}` has no default"));
                url.push_str(&format!("{{{name}}}"));
            }
        }
        rest = after;
    }
    url.push_str(rest);
    Some(url)
}

fn default_of(server: &Map<String, Value>, name: &str) -> Option<String> {
    let variable = server.get("variables")?.get(name)?;
    let default = variable
        .get("default")
        .or_else(|| variable.get("enum")?.get(0))?;
    match default {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(default.to_string()),
        _ => None,
    }
}
