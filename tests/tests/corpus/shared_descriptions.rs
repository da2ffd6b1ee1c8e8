//! With `share_descriptions`, no description of a list is lost: it is there, or something points to where it is.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value as Json;
use toolwright_codegen::Builder;
use toolwright_codegen::report::ListedTool;
use toolwright_tests::{Form, corpus};

#[test]
#[ignore = "needs ../shared"]
fn every_pointer_leads_to_the_text_that_it_replaces() {
    let specs = corpus(Form::chosen());
    let counts = specs.iter().map(|spec| count_pointers(spec));
    let pointers: usize = counts.sum();
    assert!(pointers > 2_000, "{pointers}");
}

/// Checks the list of a spec and counts what points to other places in it.
fn count_pointers(spec: &Path) -> usize {
    // What does not compile is told by another test.
    let Ok(compiled) = Builder::new(spec).share_descriptions(true).compile() else {
        return 0;
    };
    let mut full = compiled.full_report().tools;
    let mut listed = compiled.report().tools;
    full.sort_by(|one, other| one.name.cmp(&other.name));
    listed.sort_by(|one, other| one.name.cmp(&other.name));
    // The texts of the tools so far, by tool and property.
    let mut given: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    let mut pointers = 0;
    for (full, listed) in full.iter().zip(&listed) {
        let (texts, shown) = (descriptions(full), descriptions(listed));
        assert_eq!(texts.len(), shown.len());
        for (text, shown) in texts.iter().zip(&shown) {
            let place = format!("{}: {} {}", spec.display(), full.name, text.property);
            let own = given.entry(full.name.clone()).or_default();
            if text.text == shown.text {
                let texts = own.entry(text.property.clone()).or_default();
                texts.insert(text.text.clone());
                continue;
            }
            pointers += 1;
            let (property, tool) = read_pointer(&shown.text).expect(&place);
            let tool = tool.unwrap_or(&full.name);
            let found = given.get(tool).and_then(|it| it.get(property));
            let found = found.unwrap_or_else(|| panic!("{place}: nothing at {}", shown.text));
            assert!(found.iter().eq([&text.text]), "{place}: {found:?}");
        }
    }
    let (before, after) = (compiled.full_report().cost(), compiled.report().cost());
    assert!(after <= before, "{}", spec.display());
    pointers
}

/// The property and the tool of "See `owner` of `repos_get`." or "See `owner` above."
fn read_pointer(text: &str) -> Option<(&str, Option<&str>)> {
    let rest = text.strip_prefix("See `")?;
    let (property, rest) = rest.split_once('`')?;
    match rest.strip_prefix(" of `") {
        Some(tool) => Some((property, Some(tool.strip_suffix("`.")?))),
        None => (rest == " above.").then_some((property, None)),
    }
}

struct Described {
    property: String,
    text: String,
}

/// The descriptions of a tool's properties in their order, read without the compiler's walk through schemas.
fn descriptions(tool: &ListedTool) -> Vec<Described> {
    let mut found = Vec::new();
    collect(&tool.input_schema, "", false, &mut found);
    found
}

fn collect(value: &Json, property: &str, is_map: bool, found: &mut Vec<Described>) {
    match value {
        Json::Array(items) => items
            .iter()
            .for_each(|item| collect(item, property, false, found)),
        Json::Object(members) => {
            for (name, value) in members {
                match (is_map, name.as_str(), value) {
                    (true, name, value) => collect(value, name, false, found),
                    (false, "description", Json::String(text)) => found.push(Described {
                        property: property.to_owned(),
                        text: text.clone(),
                    }),
                    (false, "default" | "const" | "enum" | "examples", _) => {}
                    (false, "properties", value) => collect(value, property, true, found),
                    (false, _, value) => collect(value, property, false, found),
                }
            }
        }
        _ => {}
    }
}
