use crate::clients::{Limit, Rule};

/// Reviews of servers for the directories of ChatGPT and Claude.
pub(crate) static APP_STORES: &[Limit] = &[
    Limit {
        id: "tool-name-length",
        says: "a tool's name has at most 64 characters",
        source: "https://dev.to/flovoice53tech/before-you-submit-your-mcp-server-to-claudes-connectors-directory-a-checklist-from-anthropics-4ab0",
        rule: Rule::ToolName {
            longest: 64,
            prefix: None,
        },
    },
    Limit {
        id: "title",
        says: "each tool has a title",
        source: "https://github.com/justincasher/lean-explore/pull/85",
        rule: Rule::Title,
    },
    Limit {
        id: "hints",
        says: "each tool states `readOnlyHint`, `destructiveHint` and `openWorldHint`",
        source: "https://github.com/Teamwork/mcp/pull/420",
        rule: Rule::Hints(&["readOnlyHint", "destructiveHint", "openWorldHint"]),
    },
];
