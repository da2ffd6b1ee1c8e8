use serde_json::{Value, json};

use super::{DefinitionsMode, PartPlan, SchemaTexts, TextSettings, plan};
use crate::schema::testing::api_with_inputs;

fn using(keys: &[&str]) -> Value {
    let properties: serde_json::Map<String, Value> = keys
        .iter()
        .enumerate()
        .map(|(index, key)| {
            (
                format!("p{index}"),
                json!({"$ref": format!("#/$defs/{key}")}),
            )
        })
        .collect();
    json!({"type": "object", "properties": properties})
}

fn known() -> Value {
    json!({
        "Node": {"type": "object", "description": "A node", "x-a": 1, "properties": {
            "next": {"$ref": "#/$defs/Node", "description": "The next one"},
            "data": {"$ref": "#/$defs/Data"},
        }},
        "Data": {"type": "object", "properties": {"size": {"type": "integer"}}},
        "Unused": {"type": "object"},
    })
}

fn keys(texts: &SchemaTexts, index: usize) -> Vec<&str> {
    let definitions = &texts.inputs[index].portable.definitions;
    definitions.iter().map(String::as_str).collect()
}

#[test]
fn booleans_may_be_definitions() {
    let known = json!({"Anything": true, "Nothing": false});
    let texts = plan(
        &api_with_inputs(&[using(&["Anything", "Nothing"])], known),
        &TextSettings::default(),
    );
    let faithful = texts.faithful_input(0);
    assert_eq!(faithful["$defs"]["Anything"], json!({}));
    assert_eq!(faithful["$defs"]["Nothing"], json!({"not": {}}));
}

#[test]
fn a_chain_of_definitions_is_cut_where_it_gets_too_deep() {
    let link = |number: usize| json!({"$ref": format!("#/$defs/L{number}")});
    let mut chain: serde_json::Map<String, Value> = (0..200)
        .map(|number| {
            let schema = json!({"type": "object", "properties": {"next": link(number + 1)}});
            (format!("L{number}"), schema)
        })
        .collect();
    chain.insert("L200".to_owned(), json!({"type": "string"}));
    let input = json!({"type": "object", "properties": {"first": link(0)}});
    let texts = plan(
        &api_with_inputs(&[input], Value::Object(chain)),
        &TextSettings::default(),
    );
    let schema = texts.portable_input(0);
    let named = schema["$defs"].as_object().map_or(0, |defs| defs.len());
    assert!((3..10).contains(&named), "{named}: {schema}");
}

#[test]
fn faithful_texts_refer_to_the_whole_closure() {
    let texts = plan(
        &api_with_inputs(&[using(&["Node"]), using(&[])], known()),
        &TextSettings::default(),
    );
    assert_eq!(texts.inputs[0].faithful.definitions, ["Node", "Data"]);
    assert!(texts.inputs[1].faithful.definitions.is_empty());
    assert_eq!(
        texts.faithful_definitions.keys().collect::<Vec<_>>(),
        ["Node", "Data"]
    );
    let faithful = texts.faithful_input(0);
    assert_eq!(
        faithful["properties"]["p0"],
        json!({"$ref": "#/$defs/Node"})
    );
    assert_eq!(
        faithful["$defs"]["Node"]["properties"]["next"],
        json!({"$ref": "#/$defs/Node", "description": "The next one"})
    );
    assert!(faithful["$defs"]["Node"].get("x-a").is_none());
}

#[test]
fn clients_get_recursion_once_and_then_outlined() {
    let texts = plan(
        &api_with_inputs(&[using(&["Node"])], known()),
        &TextSettings::default(),
    );
    let data = json!({"type": "object", "properties": {"size": {"type": "integer"}}});
    assert_eq!(
        texts.portable_input(0),
        json!({
            "type": "object",
            "properties": {"p0": {"description": "A node", "type": "object", "properties": {
                "next": {"type": "object", "description": "The next one (A node (an object with next, data))"},
                "data": data}}},
        })
    );
    let small = TextSettings {
        inline_budget: 100,
        ..TextSettings::default()
    };
    let texts = plan(&api_with_inputs(&[using(&["Node"])], known()), &small);
    assert_eq!(keys(&texts, 0), ["Node"]);
}

#[test]
fn only_recursion_needs_defs() {
    let texts = plan(
        &api_with_inputs(&[using(&["Node", "Data"]), using(&["Data"])], known()),
        &TextSettings::default().for_schema_provider(),
    );
    assert_eq!(keys(&texts, 0), ["Node"]);
    let data = json!({"type": "object", "properties": {"size": {"type": "integer"}}});
    assert_eq!(
        texts.portable_input(0),
        json!({
            "type": "object",
            "properties": {"p0": {"$ref": "#/$defs/Node"}, "p1": data},
            "$defs": {"Node": {"description": "A node", "type": "object", "properties": {
                "next": {"description": "The next one", "$ref": "#/$defs/Node"}, "data": data}}},
        })
    );
    assert_eq!(
        texts.portable_input(1),
        json!({"type": "object", "properties": {"p0": data}})
    );
    assert_eq!(
        texts.portable_definitions.keys().collect::<Vec<_>>(),
        ["Node", "Data"]
    );
}

#[test]
fn a_definition_begins_with_its_annotations() {
    let texts = plan(
        &api_with_inputs(&[using(&["Node"])], known()),
        &TextSettings::default(),
    );
    let node = &texts.portable_definitions["Node"];
    assert_eq!(
        node[0],
        PartPlan::Text("{\"description\":\"A node\",".into())
    );
    assert!(node.contains(&PartPlan::Annotated(
        "{\"description\":\"The next one\",".into(),
        "Node".into()
    )));
    assert_eq!(
        texts.portable_definitions["Data"][0],
        PartPlan::Text("{".into())
    );
}

#[test]
fn annotations_of_the_place_cover_those_of_the_definition() {
    let known = json!({
        "Data": {"type": "object", "description": "Own", "properties": {"a": {"type": "array"}}},
        "Alias": {"$ref": "#/$defs/Data", "description": "Other"},
    });
    let root = json!({"type": "object", "properties": {
        "a": {"$ref": "#/$defs/Data", "description": "Place", "deprecated": true},
        "b": {"$ref": "#/$defs/Alias"},
        "c": {"$ref": "#/$defs/Alias", "deprecated": true},
        "d": {"$ref": "#/$defs/Data", "description": "Own"},
    }});
    for mode in [DefinitionsMode::Inline, DefinitionsMode::Defs] {
        let settings = TextSettings {
            definitions: mode,
            ..TextSettings::default()
        };
        let joined = plan(
            &api_with_inputs(std::slice::from_ref(&root), known.clone()),
            &settings,
        )
        .portable_input(0);
        let of = |name: &str, keyword: &str| joined["properties"][name][keyword].clone();
        assert_eq!(of("a", "description"), "Place");
        assert_eq!(of("a", "deprecated"), true);
        assert_eq!(of("b", "description"), "Other");
        assert_eq!(of("c", "description"), "Other");
        assert_eq!(of("c", "deprecated"), true);
        let inlined = of("a", "type") == "object" && of("b", "$ref").is_null();
        assert_eq!(inlined, mode == DefinitionsMode::Inline);
        let own = if inlined {
            &joined["properties"]["d"]
        } else {
            &joined["$defs"]["Data"]
        };
        assert_eq!(own["description"], "Own");
    }
}

#[test]
fn a_budget_brings_repeated_definitions_under_defs() {
    let settings = TextSettings {
        inline_budget: 100,
        ..TextSettings::default()
    };
    let inputs = [using(&["Data", "Data", "Data"]), using(&["Data"])];
    let texts = plan(&api_with_inputs(&inputs, known()), &settings);
    assert_eq!(keys(&texts, 0), ["Data"]);
    assert!(keys(&texts, 1).is_empty());
    assert_eq!(
        texts.portable_input(0)["properties"]["p2"],
        json!({"$ref": "#/$defs/Data"})
    );
}

#[test]
fn outputs_are_left_out_unless_asked_for() {
    let api = api_with_inputs(&[using(&[])], known());
    assert_eq!(plan(&api, &TextSettings::default()).outputs, [None]);
    let texts = plan(
        &api,
        &TextSettings {
            outputs: true,
            ..TextSettings::default()
        },
    );
    assert!(
        texts.outputs[0]
            .as_ref()
            .is_some_and(|output| output.wrapped)
    );
    let output = texts.portable_output(0);
    assert_eq!(output["properties"]["result"]["type"], "array");
    let node = &output["properties"]["result"]["items"];
    assert_eq!(node["properties"]["data"]["type"], "object");
}

#[test]
fn a_graph_that_doubles_at_each_step_stays_small() {
    let mut known = serde_json::Map::new();
    for level in 0..60 {
        let next = json!({"$ref": format!("#/$defs/L{}", level + 1)});
        let schema = json!({"type": "object", "properties": {"a": next, "b": next}});
        known.insert(format!("L{level}"), schema);
    }
    known.insert(
        "L60".into(),
        json!({"type": "object", "properties": {"end": {"type": "array"}}}),
    );
    for mode in [DefinitionsMode::Auto, DefinitionsMode::Inline] {
        let settings = TextSettings {
            definitions: mode,
            ..TextSettings::default()
        };
        let texts = plan(
            &api_with_inputs(&[using(&["L0"])], Value::Object(known.clone())),
            &settings,
        );
        let length = texts.portable_input_text(0).len();
        assert!(length < 1 << 18, "{length}");
        assert!(crate::clients::lint("tool", &texts.portable_input(0)).is_empty());
    }
}

#[test]
fn clients_get_one_type_and_the_schema_provider_all() {
    let root = json!({"type": "object", "properties": {"a": {"type": ["string", "null"]}}});
    let api = api_with_inputs(std::slice::from_ref(&root), json!({}));
    let listed = plan(&api, &TextSettings::default()).portable_input(0);
    let alternatives = json!([{"type": "string"}, {"type": "null"}]);
    assert_eq!(listed["properties"]["a"]["anyOf"], alternatives);
    let described = plan(&api, &TextSettings::default().for_schema_provider());
    assert_eq!(described.portable_input(0), root);
}
