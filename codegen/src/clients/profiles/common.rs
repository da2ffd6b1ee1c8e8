//! Limits that hold for all known clients, because at least one widely used client rejects the
//! whole list of tools for them. Each has the report or document that it is based on.

use crate::clients::{Limit, Rule};

/// Names of tools.
pub(crate) static TOOL_NAME: Limit = Limit {
    id: "tool-name",
    says: "a tool's name matches ^[a-zA-Z0-9_-]{1,64}$",
    source: "https://github.com/inngest/agent-kit/issues/108",
    rule: Rule::Common,
};

/// The root of a schema.
pub(crate) static OBJECT_ROOT: Limit = Limit {
    id: "object-root",
    says: "the root of a schema is an object with properties",
    source: "https://github.com/anthropics/claude-code/issues/88049",
    rule: Rule::Common,
};

/// Choices at the root.
pub(crate) static ROOT_COMPOSITION: Limit = Limit {
    id: "root-composition",
    says: "no composition at the root of a schema",
    source: "https://github.com/anthropics/claude-code/issues/45106",
    rule: Rule::Common,
};

/// Names of arguments.
pub(crate) static PROPERTY_NAME: Limit = Limit {
    id: "property-name",
    says: "an argument's name matches ^[a-zA-Z0-9_.-]{1,64}$",
    source: "https://github.com/anthropics/claude-code/issues/92648",
    rule: Rule::Common,
};

/// Arrays of anything.
pub(crate) static ITEMS: Limit = Limit {
    id: "array-items",
    says: "an array has `items`",
    source: "https://github.com/apify/apify-mcp-server/issues/36",
    rule: Rule::Common,
};

/// `true` and `false` as schemas.
pub(crate) static BOOLEAN_SCHEMA: Limit = Limit {
    id: "boolean-schema",
    says: "a schema is an object",
    source: "https://github.com/github/copilot-cli/issues/4623",
    rule: Rule::Common,
};

/// References that lead nowhere.
pub(crate) static REFERENCE: Limit = Limit {
    id: "reference",
    says: "a reference leads to a definition of the same schema",
    source: "https://github.com/perforce/p4mcp-server/issues/3",
    rule: Rule::Common,
};

/// `$schema` and what is no JSON Schema.
pub(crate) static FOREIGN_KEYWORD: Limit = Limit {
    id: "foreign-keyword",
    says: "no `$schema`, and no keywords of OpenAPI",
    source: "https://github.com/modelcontextprotocol/rust-sdk/issues/179",
    rule: Rule::Common,
};
