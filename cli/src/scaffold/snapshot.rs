use serde_json::{Map, Value};
use toolwright_codegen::Compiled;

/// The first snapshot of the tools, as `tests/tools.rs` of the crate writes it.
pub(super) fn of_tools(compiled: &Compiled) -> String {
    let mut text = "---\nsource: tests/tools.rs\nexpression: text\n---\n".to_owned();
    for tool in compiled.report().tools {
        // The runtime has something for a tool without either, since some clients refuse it.
        let description = [&tool.description, &tool.title, &tool.path];
        let description = description.into_iter().find(|text| !text.is_empty());
        let title = Some(tool.title.clone()).filter(|title| !title.is_empty());
        let members = [
            ("name", Value::from(tool.name.clone())),
            ("title", title.into()),
            ("description", description.cloned().into()),
            ("inputSchema", tool.input_schema.clone()),
        ];
        let members = members.map(|(name, value)| (name.to_owned(), value));
        let mut shown = Value::from(Map::from_iter(members));
        // The compiler and the runtime come upon them in different orders, which mean nothing.
        if let Some(Value::Object(definitions)) = shown.pointer_mut("/inputSchema/$defs") {
            definitions.sort_keys();
        }
        text.push_str(&format!("{shown:#}\n"));
    }
    text
}
