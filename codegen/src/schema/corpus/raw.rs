//! A rough normalisation, for tests of what comes after it.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use crate::model::{
    Api, CallOptions, Definition, Handler, Method, MockResponse, Operation, is_json_media_type,
};
use crate::schema::keyword::{Object, child_schemas, referenced_key, schemas_in_keyword_mut};

/// The operations of a document with their parameters and JSON bodies.
pub(super) fn api_from_raw_document(document: &Value) -> Api {
    let schemas = document
        .get("definitions")
        .or_else(|| document.pointer("/components/schemas"));
    let definitions: IndexMap<String, Definition> = schemas
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(key, schema)| {
            let definition = Definition {
                constant: key.to_uppercase(),
                pointer: key.clone(),
                schema: normalized(schema),
            };
            (sanitize_key(key), definition)
        })
        .collect();
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (key, operation) in item.as_object().into_iter().flatten() {
            if let Some(method) = Method::from_key(key) {
                operations.push(read_operation(document, method, path, item, operation));
            }
        }
    }
    Api {
        flow: Default::default(),
        xml: indexmap::IndexMap::new(),
        name: "api".into(),
        title: String::new(),
        version: String::new(),
        description: String::new(),
        contact: None,
        tags: Vec::new(),
        servers: Vec::new(),
        security: Vec::new(),
        default_security: Vec::new(),
        operations,
        types: Vec::new(),
        definitions,
    }
}

/// The schema with all that it refers to.
pub(super) fn with_definitions(schema: &Value, api: &Api) -> Value {
    let mut used = Map::new();
    let mut open = vec![schema];
    while let Some(schema) = open.pop() {
        if let Some(key) = referenced_key(schema)
            && let Some(definition) = api.definitions.get(key)
            && !used.contains_key(key)
        {
            used.insert(key.to_owned(), definition.schema.clone());
            open.push(&definition.schema);
        }
        open.extend(child_schemas(schema));
    }
    let mut schema = schema.clone();
    schema["$defs"] = Value::Object(used);
    schema
}

fn read_operation(
    document: &Value,
    method: Method,
    path: &str,
    item: &Value,
    operation: &Value,
) -> Operation {
    let mut properties = Object::new();
    let mut required = Vec::new();
    let list = |value: &Value| value["parameters"].as_array().cloned().unwrap_or_default();
    let mut body = json_body(document, operation);
    for parameter in list(item).iter().chain(&list(operation)) {
        let parameter = follow_local_reference(document, parameter);
        let name = parameter["name"].as_str().unwrap_or("").to_owned();
        if parameter["in"] == "body" {
            body = Some((parameter["schema"].clone(), parameter["required"] == true));
            continue;
        }
        if name.is_empty() {
            continue;
        }
        let mut schema = match parameter.get("schema") {
            Some(schema) => normalized(schema),
            None => {
                let mut schema = parameter.as_object().cloned().unwrap_or_default();
                for keyword in [
                    "name",
                    "in",
                    "required",
                    "collectionFormat",
                    "allowEmptyValue",
                ] {
                    schema.shift_remove(keyword);
                }
                normalized(&Value::Object(schema))
            }
        };
        if let (Value::Object(schema), Some(text)) = (&mut schema, parameter.get("description")) {
            schema.insert("description".into(), text.clone());
        }
        let name: String = name
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || "_.-".contains(c) {
                    c
                } else {
                    '_'
                }
            })
            .take(64)
            .collect();
        if parameter["required"] == true {
            required.push(name.clone());
        }
        properties.insert(name, schema);
    }
    let mut input = json!({"type": "object"});
    if let Some((schema, needed)) = body {
        let schema = normalized(&schema);
        let target = referenced_key(&schema).map(sanitize_key);
        let resolved = match &target {
            Some(key) => normalized(find_component_schema(document, key)),
            None => schema.clone(),
        };
        let merged = resolved["properties"].as_object().filter(|body| {
            body.keys().all(|name| {
                !properties.contains_key(name)
                    && name.len() <= 64
                    && name
                        .chars()
                        .all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
            })
        });
        if let Some(body) = merged {
            properties.extend(body.clone());
            if let Some(names) = resolved["required"].as_array() {
                required.extend(names.iter().filter_map(Value::as_str).map(str::to_owned));
            }
            for keyword in ["oneOf", "anyOf", "allOf"] {
                if let Some(value) = resolved.get(keyword) {
                    input[keyword] = value.clone();
                }
            }
        } else {
            if needed {
                required.push("body".into());
            }
            properties.insert("body".into(), schema);
        }
    }
    required.dedup();
    input["properties"] = Value::Object(properties);
    input["required"] = json!(required);
    let pointer = format!("{method} {path}");
    Operation {
        origins: Vec::new(),
        links: Vec::new(),
        read_only: Vec::new(),
        tool: "tool".into(),
        request: "Tool".into(),
        constant: "TOOL".into(),
        method,
        path: path.into(),
        title: String::new(),
        has_own_title: false,
        description: operation["description"].as_str().unwrap_or("").into(),
        doc: String::new(),
        tags: Vec::new(),
        deprecated: false,
        hints: Default::default(),
        handler: Handler::Upstream,
        call: CallOptions::default(),
        parameters: Vec::new(),
        body: None,
        input,
        output: output_schema(document, operation),
        response: None,
        security: Vec::new(),
        answer: MockResponse {
            status: 200,
            content_type: String::new(),
            body: String::new(),
        },
        pointer,
    }
}

fn find_component_schema<'a>(document: &'a Value, key: &str) -> &'a Value {
    let all = document
        .get("definitions")
        .or_else(|| document.pointer("/components/schemas"));
    all.and_then(Value::as_object)
        .into_iter()
        .flatten()
        .find(|(name, _)| sanitize_key(name) == key)
        .map_or(&Value::Null, |(_, schema)| schema)
}

fn json_body(document: &Value, operation: &Value) -> Option<(Value, bool)> {
    let body = follow_local_reference(document, operation.get("requestBody")?);
    Some((json_content(body)?, body["required"] == true))
}

fn json_content(holder: &Value) -> Option<Value> {
    let content = holder["content"].as_object()?;
    let (_, media) = content.iter().find(|(kind, _)| is_json_media_type(kind))?;
    media.get("schema").cloned()
}

fn output_schema(document: &Value, operation: &Value) -> Option<Value> {
    let (_, response) = operation["responses"]
        .as_object()?
        .iter()
        .find(|(status, _)| status.starts_with('2'))?;
    let response = follow_local_reference(document, response);
    let schema = response
        .get("schema")
        .cloned()
        .or_else(|| json_content(response))?;
    Some(normalized(&schema))
}

fn follow_local_reference<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value.get("$ref").and_then(Value::as_str) {
        Some(target) => document
            .pointer(target.trim_start_matches('#'))
            .unwrap_or(&Value::Null),
        None => value,
    }
}

fn sanitize_key(key: &str) -> String {
    key.rsplit('/')
        .next()
        .unwrap_or("")
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || "_.-".contains(c) {
                c
            } else {
                '_'
            }
        })
        .collect()
}

fn normalized(schema: &Value) -> Value {
    let mut schema = schema.clone();
    normalize_in_place(&mut schema);
    schema
}

fn normalize_in_place(schema: &mut Value) {
    let Value::Object(object) = schema else {
        return;
    };
    if let Some(target) = object.get("$ref").and_then(Value::as_str) {
        let component =
            target.starts_with("#/definitions/") || target.starts_with("#/components/schemas/");
        if component && target.matches('/').count() <= 3 {
            let target = format!("#/$defs/{}", sanitize_key(target));
            object.insert("$ref".into(), target.into());
        } else {
            object.shift_remove("$ref");
        }
        object.retain(|keyword, _| matches!(keyword.as_str(), "$ref" | "description" | "nullable"));
    }
    if object.get("type") == Some(&json!("file")) {
        object.insert("type".into(), json!("string"));
    }
    for (flag, bound) in [
        ("exclusiveMinimum", "minimum"),
        ("exclusiveMaximum", "maximum"),
    ] {
        if let Some(Value::Bool(on)) = object.get(flag).cloned() {
            object.shift_remove(flag);
            if on && let Some(value) = object.shift_remove(bound) {
                object.insert(flag.into(), value);
            }
        }
    }
    if object.get("nullable") == Some(&Value::Bool(true)) {
        if let Some(Value::String(name)) = object.get("type").cloned() {
            object.insert("type".into(), json!([name, "null"]));
            if let Some(Value::Array(values)) = object.get_mut("enum")
                && !values.contains(&Value::Null)
            {
                values.push(Value::Null);
            }
        } else if let Some(target) = object.shift_remove("$ref") {
            object.insert("anyOf".into(), json!([{"$ref": target}, {"type": "null"}]));
        }
    }
    object.shift_remove("nullable");
    if let Some(value) = object.shift_remove("example") {
        object.insert("examples".into(), json!([value]));
    }
    if object.get("items").is_some_and(Value::is_array)
        && let Some(first) = object.shift_remove("items")
    {
        object.insert("prefixItems".into(), first);
    }
    object.retain(|keyword, value| {
        (keyword != "required" || value.is_array()) && (keyword != "allowEmptyValue")
    });
    for (keyword, value) in object.iter_mut() {
        if keyword == "required"
            && let Value::Array(names) = value
        {
            let mut distinct: Vec<Value> = Vec::new();
            for name in names.drain(..) {
                if !distinct.contains(&name) {
                    distinct.push(name);
                }
            }
            *names = distinct;
        }
        for inner in schemas_in_keyword_mut(keyword, value) {
            normalize_in_place(inner);
        }
    }
}
