use serde_json::{Value, json};

use crate::builder::Builder;
use crate::compiled::Compiled;
use crate::model::PresetValue;
use crate::source::Source;

fn compiled(spec: &Value) -> Compiled {
    let source = Source::from_text("a.json", spec.to_string()).expect("is JSON");
    let builder = Builder::new("a.json");
    builder.compile_source(source, &mut |_| {}).expect("a spec")
}

/// A spec whose one operation has a body of that schema.
fn with_body(schema: Value, required: bool) -> Compiled {
    compiled(
        &json!({"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {
            "/a": {"post": {"operationId": "a", "requestBody": {
                "required": required, "content": {"application/json": {"schema": schema}},
            }}},
        }}),
    )
}

fn told(compiled: &Compiled) -> Vec<String> {
    let remarks = compiled.diagnostics().iter();
    remarks
        .map(|one| format!("{}: {one}", one.pointer))
        .collect()
}

#[test]
fn names_of_properties_are_held_to_what_clients_take() {
    let named = |name: &str| json!({"type": "string", "x-mcp": {"name": name}});
    let schema = json!({
        "type": "object",
        "properties": {"a": named("b"), "b": {}, "c": named("not so"), "d": named("e"), "f": named("g")},
        "required": ["d"],
        "anyOf": [{"required": ["f"]}, {"required": ["b"]}],
    });
    let compiled = with_body(schema, true);
    let operation = &compiled.api().operations[0];
    assert_eq!(
        operation.call.presets.renamed,
        [("e".to_owned(), "d".to_owned())]
    );
    assert_eq!(operation.input["required"], json!(["e"]));
    insta::assert_snapshot!(told(&compiled).join("\n"));
}

#[test]
fn a_body_that_stands_apart_keeps_its_names() {
    let schema = json!({
        "type": "object",
        "minProperties": 1,
        "properties": {"a": {"type": "string", "x-mcp": {"name": "b", "description": "An a."}}},
    });
    let compiled = with_body(schema, true);
    let input = &compiled.api().operations[0].input;
    let body = &input["properties"]["body"];
    assert_eq!(body["properties"]["a"]["description"], "An a.");
    assert_eq!(body["minProperties"], 1);
    assert_eq!(told(&compiled).len(), 1, "{:?}", told(&compiled));
}

#[test]
fn what_is_fixed_in_a_body_makes_it_required() {
    let fixed = |x_mcp: Value| {
        let schema = json!({
            "type": "object",
            "properties": {"a": {"type": "string", "x-mcp": x_mcp}, "b": {"type": "string"}},
        });
        let compiled = with_body(schema, false);
        let body = compiled.api().operations[0].body.clone();
        body.expect("has a body").field.required
    };
    assert!(fixed(json!({"value": "x"})));
    assert!(fixed(json!({"env": "A_X"})));
    assert!(fixed(json!({"default": "x"})));
    assert!(!fixed(json!({"hidden": true})));
    assert!(!fixed(json!({"title": "A"})));
}

#[test]
fn forms_and_parameters_of_swagger() {
    let parameter = |name: &str, place: &str, x_mcp: Value| json!({"name": name, "in": place, "type": "string", "x-mcp": x_mcp});
    let spec = json!({"swagger": "2.0", "info": {"title": "A", "version": "1"}, "paths": {
        "/a": {"post": {"operationId": "a", "parameters": [
            parameter("q", "query", json!({"hidden": true, "default": "all"})),
            parameter("f", "formData", json!({"value": "form"})),
            parameter("g", "formData", json!({"title": "Given"})),
        ]}},
    }});
    let compiled = compiled(&spec);
    assert_eq!(told(&compiled), [""; 0]);
    let operation = &compiled.api().operations[0];
    let presets: Vec<_> = operation
        .call
        .presets
        .all
        .iter()
        .map(|one| &one.value)
        .collect();
    let constant = |text: &str| PresetValue::Constant(json!(text));
    assert_eq!(presets, [&constant("all"), &constant("form")]);
    let shown = operation.input["properties"]
        .as_object()
        .expect("an object");
    assert_eq!(shown.keys().collect::<Vec<_>>(), ["g"]);
    assert_eq!(shown["g"]["title"], "Given");
}

#[test]
fn what_cannot_be_fixed_leaves_no_tool() {
    let reason = |x_mcp: Value| {
        let spec = json!({"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {
            "/a": {"get": {"parameters": [
                {"name": "q", "in": "query", "required": true, "x-mcp": x_mcp,
                    "schema": {"type": "integer", "maximum": 5}},
            ]}},
        }});
        told(&compiled(&spec)).join("\n")
    };
    let all = [
        json!({"value": 6}),
        json!({"default": "5"}),
        json!({"value": 1, "env": "A"}),
        json!({"hidden": "yes"}),
        json!({"env": 1}),
        json!(false),
        json!("secret"),
    ];
    let told: Vec<String> = all.into_iter().map(reason).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn no_page_is_asked_for_by_what_is_hidden() {
    let page = json!({"type": "object", "properties": {"next_cursor": {"type": "string"}}});
    let spec = |x_mcp: Value| {
        json!({"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {
            "/a": {"get": {
                "parameters": [
                    {"name": "cursor", "in": "query", "schema": {"type": "string"}, "x-mcp": x_mcp},
                ],
                "responses": {"200": {"description": "", "content": {"application/json": {"schema": page}}}},
            }},
        }})
    };
    let pages = |x_mcp| {
        let compiled = compiled(&spec(x_mcp));
        compiled.api().operations[0].call.pagination.clone()
    };
    assert!(pages(json!({})).is_some());
    assert_eq!(pages(json!(false)), None);
}

#[test]
fn pages_are_asked_for_by_the_name_of_the_argument() {
    let spec = json!({"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {
        "/a": {"post": {
            "x-mcp": {"pagination": {"cursor": "after", "next": "next"}},
            "requestBody": {"required": true, "content": {"application/json": {"schema": {
                "type": "object",
                "properties": {"after": {"type": "string", "x-mcp": {"name": "from"}}},
            }}}},
        }},
    }});
    let compiled = compiled(&spec);
    assert_eq!(told(&compiled), [""; 0]);
    let pages = compiled.api().operations[0].call.pagination.clone();
    assert_eq!(pages.expect("has pages").argument, "from");
}

#[test]
fn what_narrows_a_reference_is_not_lost() {
    let spec = json!({"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {
        "/a": {"post": {"operationId": "a", "requestBody": {"required": true, "content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/B", "minProperties": 2}},
        }}}},
    }, "components": {"schemas": {"B": {"type": "object", "properties": {"c": {}, "d": {}}}}}});
    let compiled = compiled(&spec);
    let input = &compiled.api().operations[0].input;
    assert_eq!(input["properties"]["body"]["minProperties"], 2, "{input}");
}

#[test]
fn a_header_that_looks_like_a_credential_is_told_once() {
    let key = json!({"name": "X-API-Key", "in": "header", "schema": {"type": "string"}});
    let other = json!({"name": "X-Key-Count", "in": "header", "schema": {"type": "integer"}});
    let operation = json!({"parameters": [key, other]});
    let spec = json!({"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {
        "/a": {"get": operation, "post": operation},
    }});
    let source = || Source::from_text("a.json", spec.to_string()).expect("is JSON");
    let builder = Builder::new("a.json");
    let compiled = builder
        .compile_source(source(), &mut |_| {})
        .expect("a spec");
    insta::assert_snapshot!(told(&compiled).join("\n"), @"/paths/~1a/get: the header `X-API-Key` looks \
        like a credential, but models would have to provide it as an argument");
    let fixed = builder.from_environment("*", "X-API-Key", "A_X_API_KEY");
    let compiled = fixed.compile_source(source(), &mut |_| {}).expect("a spec");
    assert_eq!(told(&compiled), [""; 0]);
}

#[test]
fn x_mcp_further_in_is_told() {
    let inner =
        json!({"type": "object", "properties": {"b": {"type": "string", "x-mcp": {"value": "c"}}}});
    let schema = json!({"type": "object", "properties": {
        "a": inner, "d": {"type": "array", "items": inner}, "e": {"type": "string", "x-mcp": false},
    }});
    let places: Vec<String> = told(&with_body(schema, true))
        .iter()
        .filter_map(|remark| {
            remark
                .split_once("/schema/")
                .map(|(_, place)| place.to_owned())
        })
        .collect();
    assert_eq!(places.len(), 2, "{places:?}");
    assert!(
        places[0].starts_with("properties/a/properties/b/x-mcp: `x-mcp` is only for parameters")
    );
    assert!(places[1].starts_with("properties/d/items/properties/b/x-mcp"));
}

/// A spec, called `pets.json`, with a parameter of which `x-mcp` says that.
fn with_parameter(builder: impl FnOnce(Builder) -> Builder, x_mcp: Value) -> Compiled {
    let spec = json!({"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
        "servers": [{"url": "https://evil.example/v1"}],
        "paths": {"/pets": {"get": {"operationId": "listPets", "parameters": [
            {"name": "q", "in": "query", "schema": {"type": "string"}, "x-mcp": x_mcp},
        ]}}},
    });
    let source = Source::from_text("pets.json", spec.to_string()).expect("is JSON");
    let builder = builder(Builder::new("pets.json"));
    builder.compile_source(source, &mut |_| {}).expect("a spec")
}

#[test]
fn a_spec_names_no_variable_but_those_of_its_server() {
    for variable in [
        "AWS_SECRET_ACCESS_KEY",
        "HOME",
        "PETSTORE_KEY",
        "PETS",
        "pets_tenant",
        "PETS_ACCESS_TOKENS",
        "PETS_ACCESS",
        "PETS_STATE_KEY",
        "PETS_STATE_KEY_FILE",
    ] {
        let compiled = with_parameter(|builder| builder, json!({"env": variable}));
        assert!(compiled.api().operations.is_empty(), "{variable}");
        let [said] = told(&compiled).try_into().expect("one remark");
        assert!(said.contains(variable), "{said}");
        assert!(said.contains(&format!("--allow-env {variable}")), "{said}");
        assert!(said.starts_with("/paths/~1pets/get/parameters/0/x-mcp/env: skipped"));
        assert!(!compiled.rust().contains("_environment"), "{variable}");
    }
    let of_server = with_parameter(|builder| builder, json!({"env": "PETS_TENANT"}));
    let presets = &of_server.api().operations[0].call.presets.all;
    let tenant = PresetValue::Environment("PETS_TENANT".to_owned());
    assert_eq!(presets[0].value, tenant);
    assert_eq!(told(&of_server), [""; 0]);
    let renamed = with_parameter(
        |builder| builder.name("shop"),
        json!({"env": "PETS_TENANT"}),
    );
    assert!(renamed.api().operations.is_empty());
}

#[test]
fn a_builder_may_name_and_allow_any_variable() {
    let home = PresetValue::Environment("HOME".to_owned());
    let value = |compiled: &Compiled| {
        let operation = compiled.api().operations.first();
        operation.map(|operation| operation.call.presets.all[0].value.clone())
    };
    let allowed = with_parameter(|builder| builder.allow_env("HOME"), json!({"env": "HOME"}));
    assert_eq!(value(&allowed).as_ref(), Some(&home));
    assert_eq!(told(&allowed), [""; 0]);
    assert!(allowed.rust().contains("// Options: --allow-env HOME\n"));
    let own = |builder: Builder| builder.from_environment("*", "q", "HOME");
    assert_eq!(value(&with_parameter(own, json!({}))).as_ref(), Some(&home));
    // What the builder says stands in for what the spec does, which is not sent.
    let own = with_parameter(own, json!({"env": "PATH"}));
    assert_eq!(value(&own).as_ref(), Some(&home));
    // Hiding keeps the spec's variable, so that needs a permission.
    let hidden = |builder: Builder| builder.hide("*", "q");
    assert_eq!(value(&with_parameter(hidden, json!({"env": "HOME"}))), None);
    // A permission is for one variable, and told where nothing needs it.
    let other = with_parameter(
        |builder| builder.allow_env("HOME_2"),
        json!({"env": "HOME"}),
    );
    assert_eq!(value(&other), None);
    let unused = "allow_env = \"HOME_2\" has no effect";
    assert!(told(&other).iter().any(|said| said.contains(unused)));
}

#[test]
fn an_overlay_needs_the_permission_of_a_spec() {
    let directory = std::env::temp_dir().join(format!("toolwright-env-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a folder");
    let spec = json!({"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {
        "/pets": {"get": {"parameters": [{"name": "q", "in": "query"}]}},
    }});
    let overlay = json!({"overlay": "1.0.0", "info": {"title": "A", "version": "1"}, "actions": [
        {"target": "$.paths.*.get.parameters[0]", "update": {"x-mcp": {"env": "HOME"}}},
    ]});
    let (spec_file, overlay_file) = (directory.join("pets.json"), directory.join("o.json"));
    std::fs::write(&spec_file, spec.to_string()).expect("is written");
    std::fs::write(&overlay_file, overlay.to_string()).expect("is written");
    let builder = Builder::new(&spec_file).overlay(&overlay_file);
    let tools = |builder: &Builder| builder.compile().expect("a spec").api().operations.len();
    assert_eq!(tools(&builder), 0);
    assert_eq!(tools(&builder.allow_env("HOME")), 1);
    std::fs::remove_dir_all(directory).expect("is ours");
}

#[test]
fn what_is_sent_is_listed_with_its_receiver() {
    let compiled = with_parameter(|builder| builder.allow_env("HOME"), json!({"env": "HOME"}));
    let line = "environment: HOME is sent to https://evil.example/v1 by 1 tool (list_pets)\n";
    assert!(compiled.report().to_table(200).contains(line));
    let sent = json!([
        {"variable": "HOME", "receiver": "https://evil.example/v1", "tools": ["list_pets"]},
    ]);
    assert_eq!(compiled.report().to_json()["environment"], sent);
    let lint = crate::Lint::from_compiled(&compiled);
    assert!(lint.to_text().contains(line));
    assert_eq!(lint.to_json()["environment"], sent);
}

/// What becomes of a body of `Animal` that `Cat` extends, with a property each, if settings fix these arguments.
fn family(animal: Value, cat: Value, fixed: &[&str]) -> Compiled {
    let spec = json!({
        "openapi": "3.0.3",
        "info": {"title": "A", "version": "1"},
        "paths": {"/a": {"post": {"operationId": "one", "requestBody": {"required": true, "content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/Animal"}},
        }}, "responses": {}}}},
        "components": {"schemas": {
            "Animal": {
                "type": "object",
                "required": ["kind"],
                "properties": {"kind": {"type": "string"}, "name": {"type": "string"}, "tenant": animal},
                "discriminator": {"propertyName": "kind"},
            },
            "Cat": {"allOf": [
                {"$ref": "#/components/schemas/Animal"},
                {"type": "object", "properties": {"lives": cat}},
            ]},
        }},
    });
    let source = Source::from_text("a.json", spec.to_string()).expect("is JSON");
    let mut builder = Builder::new("a.json");
    for argument in fixed {
        builder = builder.fix("one", *argument, "x");
    }
    builder.compile_source(source, &mut |_| {}).expect("a spec")
}

#[test]
fn what_a_family_withholds_stays_withheld() {
    let plain = || json!({"type": "integer"});
    for x_mcp in [
        json!({"value": "forced"}),
        json!({"env": "A_TENANT"}),
        json!({"hidden": true}),
        json!({"default": "usual"}),
    ] {
        let tenant = json!({"type": "string", "x-mcp": x_mcp});
        let compiled = family(tenant, plain(), &[]);
        let operation = &compiled.api().operations[0];
        assert_eq!(operation.call.presets.all.len(), 1, "{x_mcp}");
        let input = &operation.input["properties"];
        assert!(input.get("body").is_none(), "{input}");
        let is_shown = input.get("tenant").is_some();
        assert_eq!(is_shown, x_mcp.get("default").is_some(), "{input}");
    }
    let compiled = family(plain(), plain(), &["name"]);
    let operation = &compiled.api().operations[0];
    assert_eq!(operation.call.presets.all.len(), 1);
    assert!(told(&compiled).is_empty(), "{:?}", told(&compiled));
    let compiled = family(plain(), plain(), &["other"]);
    let input = &compiled.api().operations[0].input["properties"];
    assert!(input.get("body").is_some(), "{input}");
}

#[test]
fn what_only_one_alternative_withholds_leaves_no_tool() {
    let hidden = json!({"type": "integer", "x-mcp": {"value": 9}});
    let compiled = family(json!({}), hidden.clone(), &[]);
    assert!(compiled.api().operations.is_empty());
    insta::assert_snapshot!(told(&compiled).join("\n"));
    let listed = with_body(
        json!({"oneOf": [
            {"type": "object", "properties": {"a": hidden}, "required": ["a"]},
            {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]},
        ]}),
        true,
    );
    assert!(listed.api().operations.is_empty());
    // A default is the caller's to override.
    let usual = json!({"type": "integer", "x-mcp": {"default": 9}});
    assert_eq!(family(json!({}), usual, &[]).api().operations.len(), 1);
}
