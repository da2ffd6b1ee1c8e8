//! The limits of OpenAI's API and Codex. Those of strict mode are separate limits, since a request
//! fails for them only if strict mode is on.

use crate::clients::{Limit, Rule};

const STRICT: &str = "https://platform.openai.com/docs/guides/structured-outputs#supported-schemas";

/// OpenAI's API, and Codex. What strict mode does not accept is among it: frameworks turn that mode
/// on without being asked.
pub(crate) static OPENAI: &[Limit] = &[
    Limit {
        id: "tool-name-length",
        says: "a tool's name has at most 64 characters",
        source: "https://github.com/microsoft/foundry-dev-tools/issues/723",
        rule: Rule::ToolName {
            longest: 64,
            prefix: None,
        },
    },
    Limit {
        id: "tool-count",
        says: "at most 128 tools in a request",
        source: "https://github.com/zed-industries/zed/issues/32946",
        rule: Rule::Tools(128),
    },
    Limit {
        id: "definitions",
        says: "Codex shows an argument that is a reference as a string",
        source: "https://github.com/openai/codex/issues/3152",
        rule: Rule::NoDefinitions,
    },
    Limit {
        id: "all-of",
        says: "`allOf` is not permitted",
        source: "https://github.com/makenotion/notion-mcp-server/issues/102",
        rule: Rule::NoKeywords(&["allOf"]),
    },
    Limit {
        id: "strict-keyword",
        says: "not supported in strict mode",
        source: STRICT,
        rule: Rule::NoKeywords(&[
            "not",
            "if",
            "then",
            "else",
            "dependentRequired",
            "dependentSchemas",
        ]),
    },
    Limit {
        id: "strict-depth",
        says: "at most 10 levels of objects in strict mode",
        source: STRICT,
        rule: Rule::Depth(10),
    },
    Limit {
        id: "strict-properties",
        says: "at most 5,000 properties in strict mode",
        source: STRICT,
        rule: Rule::Properties(5000),
    },
    Limit {
        id: "strict-enum-values",
        says: "at most 1,000 values of `enum`s in strict mode",
        source: STRICT,
        rule: Rule::EnumValues(1000),
    },
];
