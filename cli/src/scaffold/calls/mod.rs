//! The calls that the tests of a crate make: example arguments, and what they have to become on the
//! wire by the word of the standards. Nothing here asks the runtime, which is what is tested.

mod body;
mod presets;
mod style;

use serde_json::{Map, Value, json};
use toolwright_codegen::model::{
    Api, BodyFormat, Escaping, Handler, Location, Operation, ParameterStyle, QueryString,
};
use toolwright_codegen::schema::make_example;

/// Headers that are the HTTP client's, or say what is sent and wanted: a parameter has no say.
const NOT_A_PARAMETER: [&str; 14] = [
    "accept",
    "accept-encoding",
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "cookie",
    "expect",
    "host",
    "keep-alive",
    "te",
    "transfer-encoding",
    "upgrade",
    "user-agent",
];

/// A call of each tool, in the order of the generated table: by name. Where no example can be made,
/// `arguments` is null; what is run by hand has no `request`.
pub(super) fn example_calls(api: &Api) -> Value {
    let mut operations: Vec<&Operation> = api.operations.iter().collect();
    operations.sort_by_key(|operation| operation.tool.as_str());
    let calls = operations.into_iter();
    calls
        .map(|operation| example_call(api, operation))
        .collect()
}

fn example_call(api: &Api, operation: &Operation) -> Value {
    let given = make_example(&operation.input, &api.definitions);
    let Value::Object(mut given) = given else {
        return json!({"tool": operation.tool, "arguments": null});
    };
    add_part(operation, &mut given);
    let mut call = json!({"tool": operation.tool, "arguments": given});
    if operation.handler != Handler::Upstream {
        return call;
    }
    let preset = presets::apply_presets(api, operation, given);
    if !preset.environment.is_empty() {
        call["environment"] = preset.environment.into();
    }
    call["request"] = expected_request(operation, &preset.arguments);
    call
}

/// Gives a multipart body without properties a part, since it must have one (RFC 2046, section 5.1.1).
fn add_part(operation: &Operation, given: &mut Map<String, Value>) {
    let body = operation.body.as_ref();
    let body = body.filter(|body| matches!(body.format, BodyFormat::Multipart(..)));
    let parts = body.and_then(|body| given.get_mut(&body.field.wire)?.as_object_mut());
    if let Some(parts) = parts.filter(|parts| parts.is_empty()) {
        parts.insert("part".to_owned(), "string".into());
    }
}

/// What is sent, percent-encoding undone. What the standards leave open is left out.
fn expected_request(operation: &Operation, arguments: &Map<String, Value>) -> Value {
    let mut request = Map::new();
    request.insert("method".to_owned(), operation.method.to_string().into());
    if let Some(path) = expected_path(operation, arguments) {
        request.insert("path".to_owned(), path.into());
    }
    if let Some(query) = expected_query(operation, arguments) {
        request.insert("query".to_owned(), query.into());
    }
    let headers = expected_headers(operation, arguments);
    if !headers.is_empty() {
        request.insert("headers".to_owned(), headers.into());
    }
    if let Some(body) = body::expected_body(operation, arguments) {
        request.insert("body".to_owned(), body);
    }
    request.into()
}

fn expected_path(operation: &Operation, arguments: &Map<String, Value>) -> Option<String> {
    let (mut path, _) = split_template(&operation.path);
    for (parameter, value) in parameters_with_values(operation, arguments, &Location::Path) {
        let text = style::format_inline(&parameter.name, parameter.style, value)?;
        let text = match parameter.escaping {
            // A path of several segments keeps its own slashes and loses those at its ends, because
            // the template has them.
            Escaping::Segments => text.trim_matches('/').to_owned(),
            _ => text,
        };
        path = path.replace(&format!("{{{}}}", parameter.name), &text);
    }
    (!has_hole(&path, operation)).then_some(path)
}

/// Whether a parameter of the path was not given.
fn has_hole(path: &str, operation: &Operation) -> bool {
    let parameters = operation.parameters.iter();
    let mut of_path = parameters.filter(|parameter| parameter.location == Location::Path);
    of_path.any(|parameter| path.contains(&format!("{{{}}}", parameter.name)))
}

fn expected_query(operation: &Operation, arguments: &Map<String, Value>) -> Option<String> {
    let (_, fixed) = split_template(&operation.path);
    let mut pairs: Vec<String> = fixed.into_iter().map(str::to_owned).collect();
    for (parameter, value) in parameters_with_values(operation, arguments, &Location::Query) {
        pairs.extend(style::query_pairs(&parameter.name, parameter.style, value)?);
    }
    for parameter in &operation.parameters {
        if let Location::QueryString(whole) = &parameter.location
            && let Some(value) = arguments.get(&parameter.field.wire)
        {
            pairs.push(match whole {
                QueryString::Text => style::format_scalar(value)?,
                QueryString::Json => value.to_string(),
                QueryString::Form(_) => return None,
            });
        }
    }
    Some(pairs.join("&"))
}

fn expected_headers(operation: &Operation, arguments: &Map<String, Value>) -> Map<String, Value> {
    let headers = parameters_with_values(operation, arguments, &Location::Header);
    let headers = headers.filter(|(parameter, _)| {
        let mut names = NOT_A_PARAMETER.iter();
        !names.any(|name| name.eq_ignore_ascii_case(&parameter.name))
    });
    let headers = headers.filter_map(|(parameter, value)| {
        let text = style::format_inline(&parameter.name, parameter.style, value)?;
        Some((parameter.name.to_ascii_lowercase(), text.into()))
    });
    let mut headers: Map<String, Value> = headers.collect();
    headers.extend(
        expected_cookies(operation, arguments).map(|text| ("cookie".to_owned(), text.into())),
    );
    headers
}

/// The header of all cookies, where each is a plain word: nothing else is written in one way only.
fn expected_cookies(operation: &Operation, arguments: &Map<String, Value>) -> Option<String> {
    let mut pairs = Vec::new();
    for (parameter, value) in parameters_with_values(operation, arguments, &Location::Cookie) {
        let text = style::format_scalar(value)?;
        let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_plain = parameter.style != ParameterStyle::Json && is_word;
        pairs.push(is_plain.then(|| format!("{}={text}", parameter.name))?);
    }
    (!pairs.is_empty()).then(|| pairs.join("; "))
}

/// The parameters at a place that have a value.
fn parameters_with_values<'a>(
    operation: &'a Operation,
    arguments: &'a Map<String, Value>,
    location: &'a Location,
) -> impl Iterator<Item = (&'a toolwright_codegen::model::Parameter, &'a Value)> {
    let parameters = operation.parameters.iter();
    let parameters = parameters.filter(move |parameter| parameter.location == *location);
    parameters.filter_map(|parameter| Some((parameter, arguments.get(&parameter.field.wire)?)))
}

/// A path template, and the query that some specs have in it.
fn split_template(template: &str) -> (String, Option<&str>) {
    // A fragment is never sent (RFC 9110, section 7.1).
    let template = template.split('#').next().unwrap_or_default();
    match template.split_once('?') {
        Some((path, query)) => (path.to_owned(), Some(query)),
        None => (template.to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use toolwright_codegen::Builder;
    use toolwright_codegen::source::Source;

    use super::*;

    #[test]
    fn a_multipart_body_has_a_part() {
        let spec = json!({"openapi": "3.0.3", "info": {"title": "A", "version": "1"}, "paths": {"/a": {"post": {
            "operationId": "add",
            "requestBody": {"required": true, "content": {"multipart/form-data": {"schema": {"type": "object"}}}},
            "responses": {},
        }}}});
        let source = Source::from_text("a.json", spec.to_string()).expect("is JSON");
        let compiled = Builder::new("a.json").compile_source(source, &mut |_| {});
        let calls = example_calls(compiled.expect("compiles").api());
        assert_eq!(calls[0]["arguments"], json!({"body": {"part": "string"}}));
    }
}
