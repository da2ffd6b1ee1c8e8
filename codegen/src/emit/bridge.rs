use std::fmt::Write as _;

use crate::bridge::Bridge;

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
    module.push_str("        ],\n    });\n}\n");
    module
}
