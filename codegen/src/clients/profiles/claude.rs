use crate::clients::{Limit, Prefix, Rule};

/// Claude Code and Claude's API.
pub(crate) static CLAUDE: &[Limit] = &[
    Limit {
        id: "tool-name-length",
        says: "`mcp__{server}__{tool}` has at most 64 characters",
        source: "https://github.com/sparfenyuk/mcp-proxy/issues/45",
        rule: Rule::ToolName {
            longest: 64,
            prefix: Some(Prefix {
                before: "mcp__",
                after: "__",
                longest: usize::MAX,
            }),
        },
    },
    Limit {
        id: "description-length",
        says: "a tool's description is truncated at 2 KB",
        source: "https://github.com/bug-ops/zeph/issues/2450",
        rule: Rule::Description(2048),
    },
    Limit {
        id: "definitions",
        says: "references into `$defs` are not always resolved",
        source: "https://github.com/anthropics/claude-code/issues/76881",
        rule: Rule::NoDefinitions,
    },
];
