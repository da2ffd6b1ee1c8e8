use insta::assert_snapshot;

use super::*;
use crate::model::Method;
use crate::source::Source;

fn source(name: &str, text: &str) -> Source {
    Source::from_text(name, text.to_owned()).expect("a valid text")
}

fn warning(pointer: &str, message: &str, help: Option<&str>) -> Diagnostic {
    Diagnostic {
        severity: Severity::Warning,
        message: message.to_owned(),
        pointer: pointer.to_owned(),
        mark: Mark::Value,
        help: help.map(str::to_owned),
        operation: None,
    }
}

const PETS: &str = "openapi: 3.0.0
info: {title: Pets, version: '1'}
paths:
  /pets:
    summary: x
    parameters: []
    delete: {}
    post: {}
    patch: {}
    get:
      operationId: list
";

#[test]
fn a_skipped_operation() {
    let mut diagnostics = Diagnostics::new();
    diagnostics.skipped(Method::Get, "/pets", "/paths/~1pets/get", "the body is XML");
    let one = &diagnostics.all[0];
    let source = source("api/pets.yaml", PETS);
    assert_snapshot!(source.render(one), @"
    warning: skipped GET /pets: the body is XML
      --> api/pets.yaml:10:5
       |
    10 |     get:
       |     ^^^
       |
       = at: #/paths/~1pets/get
    ");
    assert_snapshot!(source.render_line(one), @"api/pets.yaml:10:5: warning: skipped GET /pets: the body is XML (at #/paths/~1pets/get)");
}

#[test]
fn notes_and_messages_of_several_lines() {
    let one = warning(
        "/info/version",
        "a version\nof two lines",
        Some("leave it out\nor not"),
    );
    let source = source("pets.yaml", PETS);
    assert_snapshot!(source.render(&one), @"
    warning: a version
             of two lines
     --> pets.yaml:2:30
      |
    2 | info: {title: Pets, version: '1'}
      |                              ^^^
      |
      = at: #/info/version
      = help: leave it out
              or not
    ");
    assert_snapshot!(source.render_line(&one), @"pets.yaml:2:30: warning: a version of two lines (at #/info/version); help: leave it out or not");
}

#[test]
fn minified_json_is_cut_around_the_place() {
    let member = |at: usize| format!("\"k{at}\":{{\"type\":\"string\",\"x\":\"é漢\"}}");
    let members: Vec<_> = (0..2000).map(member).collect();
    let source = source("min.json", &format!("{{{}}}", members.join(",")));
    let first = warning("/k0/type", "first", None);
    assert_snapshot!(source.render(&first), @r#"
    warning: first
     --> min.json:1:15
      |
    1 | {"k0":{"type":"string","x":"é漢"},"k1":{"type":"string","x":"é漢"},"k2":{"type":"string","x":"é漢"},"k3":{"type":"string...
      |               ^^^^^^^^
      |
      = at: #/k0/type
    "#);
    let middle = warning("/k1000/type", "middle", None);
    assert_snapshot!(source.render(&middle), @r#"
    warning: middle
     --> min.json:1:33908
      |
    1 | ...pe":"string","x":"é漢"},"k1000":{"type":"string","x":"é漢"},"k1001":{"type":"string","x":"é漢"},"k1002":{"type":"stri...
      |                                            ^^^^^^^^
      |
      = at: #/k1000/type
    "#);
    let last = warning("/k1999/x", "last", None);
    assert_snapshot!(source.render(&last), @r#"
    warning: last
     --> min.json:1:68886
      |
    1 | ..."x":"é漢"},"k1999":{"type":"string","x":"é漢"}}
      |                                            ^^^^^
      |
      = at: #/k1999/x
    "#);
}

#[test]
fn a_long_value_is_cut() {
    let text = format!("{{\"a\": \"{}\"}}", "long ".repeat(100));
    let one = warning("/a", "much", None);
    assert_snapshot!(source("long.json", &text).render(&one), @r#"
    warning: much
     --> long.json:1:7
      |
    1 | {"a": "long long long long long long long long long long long long long long long long long long long long long long lon...
      |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = at: #/a
    "#);
}

#[test]
fn tabs_wide_and_invisible_characters() {
    let text = "{\n\t\"漢字\u{202E}\":\t{\"e\u{301}\": 5}\r\n}";
    let one = warning("/漢字\u{202E}/e\u{301}", "wide", None);
    assert_snapshot!(source("wide.json", text).render(&one), @r#"
    warning: wide
     --> wide.json:2:16
      |
    2 |     "漢字�":    {"é": 5}
      |                       ^
      |
      = at: #/漢字�/é
    "#);
}

#[test]
fn a_value_of_several_lines_is_marked_on_its_first() {
    let text = "info:\n  description: |\n    one\n    two\n  title:\n";
    let one = warning("/info/description", "long", None);
    assert_snapshot!(source("lines.yaml", text).render(&one), @"
    warning: long
     --> lines.yaml:3:5
      |
    3 |     one
      |     ^^^
      |
      = at: #/info/description
    ");
    let one = warning("/info/title", "empty", None);
    assert_snapshot!(source("lines.yaml", text).render(&one), @"
    warning: empty
     --> lines.yaml:5:3
      |
    5 |   title:
      |   ^^^^^
      |
      = at: #/info/title
    ");
}

#[test]
fn an_empty_file() {
    let one = warning("", "there is nothing", None);
    assert_snapshot!(source("empty.yaml", "").render(&one), @"
    warning: there is nothing
     --> empty.yaml:1:1
      |
    1 |
      | ^
      |
      = at: #
    ");
}

#[test]
fn a_file_that_cannot_be_read() {
    let error = Source::from_text("broken.json", "{\n  \"a\": [1, 2\n}".to_owned());
    let error = error.expect_err("a broken text");
    assert_snapshot!(error.render(), @"
    error: expected `,` or `]`
     --> broken.json:3:1
      |
    3 | }
      | ^
    ");
    let error = Source::from_text("broken.yaml", "a: b: c".to_owned());
    assert_snapshot!(error.expect_err("a broken text").render(), @"
    error: mapping values are not allowed in this context
     --> broken.yaml:1:5
      |
    1 | a: b: c
      |     ^
    ");
}

#[test]
fn remarks_are_counted_by_severity() {
    let mut diagnostics = Diagnostics::new();
    diagnostics.warning("/a", "one");
    diagnostics.error("/b", "two");
    let more = vec![warning("/c", "three", None), warning("/d", "four", None)];
    diagnostics.extend(more);
    assert_eq!(diagnostics.count(Severity::Warning), 3);
    assert_eq!(diagnostics.count(Severity::Error), 1);
    assert_eq!(diagnostics.count(Severity::Skipped), 0);
    let pointers: Vec<_> = (&diagnostics).into_iter().map(|one| &one.pointer).collect();
    assert_eq!(pointers, ["/a", "/b", "/c", "/d"]);
    assert_eq!(diagnostics.clone().into_iter().count(), diagnostics.len());
    assert_eq!(
        diagnostics.iter().cloned().collect::<Diagnostics>(),
        diagnostics
    );
}

#[test]
fn a_remark_about_a_key_or_about_the_text() {
    let source = source("pets.yaml", PETS);
    let mut one = warning("/info/version", "misspelt", None);
    one.mark = Mark::Key;
    assert_snapshot!(source.render_line(&one), @"pets.yaml:2:21: warning: misspelt (at #/info/version)");
    let mut absent = warning("/info/absent", "not there", None);
    absent.mark = Mark::Key;
    assert_snapshot!(source.render_line(&absent), @"pets.yaml:2:1: warning: not there (at #/info/absent)");

    let text = "{\n \"a\": [1, 2,\n ],\n \"b\": 1}".to_owned();
    let source = Source::from_text("api.json", text).expect("JSON but for a comma");
    let lines = source.warnings().iter().map(|one| source.render_line(one));
    let lines: Vec<_> = lines.collect();
    assert_eq!(
        lines,
        [
            "api.json:2:12: warning: the file is not valid JSON, so it is read as YAML: trailing comma (at #)"
        ]
    );
}

#[test]
fn a_setting_that_is_not_in_the_file_has_no_place_there() {
    let source = source("pets.yaml", PETS);
    let mut one = warning("", "fits nothing", Some("did you mean `list`?"));
    one.mark = Mark::Setting(Box::new(Setting::Strict(true)));
    assert_snapshot!(source.render(&one), @"
    warning: fits nothing
     --> pets.yaml
      |
      = help: did you mean `list`?
    ");
    assert_snapshot!(source.render_line(&one), @"pets.yaml: warning: fits nothing; help: did you mean `list`?");
}

/// A spec with texts of 2,000 characters, and an object in an object in an object.
fn wordy() -> serde_json::Value {
    let long = "Twenty characters. ".repeat(105);
    serde_json::json!({"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {
        "/pets": {"post": {
            "operationId": "addPet",
            "description": long,
            "requestBody": {"content": {"application/json": {"schema": {
                "$ref": "#/components/schemas/Pet",
            }}}},
        }},
    }, "components": {"schemas": {
        "Pet": {"type": "object", "properties": {
            "note": {"type": "string", "description": long},
            "owner": {"$ref": "#/components/schemas/Owner"},
        }},
        "Owner": {"type": "object", "description": "Who has it.", "properties": {
            "name": {"type": "string"},
            "home": {"type": "object", "properties": {"street": {"type": "string"}}},
            "friends": {"type": "array", "items": {"$ref": "#/components/schemas/Owner"}},
        }},
    }}})
}

fn compiled_with(
    spec: &serde_json::Value,
    settings: impl FnOnce(crate::Builder) -> crate::Builder,
) -> crate::Compiled {
    let source = Source::from_text("a.json", spec.to_string()).expect("is JSON");
    let builder = settings(crate::Builder::new("a.json"));
    builder
        .compile_source(source, &mut |_| {})
        .expect("is a spec")
}

#[test]
fn descriptions_that_are_cut_are_told_once() {
    let compiled = compiled_with(&wordy(), |builder| builder);
    let notes: Vec<String> = compiled
        .diagnostics()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        notes,
        [
            "models see only the beginning of the description of 1 tool: `add_pet` (1994 characters)",
            "models see only the beginning of the description of 1 schema: `note` in \
             #/paths/~1pets/post (1994 characters)",
        ]
    );
    let tool = &compiled.report().tools[0];
    assert!(tool.description.ends_with("characters. …"));
    let note = &tool.input_schema["properties"]["note"]["description"];
    assert!(note.as_str().is_some_and(|text| text.chars().count() > 900));
    let whole = compiled_with(&wordy(), |builder| builder.max_description(2_000));
    assert!(whole.diagnostics().is_empty());
    assert!(
        whole
            .rust()
            .contains("// Options: --max-description 2000\n")
    );
}

#[test]
fn a_schema_lists_as_many_levels_as_the_setting_says() {
    let owner = |levels: usize| {
        let compiled = compiled_with(&wordy(), |builder| builder.schema_depth(levels));
        compiled.report().tools[0].input_schema["properties"]["owner"].clone()
    };
    let outline = "Who has it (an object with name, home, friends).";
    assert_eq!(
        owner(1),
        serde_json::json!({"type": "object", "description": outline})
    );
    let two = owner(2);
    assert_eq!(two["description"], "Who has it.");
    assert_eq!(two["properties"]["name"]["type"], "string");
    assert_eq!(
        two["properties"]["home"],
        serde_json::json!({"type": "object", "description": "an object with street"})
    );
    assert_eq!(two["properties"]["friends"]["type"], "array");
    assert!(owner(3)["properties"]["home"]["properties"]["street"].is_object());
}

#[test]
fn a_schema_that_no_model_can_use_is_told() {
    let mut spec = wordy();
    let street = &mut spec["components"]["schemas"]["Owner"]["properties"]["home"]["properties"];
    for index in 0..1_000 {
        let description =
            format!("The property of the number {index}, which is described at length.");
        street[format!("p{index}")] =
            serde_json::json!({"type": "string", "description": description});
    }
    let told = |compiled: &crate::Compiled| {
        let all = compiled.diagnostics().with_severity(Severity::Warning);
        let all = all.map(ToString::to_string);
        all.filter(|text| text.contains("larger than 65536 bytes"))
            .count()
    };
    assert_eq!(told(&compiled_with(&spec, |builder| builder)), 1);
    assert_eq!(
        told(&compiled_with(&spec, |builder| builder.schema_depth(2))),
        0
    );
}
