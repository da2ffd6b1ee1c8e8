//! Normalized schemas accept what an independent validator accepts by the original ones.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use toolwright_codegen::diagnostics::Diagnostics;
use toolwright_codegen::model::ParameterStyle;
use toolwright_codegen::normalize::{Operation, ParameterLocation, normalize};

use crate::normalize::shared;
use crate::path::shared_path;

/// Somebody else's conversion of a Swagger 2.0 file says the same of parameters and bodies.
#[test]
#[ignore = "needs ../shared"]
fn swagger_2_is_converted_as_others_convert_it() {
    let swagger = shared_path("specs/dev/ingeniux-cms.swagger2.json");
    let expected = shared_path("oracles/ingeniux-cms.openapi3.json");
    let swagger = shared::read(&swagger).expect("JSON");
    let document = normalize(&swagger, &mut Diagnostics::new()).expect("a readable spec");
    let expected = shared::read(&expected).expect("JSON");
    let mut compared = 0;
    for operation in &document.operations {
        let Some(theirs) = expected
            .pointer(&operation.pointer)
            .and_then(Value::as_object)
        else {
            panic!("{} is not in the other conversion", operation.pointer);
        };
        assert_same(operation, theirs, &expected);
        compared += 1;
    }
    assert_eq!(compared, 396);
}

fn assert_same(ours: &Operation, theirs: &Map<String, Value>, root: &Value) {
    assert_eq!(
        parameters(ours),
        their_parameters(theirs, root),
        "{}",
        ours.pointer
    );
    assert_eq!(body(ours), their_body(theirs, root), "{}", ours.pointer);
}

/// Name, location, style and whether it is exploded.
fn parameters(operation: &Operation) -> BTreeSet<[String; 4]> {
    let parameters = operation.parameters.iter();
    parameters
        .map(|parameter| {
            let location = match parameter.location {
                ParameterLocation::Path => "path",
                ParameterLocation::Query => "query",
                _ => "header",
            };
            let [style, exploded] = match parameter.style {
                ParameterStyle::Simple => ["simple", ""],
                ParameterStyle::Form => ["form", ""],
                ParameterStyle::FormExploded => ["form", "exploded"],
                _ => ["another", ""],
            };
            [&parameter.name, location, style, exploded].map(str::to_owned)
        })
        .collect()
}

/// Whether the body is required, and its media types.
fn body(operation: &Operation) -> Option<(bool, BTreeSet<String>)> {
    let body = operation.body.as_ref()?;
    Some((
        body.is_required == Some(true),
        body.content.keys().cloned().collect(),
    ))
}

/// Name, location, style and whether it is exploded, of lists with the defaults filled in.
fn their_parameters(operation: &Map<String, Value>, root: &Value) -> BTreeSet<[String; 4]> {
    let parameters = operation.get("parameters").and_then(Value::as_array);
    parameters
        .into_iter()
        .flatten()
        .map(|parameter| resolve(parameter, root))
        .map(|parameter| {
            let location = parameter["in"].as_str().unwrap_or_default();
            let default = if matches!(location, "query" | "cookie") {
                "form"
            } else {
                "simple"
            };
            let style = parameter["style"].as_str().unwrap_or(default);
            let explode = parameter["explode"].as_bool().unwrap_or(style == "form");
            let name = parameter["name"].as_str().unwrap_or_default();
            [name, location, style, if explode { "exploded" } else { "" }].map(str::to_owned)
        })
        .collect()
}

/// Whether the body is required, and its media types.
fn their_body(operation: &Map<String, Value>, root: &Value) -> Option<(bool, BTreeSet<String>)> {
    let body = resolve(operation.get("requestBody")?, root);
    let content = body["content"].as_object().into_iter().flatten();
    let required = body["required"].as_bool().unwrap_or(false);
    Some((required, content.map(|(name, _)| name.clone()).collect()))
}

fn resolve<'v>(value: &'v Value, root: &'v Value) -> &'v Value {
    let target = value["$ref"]
        .as_str()
        .and_then(|reference| root.pointer(reference.strip_prefix('#')?));
    target.unwrap_or(value)
}
