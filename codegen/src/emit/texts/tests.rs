use super::*;
use crate::emit::tests::models;
use crate::schema_texts::InputTexts;

fn text(text: &str) -> PartPlan {
    PartPlan::Text(text.to_owned())
}

fn inline(key: &str) -> PartPlan {
    PartPlan::Inline(key.to_owned())
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
        truncated: Vec::new(),
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

/// The texts of the one tool and the tables, without spaces.
fn emitted(plan: &SchemaTexts) -> Result<(ToolTexts, [String; 3]), EmitError> {
    let operation = models::operation("ping", crate::model::Method::Get, "/");
    let mut texts = Texts::new(plan);
    let tool = texts.tool(0, &operation)?;
    let shared = texts.shared()?;
    let tight = |table: Vec<TokenStream>| {
        let elements: Vec<String> = table.iter().map(TokenStream::to_string).collect();
        elements.join("\n").replace(' ', "")
    };
    Ok((
        tool,
        [
            tight(shared.properties),
            tight(shared.definitions),
            tight(shared.portable_definitions),
        ],
    ))
}

#[test]
fn the_same_text_is_stored_once() {
    let same = InputTexts {
        faithful: refers("pet"),
        portable: refers("pet"),
    };
    let plan = plan(&[("pet", text("1"))], &[("pet", text("1"))], same);
    let (tool, [_, definitions, portable]) = emitted(&plan).unwrap();
    assert!(tool.portable.is_none());
    assert_eq!(tool.referenced[0].to_string(), "\"pet\"");
    assert_eq!(
        definitions,
        "Definition{name:\"pet\",opening:\"1\",body:\"\"}"
    );
    assert_eq!(portable, "");
}

#[test]
fn a_definition_with_another_portable_form_is_stored_in_both() {
    let input = InputTexts {
        faithful: refers("pet"),
        portable: refers("pet"),
    };
    let plan = plan(
        &[("pet", inline("tag")), ("tag", text("1"))],
        &[("pet", inline("tag")), ("tag", text("2"))],
        input,
    );
    let (tool, [_, definitions, portable]) = emitted(&plan).unwrap();
    assert!(tool.portable.is_none());
    assert_eq!(
        definitions,
        "Definition{name:\"pet\",opening:\"\",body:r##\"{\"$ref\":\"#/$defs/tag\"}\"##}\n\
         Definition{name:\"tag\",opening:\"1\",body:\"\"}"
    );
    assert_eq!(portable, "Definition{name:\"tag\",opening:\"2\",body:\"\"}");
}

#[test]
fn what_no_tool_reaches_is_left_out() {
    let input = InputTexts {
        faithful: refers("pet"),
        portable: TextPlan {
            parts: vec![inline("tag"), PartPlan::Shared("limit".to_owned())],
            definitions: vec![],
        },
    };
    let all = [("pet", text("1")), ("tag", text("2")), ("cat", text("3"))];
    let mut plan = plan(&all, &all, input);
    for name in ["after", "limit"] {
        plan.shared.insert(name.to_owned(), format!("\"{name}\":0"));
    }
    let (tool, [properties, definitions, _]) = emitted(&plan).unwrap();
    assert_eq!(
        tool.portable.map(|text| text.to_string()).as_deref(),
        Some("r##\"{\"$ref\":\"#/$defs/tag\"}\"$shared\":\"limit\"\"##")
    );
    assert_eq!(properties, "(\"limit\",r#\"\"limit\":0\"#)");
    assert!(definitions.contains("\"pet\"") && definitions.contains("\"tag\""));
    assert!(!definitions.contains("\"cat\""), "{definitions}");
}

#[test]
fn a_definition_that_is_not_there_is_an_error() {
    let input = |key| InputTexts {
        faithful: refers(key),
        portable: refers(key),
    };
    let unknown = plan(&[], &[], input("cat"));
    assert!(matches!(emitted(&unknown), Err(EmitError::Definition(key)) if key == "cat"));
    let none = SchemaTexts::default();
    assert!(matches!(emitted(&none), Err(EmitError::Text(_))));
}
