use crate::clients::{Limit, Prefix, Rule};

/// Cursor.
pub(crate) static CURSOR: &[Limit] = &[
    Limit {
        id: "tool-name-length",
        says: "the names of server and tool together have fewer than 60 characters",
        source: "https://github.com/ComposioHQ/composio/issues/2788",
        rule: Rule::ToolName {
            longest: 59,
            prefix: Some(Prefix {
                before: "",
                after: "",
                longest: usize::MAX,
            }),
        },
    },
    Limit {
        id: "tool-count",
        says: "only the first 40 tools of all servers are sent",
        source: "https://github.com/anyproto/anytype-mcp/issues/5",
        rule: Rule::Tools(40),
    },
    Limit {
        id: "definitions",
        says: "references into `$defs` are not resolved",
        source: "https://github.com/davideast/stitch-mcp/issues/184",
        rule: Rule::NoDefinitions,
    },
    Limit {
        id: "type-array",
        says: "an argument whose `type` is a list of types is rejected, whatever its value",
        source: "https://github.com/cursor/cursor/issues/3778",
        rule: Rule::OneType,
    },
];
