use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::Value;

use crate::bridge::Bridge;
use crate::history::ListVersion;

use super::literal::string_source;

/// The module of what the REST bridge says.
///
/// It is written as text: what stands in a macro's brackets, the formatter leaves as it finds it.
pub(crate) fn module(bridge: &Bridge) -> String {
    let mut module = format!(
        "\n#[allow(clippy::module_inception)]\nmod bridge {{\n    use toolwright::generated::*;\n\n    \
         pub const ALL: Option<&'static Bridge> = bridge!(Bridge {{\n        \
         contact: {},\n        \
         tags: &[\n",
        string_source(&bridge.contact),
    );
    for tag in &bridge.tags {
        let (name, description) = (string_source(&tag.name), string_source(&tag.description));
        let _ = writeln!(module, "            ({name}, {description}),");
    }
    module.push_str("        ],\n        // What OpenAPI says of each of `TOOLS`, in their order.\n        tools: &[\n");
    for tool in &bridge.tools {
        let _ = write!(
            module,
            "            BridgeTool {{\n                \
             parameters: {},\n                \
             path: {},\n                \
             components: {},\n            }},\n",
            string_source(&tool.parameters),
            string_source(&tool.path),
            string_source(&tool.components),
        );
    }
    module.push_str("        ],\n        history: &[\n");
    write_history(&mut module, &bridge.history);
    module.push_str("        ],\n    });\n}\n");
    module
}

/// The versions, each with the schemas that are not as in the version before.
fn write_history(module: &mut String, versions: &[ListVersion]) {
    let mut before: HashMap<&str, &Value> = HashMap::new();
    for version in versions {
        let _ = write!(
            module,
            "            RecordedVersion {{\n                \
             version: {},\n                \
             recorded: {},\n                \
             tools: &[\n",
            string_source(&version.version),
            string_source(version.recorded.as_deref().unwrap_or_default()),
        );
        for tool in &version.tools {
            let schema = match before.get(tool.name.as_str()) {
                Some(same) if **same == tool.input_schema => "None".to_owned(),
                _ => format!("Some({})", string_source(&tool.input_schema.to_string())),
            };
            let name = string_source(&tool.name);
            let _ = writeln!(module, "                    ({name}, {schema}),");
        }
        module.push_str("                ],\n                changes: &[\n");
        for change in &version.changes {
            let tools: Vec<String> = change.tools.iter().map(|it| string_source(it)).collect();
            let _ = writeln!(
                module,
                "                    RecordedChange {{ class: {}, tools: &[{}], text: {} }},",
                string_source(change.class.name()),
                tools.join(", "),
                string_source(&change.to_json().to_string()),
            );
        }
        module.push_str("                ],\n            },\n");
        let tools = version.tools.iter();
        before = tools
            .map(|it| (it.name.as_str(), &it.input_schema))
            .collect();
    }
}
