//! Lays out what the REST bridge says, for the JSON beside the generated Rust: contact, tags, the
//! parameters of each tool, and recorded versions with their changes. Takes texts that are JSON
//! already, and interns them, so that equal parts are stored once.

use std::collections::HashMap;

use serde_json::{Value, json};
use toolwright_inspect::openapi::ToolTexts;

use super::layout::Layout;
use crate::bridge::Bridge;
use crate::history::ListVersion;
use crate::interned::Interner;
use crate::model::Api;

/// What the REST bridge says of each tool, of the API, and of its recorded versions.
pub(super) fn lay_out_bridge(api: &Api, bridge: &Bridge, interner: &mut Interner) -> Layout {
    let mut members = Vec::new();
    if let Ok(contact) = serde_json::from_str::<Value>(&bridge.contact) {
        members.push((
            "contact".to_owned(),
            Layout::Value(interner.intern(&contact)),
        ));
    }
    let tags = bridge.tags.iter().map(|tag| {
        let tag = json!({"name": tag.name, "description": tag.description});
        Layout::Value(interner.intern(&tag))
    });
    members.push(("tags".to_owned(), Layout::List(tags.collect())));
    let tools = api.operations_by_tool().into_iter().zip(&bridge.tools);
    let tools =
        tools.map(|((_, operation), texts)| (operation.tool.clone(), tool_layout(texts, interner)));
    members.push(("tools".to_owned(), Layout::Object(tools.collect())));
    if !bridge.history.is_empty() {
        let history = history_layout(&bridge.history, interner);
        members.push(("history".to_owned(), history));
    }
    Layout::Object(members)
}

fn tool_layout(texts: &ToolTexts, interner: &mut Interner) -> Layout {
    let components = match texts.components.as_str() {
        "" => None,
        members => Some(("components", format!("{{{members}}}"))),
    };
    let members = [
        ("parameters", texts.parameters.clone()),
        ("path", texts.path.clone()),
    ];
    let members = members.into_iter().chain(components);
    let members = members.map(|(key, text)| {
        // It is JSON that `inspect` wrote.
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        (key.to_owned(), Layout::Value(interner.intern(&value)))
    });
    Layout::Object(members.collect())
}

/// The versions, each with the schemas of its tools; `null` stands for one that is as in the version before.
fn history_layout(versions: &[ListVersion], interner: &mut Interner) -> Layout {
    let mut before: HashMap<&str, &Value> = HashMap::new();
    let mut items = Vec::new();
    for version in versions {
        let tools = version.tools.iter().map(|tool| {
            let schema = match before.get(tool.name.as_str()) {
                Some(same) if **same == tool.input_schema => &Value::Null,
                _ => &tool.input_schema,
            };
            (tool.name.clone(), Layout::Value(interner.intern(schema)))
        });
        let tools = Layout::Object(tools.collect());
        let changes = version.changes.iter().map(|change| {
            let change = json!({
                "class": change.class.name(),
                "tools": change.tools,
                "change": change.to_json(),
            });
            Layout::Value(interner.intern(&change))
        });
        let changes = Layout::List(changes.collect());
        let mut text = |text: &str| Layout::Value(interner.intern(&json!(text)));
        items.push(Layout::Object(vec![
            ("version".to_owned(), text(&version.version)),
            (
                "recorded".to_owned(),
                text(version.recorded.as_deref().unwrap_or_default()),
            ),
            ("tools".to_owned(), tools),
            ("changes".to_owned(), changes),
        ]));
        let tools = version.tools.iter();
        before = tools
            .map(|it| (it.name.as_str(), &it.input_schema))
            .collect();
    }
    Layout::List(items)
}
