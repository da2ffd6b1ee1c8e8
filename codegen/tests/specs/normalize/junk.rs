//! No value in an unexpected place of a spec makes the compiler panic.

use serde_json::{Value, json};
use toolwright_codegen::diagnostics::Diagnostics;
use toolwright_codegen::normalize::normalize;
use toolwright_codegen::source::pointer::push_token;

use crate::normalize::corpus::check;

/// A small generator of pseudo-random numbers, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Whatever is broken in a spec, the rest is read, and what is read is readable.
#[test]
fn broken_specs_are_read() {
    let specs = [swagger2(), openapi3("3.0.3"), openapi3("3.1.0")];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..3_000 {
        let mut spec = specs[round % specs.len()].clone();
        for _ in 0..=random.below(4) {
            break_something(&mut spec, &mut random);
        }
        if let Ok(document) = normalize(&spec, &mut Diagnostics::new()) {
            check(&document);
        }
    }
}

/// Puts something else in the place of a random value below the version.
fn break_something(spec: &mut Value, random: &mut Random) {
    let mut pointer = String::new();
    let mut value = &*spec;
    for depth in 0..12 {
        let stop = depth > 1 && random.below(5) == 0;
        let step = match value {
            _ if stop => None,
            Value::Object(object) => {
                let index = random.below(object.len().max(1));
                object.keys().nth(index).cloned()
            }
            Value::Array(list) => (!list.is_empty()).then(|| random.below(list.len()).to_string()),
            _ => None,
        };
        let Some(step) = step else {
            break;
        };
        push_token(&mut pointer, &step);
        value = spec.pointer(&pointer).expect("a place that was just seen");
    }
    let junk = [
        json!(null),
        json!(true),
        json!(7),
        json!("#/definitions/A"),
        json!([]),
        json!([null, 1, "x"]),
        json!({}),
        json!({"$ref": "#/definitions/A"}),
        json!({"$ref": "#/components/schemas/A/properties/b"}),
        json!({"$ref": "#/paths/~1x~1{id}/post/responses/200"}),
        json!({"$ref": "#/paths"}),
        json!({"$ref": "#/components/parameters/p"}),
        json!({"$ref": "#/components/requestBodies/b"}),
        json!({"allOf": [{"$ref": "#/components/schemas/A"}], "nullable": true}),
        json!({"": {"": null}}),
        json!("query"),
    ];
    if let Some(place) = spec.pointer_mut(&pointer) {
        *place = junk[random.below(junk.len())].clone();
    }
}

fn schema(base: &str) -> Value {
    json!({
        "type": "object",
        "required": ["a"],
        "discriminator": "kind",
        "properties": {
            "a": {"type": "string", "enum": ["x", "y"], "example": "x", "minLength": 1},
            "b": {"$ref": format!("{base}/B"), "description": "d"},
            "c": {"type": "array", "items": {"type": "integer", "minimum": 0, "exclusiveMinimum": true}},
            "d": {"oneOf": [{"$ref": format!("{base}/A")}, {"type": "number"}], "nullable": true},
        },
        "additionalProperties": {"type": "string"},
    })
}

fn swagger2() -> Value {
    json!({
        "swagger": "2.0",
        "info": {"title": "t", "version": "1"},
        "host": "h", "basePath": "/b", "schemes": ["https"],
        "consumes": ["application/json"], "produces": ["application/json"],
        "securityDefinitions": {"k": {"type": "apiKey", "in": "header", "name": "X"}},
        "security": [{"k": []}],
        "definitions": {"A": schema("#/definitions"), "B": {"allOf": [{"$ref": "#/definitions/A"}]}},
        "parameters": {"p": {"name": "p", "in": "query", "type": "array", "items": {"type": "string"},
            "collectionFormat": "multi"}},
        "responses": {"r": {"description": "", "schema": {"$ref": "#/definitions/A"},
            "headers": {"H": {"type": "string"}}, "examples": {"application/json": {}}}},
        "paths": {
            "/x/{id}": {
                "parameters": [{"name": "id", "in": "path", "required": true, "type": "string"}],
                "post": {
                    "tags": ["t"], "summary": "s", "operationId": "o", "deprecated": false,
                    "parameters": [{"$ref": "#/parameters/p"},
                        {"name": "b", "in": "body", "required": true, "schema": schema("#/definitions")}],
                    "responses": {"200": {"$ref": "#/responses/r"}, "default": {"description": ""}},
                    "security": [],
                },
                "put": {
                    "consumes": ["multipart/form-data"],
                    "parameters": [{"name": "f", "in": "formData", "type": "file"},
                        {"name": "g", "in": "formData", "type": "array", "items": {"type": "string"}}],
                    "responses": {},
                },
            },
        },
    })
}

fn openapi3(version: &str) -> Value {
    json!({
        "openapi": version,
        "info": {"title": "t", "version": "1"},
        "servers": [{"url": "https://{v}", "variables": {"v": {"default": "d"}}}],
        "security": [{"k": []}],
        "components": {
            "securitySchemes": {"k": {"type": "http", "scheme": "bearer"}},
            "schemas": {"A": schema("#/components/schemas"),
                "B": {"allOf": [{"$ref": "#/components/schemas/A"}]}},
            "parameters": {"p": {"name": "p", "in": "query", "style": "form", "explode": true,
                "schema": {"$ref": "#/components/schemas/A"}, "example": 1}},
            "requestBodies": {"b": {"required": true, "content": {"application/json": {
                "schema": schema("#/components/schemas"), "examples": {"e": {"value": 1}}}}}},
            "responses": {"r": {"description": "", "headers": {"H": {"schema": {}}},
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}},
        },
        "paths": {
            "/x/{id}": {
                "parameters": [{"name": "id", "in": "path", "required": true, "schema": {}}],
                "servers": [{"url": "/y"}],
                "post": {
                    "tags": ["t"], "summary": "s", "operationId": "o", "deprecated": false,
                    "externalDocs": {"url": "u"},
                    "parameters": [{"$ref": "#/components/parameters/p"},
                        {"name": "h", "in": "header", "content": {"application/json": {"schema": {}}}}],
                    "requestBody": {"$ref": "#/components/requestBodies/b"},
                    "responses": {"200": {"$ref": "#/components/responses/r"}},
                    "security": [{}],
                },
                "put": {
                    "requestBody": {"content": {"multipart/form-data": {"schema": {"type": "object"},
                        "encoding": {"a": {"style": "form", "headers": {"H": {"schema": {}}}}}}}},
                    "responses": {"default": {"description": "d", "links": {}}},
                },
            },
        },
    })
}
