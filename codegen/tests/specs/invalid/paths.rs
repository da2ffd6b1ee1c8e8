//! Invalid paths are reported, and their operations are left out.

use crate::invalid::{HEADS, remarks};

const PATHS: &str = r#"paths:
  /a/{x}: {get: {operationId: one, responses: {}}}
  /a/{y}: {get: {operationId: one, responses: {}}}
  /a/{y}/: {get: {parameters: null, responses: null, tags: null}}
  a/{x}: {GET: {responses: {}}}
  /b:
    get: null
    put: [1]
  /c: null
  /b:
    get: {responses: {}}
    get: {responses: {}}
"#;

#[test]
fn paths_that_are_given_twice_are_told() {
    for (version, head) in HEADS {
        let remarks = remarks(&format!("paths_{version}.yaml"), &format!("{head}{PATHS}"));
        assert_eq!(
            remarks,
            [
                "11:3 the key `/b` occurs more than once; only the last value is used",
                "13:5 the key `get` occurs more than once; only the last value is used",
                "3:12 the path parameter `x` is not declared; it is treated as a required string",
                "4:3 this path and `/a/{x}` differ only in the names of their parameters",
                "4:12 the path parameter `y` is not declared; it is treated as a required string",
                "5:31 `parameters` must be a list, not null; it is ignored",
                "5:60 `tags` must be a list, not null; it is ignored",
                "5:48 `responses` must be an object, not null; it is ignored",
                "5:13 the path parameter `y` is not declared; it is treated as a required string",
                "6:3 the path `a/{x}` must start with a slash; one is added",
                "6:3 this path and `/a/{x}` differ only in the names of their parameters",
                "6:11 the method `GET` must be written `get`; it is read as such",
                "6:11 the path parameter `x` is not declared; it is treated as a required string",
                "10:7 the path item must be an object, not null; it is ignored",
            ],
            "{version}"
        );
    }
}

#[test]
fn duplicate_keys_of_json_are_told_too() {
    let text = "{\"openapi\": \"3.0.3\", \"paths\": {\n\"/a\": {\"get\": {\"responses\": {}}},\n\"/a\": {\"get\": 1,\n\"get\": {\"responses\": {}}}}}";
    assert_eq!(
        remarks("keys.json", text),
        [
            "3:1 the key `/a` occurs more than once; only the last value is used",
            "4:1 the key `get` occurs more than once; only the last value is used",
        ]
    );
}

#[test]
fn a_spec_without_operations_says_so() {
    let said = " the spec has no operations in `paths`, so there are no tools";
    for (version, head) in HEADS {
        for (index, (paths, place)) in [
            ("", "1:1"),
            ("paths: {}\n", "2:1"),
            ("webhooks: {}\n", "1:1"),
        ]
        .into_iter()
        .enumerate()
        {
            let file = format!("none_{version}_{index}.yaml");
            let remarks = remarks(&file, &format!("{head}{paths}"));
            assert_eq!(remarks, [format!("{place}{said}")]);
        }
    }
    let null = remarks("null.yaml", "openapi: 3.0.3\npaths: null\n");
    assert_eq!(null[0], "2:8 `paths` is null, not an object; it is ignored");
    let list = remarks("list.yaml", "openapi: 3.0.3\npaths: [a]\n");
    assert_eq!(
        list[0],
        "2:1 `paths` is a list, not an object; it is ignored"
    );
}

#[test]
fn braces_that_name_nothing_and_names_given_twice_are_told() {
    let get = "{get: {parameters: [{name: x, in: path, required: true, schema: {type: string}, type: string}], responses: {}}}";
    let none = "{get: {responses: {}}}";
    let text = format!(
        "paths:\n  /a/{{x:\n    {none}\n  /b/{{x}}/{{x}}: {get}\n  /c/x}}: {none}\n  /d/{{{{x}}: {none}\n"
    );
    for (version, head) in HEADS {
        let remarks = remarks(&format!("braces_{version}.yaml"), &format!("{head}{text}"));
        let remarks: Vec<&str> = remarks
            .iter()
            .map(String::as_str)
            .filter(|remark| remark.contains("in the path") || remark.contains("twice"))
            .collect();
        assert_eq!(
            remarks,
            [
                "3:3 the `{` before `x` in the path has no closing `}`",
                "5:3 the path contains `{x}` twice; both get the same value",
                "6:3 the `}` after `/c/x` in the path has no opening `{`",
                "7:3 the `{` before `{x}` in the path has no closing `}`",
            ],
            "{version}"
        );
    }
}
