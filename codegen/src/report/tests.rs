use serde_json::json;

use super::Report;
use crate::diagnostics::Diagnostics;
use crate::model::Method;
use crate::schema::testing;
use crate::schema::text::{TextSettings, plan};

fn report() -> Report {
    let input = json!({"type": "object", "properties": {"petId": {"type": "integer"},
                       "force": {"type": "boolean"}}, "required": ["petId"]});
    let mut api = testing::api(&[input], json!({}));
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
    Report::new(&api, &texts, &diagnostics, |pointer| {
        format!("pets.yaml:{}:3", pointer.len())
    })
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
            }],
            "skipped": [{
                "method": "POST",
                "path": "/pets/{petId}/image",
                "reason": "the body is multipart/form-data",
                "location": "pets.yaml:34:3",
            }],
        })
    );
}

#[test]
fn as_a_table() {
    insta::assert_snapshot!(report().to_table(80), @"
    METHOD  PATH                            TOOL        ARGUMENTS
    DELETE  /stores/{storeId}/pets/{petId}  delete_pet  1+1

    1 tool
    1 operation skipped:
      POST /pets/{petId}/image: the body is multipart/form-data
        pets.yaml:34:3
    ");
}

#[test]
fn a_narrow_table_keeps_names() {
    let table = report().to_table(50);
    let line = table.lines().nth(1).unwrap_or_default();
    assert_eq!(line, "DELETE  /stores/{…s/{petId}  delete_pet  1+1");
    assert!(table.lines().take(2).all(|line| line.chars().count() <= 50));
}

#[test]
fn control_characters_stay_out_of_the_terminal() {
    let mut report = report();
    report.tools[0].path = "/a\u{1b}[2Jb".into();
    assert!(!report.to_table(80).contains('\u{1b}'));
}
