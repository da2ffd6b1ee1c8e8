use crate::clients::{Limit, Prefix, Rule};

/// Visual Studio Code with Copilot.
pub(crate) static VSCODE: &[Limit] = &[
    Limit {
        id: "tool-name-length",
        says: "`mcp_{server}_{tool}` has at most 64 characters",
        source: "https://github.com/microsoft/vscode/issues/243602",
        rule: Rule::ToolName {
            longest: 64,
            prefix: Some(Prefix {
                before: "mcp_",
                after: "_",
                longest: 18,
            }),
        },
    },
    Limit {
        id: "tool-count",
        says: "at most 128 tools in a request",
        source: "https://github.com/microsoft/vscode-copilot-release/issues/9375",
        rule: Rule::Tools(128),
    },
    Limit {
        id: "definitions",
        says: "`$defs` are removed, so references lead nowhere",
        source: "https://github.com/PrefectHQ/fastmcp/pull/2808",
        rule: Rule::NoDefinitions,
    },
];
