use serde_json::{Value, json};

use crate::builder::Builder;
use crate::compiled::Compiled;
use crate::setting::{Setting, Written};
use crate::source::Source;

fn spec() -> Value {
    json!({"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
        "tags": [{"name": "admin", "x-mcp": {"enabled": false}}],
        "paths": {
            "/pets": {
                "get": {"operationId": "listPets", "tags": ["pets"]},
                "post": {"operationId": "addPet", "tags": ["pets", "write"]},
            },
            "/pets/{id}": {
                "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
                "get": {"operationId": "getPet", "tags": ["pets"]},
                "delete": {"tags": ["pets", "write"]},
            },
            "/owners": {"get": {"operationId": "listOwners", "tags": ["owners"]}},
            "/keys": {
                "get": {"operationId": "listKeys", "tags": ["admin"]},
                "post": {"operationId": "addKey", "tags": ["admin"], "x-mcp": {"enabled": true}},
            },
            "/old": {"x-mcp": false, "get": {"operationId": "old"}},
        },
    })
}

fn compiled(spec: &Value, settings: &[(&str, &str)]) -> Compiled {
    let settings = settings.iter().map(|(name, value)| {
        let written = match *value {
            "true" => Written::Flag(true),
            text => Written::Text(text.to_owned()),
        };
        Setting::read(name, written).expect("is a setting")
    });
    let builder = settings.fold(Builder::new("a.json"), Builder::with);
    let source = Source::from_text("a.json", spec.to_string()).expect("is JSON");
    builder.compile_source(source, &mut |_| {}).expect("a spec")
}

fn tools(settings: &[(&str, &str)]) -> String {
    let compiled = compiled(&spec(), settings);
    let operations = compiled.api().operations.iter();
    let tools: Vec<&str> = operations.map(|one| one.tool.as_str()).collect();
    tools.join(" ")
}

fn told(settings: &[(&str, &str)]) -> Vec<String> {
    let compiled = compiled(&spec(), settings);
    let remarks = compiled.diagnostics().iter();
    let text = |help: &Option<String>| help.clone().unwrap_or_default();
    remarks
        .map(|one| format!("{}: {} {}", one.pointer, one.message, text(&one.help)))
        .collect()
}

#[test]
fn the_spec_says_which_are_none() {
    assert_eq!(
        tools(&[]),
        "list_pets add_pet get_pet delete_pets_by_id list_owners add_key"
    );
    let compiled = compiled(&spec(), &[]);
    let left_out: Vec<String> = compiled
        .left_out()
        .iter()
        .map(|one| format!("{} {} {}", one.method, one.path, one.by))
        .collect();
    assert_eq!(left_out, ["GET /keys x-mcp", "GET /old x-mcp"]);
    assert!(compiled.diagnostics().is_empty());
}

#[test]
fn patterns_of_a_kind_widen_and_kinds_narrow() {
    let both = [("include", "list*"), ("include", "getPet")];
    assert_eq!(tools(&both), "list_pets get_pet list_owners");
    assert_eq!(
        tools(&[("include", "list*"), ("include_tag", "pets")]),
        "list_pets"
    );
    assert_eq!(tools(&[("include", "DELETE /pets/*")]), "delete_pets_by_id");
    assert_eq!(
        tools(&[("include_path", "/pets/**"), ("method", "get")]),
        "list_pets get_pet"
    );
    assert_eq!(
        tools(&[("include_path", "/pets"), ("include_path", "/owners")]),
        "list_pets add_pet list_owners"
    );
}

#[test]
fn what_excludes_counts_more() {
    assert_eq!(
        tools(&[("include_tag", "pets"), ("exclude_tag", "write")]),
        "list_pets get_pet"
    );
    assert_eq!(
        tools(&[("exclude", "*Pet*"), ("exclude_path", "/pets/*")]),
        "list_owners add_key"
    );
    assert_eq!(
        tools(&[("read_only", "true")]),
        "list_pets get_pet list_owners"
    );
    assert_eq!(tools(&[("include", "old")]), "");
}

#[test]
fn a_pattern_that_fits_nothing_is_told_with_what_was_meant() {
    let settings = [
        ("exclude_tag", "pest"),
        ("include", "lisPets"),
        ("exclude", "GET /pet"),
        ("include_path", "/Pets"),
        ("method", "PUSH"),
        ("rename", "listPest=x"),
    ];
    insta::assert_snapshot!(told(&settings).join("\n"));
}

#[test]
fn settings_rewrite() {
    let settings = [
        ("rename", "listPets=pets"),
        ("rename", "delete /pets/{id}=drop"),
        ("retitle", "listPets=All pets"),
        ("describe", "listPets=What we have."),
    ];
    let compiled = compiled(&spec(), &settings);
    let first = &compiled.api().operations[0];
    assert_eq!(first.tool, "pets");
    assert_eq!(first.title, "All pets");
    assert_eq!(first.description, "What we have.");
    assert_eq!(compiled.api().operations[3].tool, "drop");
    let words = crate::setting::recorded_options(compiled.rust());
    assert_eq!(words.len(), 8, "{words:?}");
    assert!(words.contains(&"delete /pets/{id}=drop".to_owned()));
}

#[test]
fn names_that_are_given_come_first_and_are_held_to_what_clients_take() {
    let mut spec = spec();
    let name = |spec: &mut Value, path: &str, method: &str, name: &str| {
        spec["paths"][path][method]["x-mcp"] = json!({"name": name});
    };
    name(&mut spec, "/pets/{id}", "get", "list_pets");
    name(&mut spec, "/owners", "get", "list_pets");
    name(&mut spec, "/pets", "post", "add.pet");
    name(&mut spec, "/pets/{id}", "delete", &"x".repeat(65));
    name(&mut spec, "/keys", "post", "addKey");
    let compiled = compiled(&spec, &[]);
    let operations = compiled.api().operations.iter();
    let tools: Vec<&str> = operations.map(|one| one.tool.as_str()).collect();
    let mut told: Vec<String> = compiled.lines().collect();
    told.push(tools.join(" "));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_belongs_to_operations_is_said_of_operations() {
    let mut spec = spec();
    spec["x-mcp"] = json!({"name": "all", "enabled": "yes"});
    spec["paths"]["/pets"]["post"]["x-mcp"] = json!({"handler": "mine", "title": " ", "name": 5});
    let compiled = compiled(&spec, &[]);
    let told: Vec<String> = compiled.lines().collect();
    insta::assert_snapshot!(told.join("\n"));
}

/// A parameter of two operations, and a body.
fn tenants() -> Value {
    let tenant =
        json!({"name": "tenant", "in": "query", "required": true, "schema": {"type": "string"}});
    let limit = json!({"name": "limit", "in": "query", "schema": {"type": "integer"}, "x-mcp": {"value": 1}});
    let body = json!({"required": true, "content": {"application/json": {"schema": {
        "type": "object", "properties": {"name": {"type": "string"}, "debug": {"type": "boolean"}},
    }}}});
    json!({"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {
        "/pets": {
            "get": {"operationId": "listPets", "tags": ["pets"], "parameters": [tenant, limit]},
            "post": {"operationId": "addPet", "parameters": [tenant], "requestBody": body},
        },
    }})
}

/// The arguments that callers are shown, what is preset, and what is said.
fn arguments(settings: &[(&str, &str)]) -> String {
    let compiled = compiled(&tenants(), settings);
    let mut lines: Vec<String> = compiled.lines().collect();
    for operation in &compiled.api().operations {
        lines.push(format!("{}: {}", operation.tool, operation.input));
        let presets = operation.call.presets.all.iter();
        lines.extend(presets.map(|preset| format!("  {:?} {:?}", preset.path, preset.value)));
    }
    let head = compiled.rust().lines();
    lines.extend(
        head.filter(|line| line.starts_with("// Options"))
            .map(str::to_owned),
    );
    lines.join("\n")
}

#[test]
fn settings_preset_arguments() {
    insta::assert_snapshot!(arguments(&[
        ("from_environment", "*=tenant=PETS_TENANT"),
        ("fix", "listPets=tenant=acme"),
        ("default_value", "tag:pets=limit=20"),
        ("hide", "POST /**=debug"),
    ]));
}

#[test]
fn settings_of_arguments_that_fit_nothing_are_told() {
    insta::assert_snapshot!(arguments(&[
        ("hide", "listPet=tenant"),
        ("hide", "tag:pets=name"),
        ("fix", "GET /pets=limit=many"),
        ("hide", "addPet=tenant"),
    ]));
}

#[test]
fn the_spec_and_settings_say_what_is_run_by_hand() {
    let mut spec = spec();
    let manual = |spec: &Value, patterns: &[&str]| {
        let settings: Vec<_> = patterns.iter().map(|it| ("manual", *it)).collect();
        let compiled = compiled(spec, &settings);
        let manual = compiled.api().manual();
        let methods: Vec<&str> = manual.map(|(_, method)| method).collect();
        (methods.join(" "), compiled.lines().collect::<Vec<_>>())
    };
    assert_eq!(manual(&spec, &[]).0, "");
    let (methods, told) = manual(&spec, &["list*", "post /pets", "lstPets"]);
    assert_eq!(methods, "list_pets add_pet list_owners");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("`manual` has the pattern `lstPets`, which matches no operation"));
    spec["paths"]["/pets"]["get"]["x-mcp"] = json!({"handler": "manual"});
    assert_eq!(manual(&spec, &[]).0, "list_pets");
}

/// The lines that are said of settings and of the list of tools.
fn remarks(spec: &Value, settings: &[(&str, &str)]) -> Vec<String> {
    compiled(spec, settings).remark_lines().collect()
}

#[test]
fn a_short_line_has_the_help_and_no_place_that_is_not_meant() {
    let told = remarks(
        &spec(),
        &[("include", "lisPets"), ("include", "listOwners")],
    );
    assert_eq!(
        told,
        [
            "a.json: warning: the setting `include` has the pattern `lisPets`, which matches no operation; \
          help: did you mean `listPets` or `listKeys`?"
        ]
    );
}

#[test]
fn the_name_of_a_tool_is_told_from_its_operation() {
    let help = |setting: &str, pattern: &str| {
        let told = remarks(&spec(), &[(setting, pattern)]);
        let help = told[0]
            .split_once("; help: ")
            .map(|(_, help)| help.to_owned());
        help.unwrap_or_default()
    };
    let name = "`list_pets` is the name of a tool; the name of its operation is `listPets`";
    assert_eq!(help("exclude", "list_pets"), name);
    assert_eq!(help("rename", "list_pets=all"), name);
    assert_eq!(help("hide", "list_pets=limit"), name);
    assert_eq!(
        help("exclude", "delete_pets_by_id"),
        "`delete_pets_by_id` is the name of a tool; the name of its operation is `DELETE /pets/{id}`"
    );
    assert_eq!(
        help("exclude", "list_*"),
        "`list_*` matches names of tools; the names of their operations are `listPets`, `listOwners`, \
         `listKeys`"
    );
    assert_eq!(help("hide", "tag:pest=limit"), "did you mean `tag:pets`?");
}

#[test]
fn an_operation_that_is_left_out_is_not_suggested() {
    let of = |setting: (&str, &str)| {
        let mut told = remarks(&spec(), &[("include", "listPets"), setting]);
        told.pop().unwrap_or_default()
    };
    for (setting, written) in [
        ("hide", "addPet=x"),
        ("rename", "addPet=x"),
        ("manual", "addPet"),
    ] {
        let pattern = written.trim_end_matches("=x");
        assert_eq!(
            of((setting, written)),
            format!(
                "a.json: warning: the setting `{setting}` has the pattern `{pattern}`, which matches no \
                 operation that becomes a tool: `include` leaves out POST /pets"
            )
        );
    }
    let off = of(("hide", "listKeys=x"));
    assert!(
        off.ends_with("becomes a tool: `x-mcp` leaves out GET /keys"),
        "{off}"
    );
    let some = of(("manual", "list*"));
    assert_eq!(some, "", "it fits listPets, too");
}

/// A spec that says the same wrong thing at three places.
fn careless() -> Value {
    let mut spec = spec();
    for (index, path) in ["/a", "/b", "/c"].into_iter().enumerate() {
        spec["paths"][path]["get"] = json!({
            "operationId": format!("careless{index}"),
            "parameters": [{"$ref": "#/nowhere"}],
        });
    }
    spec
}

#[test]
fn an_empty_list_is_said_first_and_why() {
    let mut spec = careless();
    spec["info"]["title"] = json!(5);
    let settings = [("include_tag", "owners"), ("include", "getPet")];
    let compiled = compiled(&spec, &settings);
    let told: Vec<String> = compiled.remark_lines().collect();
    assert_eq!(told.len(), 1, "{told:?}");
    let (said, help) = told[0].split_once("; help: ").expect("a help");
    assert!(
        said.contains(": warning: all operations are left out by settings, so there are no tools"),
        "{said}"
    );
    assert_eq!(
        help,
        "left out are 8 by no match for include, 1 by no match for include_tag, 2 by \
         x-mcp; an operation must match a pattern of every kind of setting that includes operations"
    );
    assert_eq!(compiled.lines().next(), told.first().cloned());
    assert_eq!(compiled.summary_lines().first(), told.first());
    let rest = compiled.warnings_line().expect("the title");
    assert!(
        !rest.contains("no tools") && rest.contains("title"),
        "{rest}"
    );
}

#[test]
fn an_empty_list_is_told_although_something_is_skipped() {
    let mut spec = spec();
    spec["paths"]["/gone"] = json!({"$ref": "#/nowhere"});
    let told = remarks(&spec, &[("include", "old")]);
    assert!(told[0].contains("left out by settings, or skipped, so there are no tools"));
}

#[test]
fn one_line_counts_kinds_of_warnings() {
    let line = compiled(&careless(), &[])
        .warnings_line()
        .unwrap_or_default();
    assert!(line.ends_with("; and 2 more places"), "{line}");
    let mut spec = careless();
    spec["info"]["title"] = json!(5);
    spec["info"]["version"] = json!(5);
    let line = compiled(&spec, &[]).warnings_line().unwrap_or_default();
    let rest = "; and 2 other warnings: run `toolwright lint a.json` to see them";
    assert!(line.ends_with(rest), "{line}");
    // With other settings, other things would be wrong.
    let settings = [("prefix", "my pets"), ("read_only", "true")];
    let line = compiled(&spec, &settings)
        .warnings_line()
        .unwrap_or_default();
    let rest = ": run `toolwright lint a.json --prefix 'my pets' --read-only` to see them";
    assert!(line.ends_with(rest), "{line}");
}

#[test]
fn a_head_is_a_tool_where_it_is_asked_for() {
    let mut spec = json!({"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {
        "/pets": {"get": {"operationId": "listPets"}, "head": {"operationId": "hasPets"}},
    }});
    let tools = |spec: &Value, settings: &[(&str, &str)]| {
        let compiled = compiled(spec, settings);
        let operations = compiled.api().operations.iter();
        let tools: Vec<String> = operations.map(|one| one.tool.clone()).collect();
        let left_out: Vec<String> = compiled
            .left_out()
            .iter()
            .map(|one| one.by.clone())
            .collect();
        (tools.join(" "), left_out)
    };
    let (named, left_out) = tools(&spec, &[]);
    assert_eq!(named, "list_pets");
    assert!(left_out[0].starts_with("method HEAD"), "{left_out:?}");
    let both = "list_pets has_pets";
    assert_eq!(tools(&spec, &[("include", "*")]).0, both);
    assert_eq!(tools(&spec, &[("method", "HEAD")]).0, "has_pets");
    assert_eq!(tools(&spec, &[("include_path", "/pets")]).0, "list_pets");
    spec["paths"]["/pets"]["head"]["x-mcp"] = json!({"enabled": true});
    assert_eq!(tools(&spec, &[]).0, both);
}
