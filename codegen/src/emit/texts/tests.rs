use serde_json::Value;

use super::*;
use crate::emit::tests::models;
use crate::schema::text::InputTexts;

fn text(text: &str) -> PartPlan {
    PartPlan::Text(text.to_owned())
}

fn inline(key: &str) -> PartPlan {
    PartPlan::Inline(key.to_owned())
}

fn api(keys: &[&str]) -> Api {
    let definition = |key: &&str| Definition {
        constant: key.to_ascii_uppercase(),
        pointer: String::new(),
        schema: Value::Bool(true),
    };
    Api {
        operations: vec![models::operation("ping", crate::model::Method::Get, "/")],
        definitions: keys
            .iter()
            .map(|key| ((*key).to_owned(), definition(key)))
            .collect(),
        ..models::api("texts")
    }
}

fn plan(
    faithful: &[(&str, PartPlan)],
    portable: &[(&str, PartPlan)],
    input: InputTexts,
) -> SchemaTexts {
    let definitions = |parts: &[(&str, PartPlan)]| {
        parts
            .iter()
            .map(|(key, part)| ((*key).to_owned(), vec![part.clone()]))
            .collect()
    };
    SchemaTexts {
        shared: IndexMap::new(),
        faithful_definitions: definitions(faithful),
        portable_definitions: definitions(portable),
        inputs: vec![input],
        outputs: vec![None],
    }
}

fn refers(key: &str) -> TextPlan {
    TextPlan {
        parts: vec![text("{}")],
        definitions: vec![key.to_owned()],
    }
}

/// The portable text's path and the module, without spaces.
fn emitted(api: &Api, plan: &SchemaTexts) -> Result<(String, String), EmitError> {
    let mut texts = Texts::new(api, plan, &EmitSettings::default());
    let tool = texts.tool(0, &api.operations[0])?;
    let module = texts.into_module()?;
    let tight = |tokens: TokenStream| tokens.to_string().replace(' ', "");
    Ok((tight(tool.portable), tight(module)))
}

#[test]
fn the_same_text_is_stored_once() {
    let api = api(&["pet"]);
    let same = InputTexts {
        faithful: refers("pet"),
        portable: refers("pet"),
    };
    let plan = plan(&[("pet", text("1"))], &[("pet", text("1"))], same);
    let (portable, module) = emitted(&api, &plan).unwrap();
    assert_eq!(portable, "schemas::inputs::PING");
    assert_eq!(module.matches("modportable").count(), 0, "{module}");
    assert_eq!(module.matches("pubstaticPET").count(), 1, "{module}");
}

#[test]
fn a_text_that_refers_to_something_else_is_something_else() {
    let api = api(&["pet", "tag"]);
    let same = InputTexts {
        faithful: refers("pet"),
        portable: refers("pet"),
    };
    let plan = plan(
        &[("pet", inline("tag")), ("tag", text("1"))],
        &[("pet", inline("tag")), ("tag", text("2"))],
        same,
    );
    let (portable, module) = emitted(&api, &plan).unwrap();
    assert_eq!(portable, "schemas::portable_inputs::PING");
    for expected in [
        "definitions:&[&super::definitions::PET]",
        "definitions:&[&super::portable_definitions::PET]",
        "Part::Inline(&super::definitions::TAG)",
        "Part::Inline(&super::portable_definitions::TAG)",
        "Part::Text(\"1\")",
        "Part::Text(\"2\")",
    ] {
        assert!(module.contains(expected), "{expected} in {module}");
    }
}

#[test]
fn what_no_tool_reaches_is_left_out() {
    let api = api(&["pet", "tag", "cat"]);
    let input = InputTexts {
        faithful: refers("pet"),
        portable: TextPlan {
            parts: vec![inline("tag")],
            definitions: vec![],
        },
    };
    let all = [("pet", text("1")), ("tag", text("2")), ("cat", text("3"))];
    let plan = plan(&all, &all, input);
    let (_, module) = emitted(&api, &plan).unwrap();
    assert!(module.contains("pubstaticPET") && module.contains("pubstaticTAG"));
    assert!(!module.contains("pubstaticCAT"), "{module}");
}

#[test]
fn a_definition_that_is_not_there_is_an_error() {
    let api = api(&["pet"]);
    let input = |key| InputTexts {
        faithful: refers(key),
        portable: refers(key),
    };
    let unknown = plan(&[], &[], input("cat"));
    assert!(matches!(emitted(&api, &unknown), Err(EmitError::Definition(key)) if key == "cat"));
    let unplanned = plan(&[], &[], input("pet"));
    assert!(matches!(emitted(&api, &unplanned), Err(EmitError::Definition(key)) if key == "pet"));
    let none = SchemaTexts::default();
    assert!(matches!(emitted(&api, &none), Err(EmitError::Text(_))));
}
