use serde_json::json;

use super::Report;
use crate::diagnostics::Diagnostics;
use crate::model::Method;
use crate::schema::testing;
use crate::schema_texts::{TextSettings, plan};
use crate::selection::LeftOut;

fn report() -> Report {
    let input = json!({"type": "object", "properties": {"petId": {"type": "integer"},
                       "force": {"type": "boolean"}}, "required": ["petId"]});
    let mut api = testing::api_with_inputs(&[input], json!({}));
    api.operations[0].method = Method::Delete;
    api.operations[0].path = "/stores/{storeId}/pets/{petId}".into();
    api.operations[0].tool = "delete_pet".into();
    api.operations[0].title = "Delete pet".into();
    api.operations[0].description = "Deletes a pet.".into();
    let mut diagnostics = Diagnostics::new();
    diagnostics.warning("/info", "no version");
    diagnostics.skipped(
        Method::Post,
        "/pets/{petId}/image",
        "/paths/~1pets~1{petId}~1image/post",
        "the body is multipart/form-data",
    );
    let texts = plan(&api, &TextSettings::default());
    let report = Report::new(&api, &texts, &diagnostics, |pointer| {
        format!("pets.yaml:{}:3", pointer.len())
    });
    let left_out = vec![LeftOut {
        operation_id: None,
        method: Method::Get,
        path: "/pets".into(),
        by: "x-mcp".into(),
    }];
    Report { left_out, ..report }
}

#[test]
fn head_operations_are_not_counted_as_left_out_by_settings() {
    let spec = json!({
        "openapi": "3.0.3", "info": {"title": "Pets", "version": "1"},
        "paths": {"/pets": {
            "get": {"responses": {"200": {"description": "OK"}}},
            "head": {"responses": {"200": {"description": "OK"}}},
        }},
    });
    let compile = || crate::Builder::new("pets.json").spec_bytes(spec.to_string().into_bytes());
    let line =
        "1 HEAD operation left out; `include`, `method` or `x-mcp: {enabled: true}` selects one";
    let compiled = compile().compile().expect("is a spec");
    assert_eq!(compiled.left_out_lines(), [line]);
    let table = compiled.report().to_table(80);
    assert!(table.ends_with(&format!("tokens\n{line}\n")), "{table}");
    let excluded = compile().exclude("GET /pets").compile().expect("is a spec");
    let expected = ["1 operation left out by settings", line];
    assert_eq!(excluded.left_out_lines(), expected);
}

#[test]
fn as_json() {
    assert_eq!(
        report().to_json(),
        json!({
            "tools": [{
                "name": "delete_pet",
                "title": "Delete pet",
                "description": "Deletes a pet.",
                "method": "DELETE",
                "path": "/stores/{storeId}/pets/{petId}",
                "inputSchema": {"type": "object", "properties": {"petId": {"type": "integer"},
                                "force": {"type": "boolean"}}, "required": ["petId"]},
                "annotations": {"readOnlyHint": false, "destructiveHint": true,
                                "idempotentHint": true, "openWorldHint": true},
                "bytes": 298,
                "tokens": 75,
            }],
            "skipped": [{
                "method": "POST",
                "path": "/pets/{petId}/image",
                "reason": "the body is multipart/form-data",
                "location": "pets.yaml:34:3",
            }],
            "leftOut": [{"method": "GET", "path": "/pets", "by": "x-mcp"}],
            "environment": [],
            "total": {"tools": 1, "bytes": 298, "tokens": 75},
        })
    );
}

#[test]
fn as_a_table() {
    insta::assert_snapshot!(report().to_table(80), @"
    METHOD  PATH                            TOOL        ARGUMENTS  BYTES  TOKENS
    DELETE  /stores/{storeId}/pets/{petId}  delete_pet  1+1          298      75

    1 tool, 298 bytes, about 75 tokens
    1 operation skipped:
      POST /pets/{petId}/image: the body is multipart/form-data
        pets.yaml:34:3
    1 operation left out by settings
    ");
}

#[test]
fn a_narrow_table_keeps_names() {
    let table = report().to_table(65);
    let line = table.lines().nth(1).unwrap_or_default();
    assert_eq!(
        line,
        "DELETE  /stores/{…s/{petId}  delete_pet  1+1          298      75"
    );
    assert!(table.lines().take(2).all(|line| line.chars().count() <= 65));
}

#[test]
fn control_characters_stay_out_of_the_terminal() {
    let mut report = report();
    report.tools[0].path = "/a\u{1b}[2Jb".into();
    assert!(!report.to_table(80).contains('\u{1b}'));
}

#[test]
fn a_tool_costs_what_is_listed() {
    let mut report = report();
    report.tools[0].input_schema = json!({"type": "object"});
    let listed = r#"{"name":"delete_pet","title":"Delete pet","description":"Deletes a pet.",
        "inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":true,"openWorldHint":true}}"#;
    let bytes = listed.replace("\n        ", "").len();
    assert_eq!(report.tools[0].cost().bytes, bytes);
    assert_eq!(report.cost().tokens(), bytes.div_ceil(4));
}
