//! The limits of Gemini's API and the Gemini CLI. Gemini converts an input schema to its own
//! `Schema` message, a subset of OpenAPI 3.0, and rejects what that has no field for.

use crate::clients::{Limit, Rule};

const DECLARATION: &str = "https://cloud.google.com/vertex-ai/generative-ai/docs/reference/java/latest/com.google.cloud.vertexai.api.FunctionDeclarationOrBuilder";

/// The fields of Gemini's `Schema`, as documented.
const FIELDS: &[&str] = &[
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "minProperties",
    "maxProperties",
    "minLength",
    "maxLength",
    "pattern",
    "example",
    "anyOf",
    "propertyOrdering",
    "default",
    "minimum",
    "maximum",
];

/// Gemini's API, and the Gemini CLI.
pub(crate) static GEMINI: &[Limit] = &[
    Limit {
        id: "tool-name-length",
        says: "a tool's name has at most 64 characters",
        source: DECLARATION,
        rule: Rule::ToolName {
            longest: 64,
            prefix: None,
        },
    },
    Limit {
        id: "tool-name-start",
        says: "a tool's name starts with a letter or an underscore",
        source: DECLARATION,
        rule: Rule::ToolNameStart,
    },
    Limit {
        id: "tool-count",
        says: "at most 128 function declarations",
        source: "https://pub.dev/documentation/google_cloud_aiplatform_v1beta1/latest/aiplatform/Tool/functionDeclarations.html",
        rule: Rule::Tools(128),
    },
    Limit {
        id: "identifiers",
        says: "a parameter's name has only letters, digits and underscores, at most 64, and does not start \
            with a digit",
        source: DECLARATION,
        rule: Rule::Identifiers,
    },
    Limit {
        id: "definitions",
        says: "references into `$defs` are rejected",
        source: "https://github.com/google-gemini/gemini-cli/issues/13326",
        rule: Rule::NoDefinitions,
    },
    Limit {
        id: "type-array",
        says: "a list of types in `type` is rejected",
        source: "https://github.com/taylorwilsdon/google_workspace_mcp/issues/1099",
        rule: Rule::OneType,
    },
    Limit {
        id: "keywords",
        says: "keywords that Gemini's `Schema` does not have are rejected",
        source: "https://ai.google.dev/api/caching#Schema",
        rule: Rule::Keywords(FIELDS),
    },
    Limit {
        id: "enum-strings",
        says: "the values of an `enum` are strings",
        source: "https://github.com/google-gemini/gemini-cli/issues/4415",
        rule: Rule::StringEnums,
    },
    Limit {
        id: "typed",
        says: "a schema without a `type` is rejected",
        source: "https://github.com/google-gemini/gemini-cli/issues/4400",
        rule: Rule::Typed,
    },
    Limit {
        id: "lone-any-of",
        says: "no other keywords are allowed beside `anyOf`",
        source: "https://github.com/anomalyco/opencode/issues/14700",
        rule: Rule::LoneAnyOf,
    },
    Limit {
        id: "string-formats",
        says: "a string's `format` is `enum` or `date-time`",
        source: "https://github.com/google-gemini/gemini-cli/issues/2237",
        rule: Rule::StringFormats(&["enum", "date-time"]),
    },
];
