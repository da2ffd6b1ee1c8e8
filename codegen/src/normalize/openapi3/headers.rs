use serde_json::{Map, Value};

use super::super::cache::Kind;
use super::super::context::{Context, Located};
use super::super::fields;
use super::super::place::Place;
use super::{examples, parameters};

/// `headers` of a response or an encoding.
pub(super) fn convert<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Map<String, Value> {
    let headers = match object.get("headers") {
        Some(Value::Null) | None => None,
        Some(_) => fields::object(cx, object, "headers", at),
    };
    let at = at.key("headers");
    let mut out = Map::new();
    for (name, value) in headers.into_iter().flatten() {
        let at = at.key(name);
        match cx.follow(value, &at) {
            Ok(located) => {
                out.insert(name.clone(), header(cx, name, &located).into());
            }
            Err(unreadable) => cx.warn(&at, format!("the header {unreadable}; it is ignored")),
        }
    }
    out
}

fn header<'a>(cx: &mut Context<'a>, name: &str, located: &Located<'a>) -> Map<String, Value> {
    if let Some(converted) = cx.cache.get(Kind::Header, &located.pointer) {
        return converted;
    }
    let object = located.object;
    let at = Place::At(&located.pointer);
    let mut out = Map::new();
    fields::copy_texts(cx, object, &mut out, &["description"], &at);
    fields::copy_flags(cx, object, &mut out, &["required", "deprecated"], &at);
    let (key, value) = parameters::schema_or_content(cx, object, name, &at);
    out.insert(key.into(), value);
    examples::copy(cx, object, &mut out, &at);
    fields::extensions(object, &mut out);
    if located.referenced {
        cx.cache.put(Kind::Header, &located.pointer, &out);
    }
    out
}
