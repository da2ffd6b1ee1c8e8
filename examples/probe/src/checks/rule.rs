//! The table of what is checked: each rule with its source, and how grave it is to break it. Only what the
//! specification demands (MUST) can fail; this is decided here, and not where a server is asked.

/// How grave it is that a rule is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// The specification demands it.
    Must,
    /// The specification recommends it, or clients are known to depend on it.
    Should,
    /// Worth knowing.
    Note,
}

/// Something that is checked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) id: &'static str,
    /// What holds if the rule is kept.
    pub(crate) checks: &'static str,
    pub(crate) level: Level,
    /// Where the rule comes from.
    pub(crate) source: &'static str,
}

macro_rules! rules {
    ($($name:ident: $id:literal, $level:ident, $checks:literal, $source:literal;)*) => {
        $(pub(crate) const $name: &Rule = &Rule {
            id: $id,
            checks: $checks,
            level: Level::$level,
            source: concat!("https://modelcontextprotocol.io/specification/", $source),
        };)*

        /// All rules that are not about single clients.
        pub(crate) const ALL: &[&Rule] = &[$($name),*];
    };
}

rules! {
    INITIALIZE: "lifecycle.initialize", Must,
        "initialize is answered with a version, capabilities, and the server's name and version",
        "2025-11-25/basic/lifecycle#initialization";
    SAME_VERSION: "lifecycle.same-version", Must,
        "a version that the server supports is answered with the same version",
        "2025-11-25/basic/lifecycle#version-negotiation";
    UNKNOWN_VERSION: "lifecycle.unknown-version", Must,
        "an unknown version is answered with one that the server supports, or with an error",
        "2025-11-25/basic/lifecycle#version-negotiation";
    DISCOVER: "lifecycle.discover", Must,
        "server/discover is answered with the supported versions and capabilities",
        "2026-07-28/server/discover";
    DISCOVER_UNKNOWN_VERSION: "lifecycle.discover-unknown-version", Must,
        "a request of an unknown version is answered with error -32022 and the supported versions",
        "2026-07-28/basic/versioning#protocol-version-negotiation";
    RESULT_TYPE: "messages.result-type", Must,
        "every result has a `resultType`",
        "2026-07-28/basic/index#result-responses";
    MESSAGE_FORM: "messages.form", Must,
        "every response has `jsonrpc`, and either a `result` or an `error` with code and message",
        "2025-11-25/basic/index#responses";
    ID_ECHO: "messages.ids", Must,
        "ids come back as they were sent, numbers as numbers and strings as strings",
        "2025-11-25/basic/index#responses";
    PING: "messages.ping", Must,
        "ping is answered with an empty result",
        "2025-11-25/basic/utilities/ping";
    UNKNOWN_METHOD: "messages.unknown-method", Should,
        "an unknown method is answered with error -32601",
        "2026-07-28/basic/index#error-codes";
    ANSWERED: "messages.unknown-method-answered", Must,
        "a request of an unknown method is answered with an error",
        "2025-11-25/basic/index#responses";
    NOTIFICATION: "messages.notification", Must,
        "a notification is not answered, not even an unknown one",
        "2025-11-25/basic/index#notifications";
    BROKEN_JSON: "messages.broken-json", Note,
        "a message that is not JSON is answered with error -32700",
        "2026-07-28/basic/index#error-codes";
    SURVIVES: "messages.survives-broken-json", Should,
        "the server goes on after a message that is not JSON",
        "2026-07-28/basic/index#error-codes";
    TOOLS_CAPABILITY: "capabilities.tools", Must,
        "tools are declared if and only if there are any",
        "2025-11-25/server/tools#capabilities";
    RESOURCES_CAPABILITY: "capabilities.resources", Must,
        "resources are declared if and only if there are any",
        "2025-11-25/server/resources#capabilities";
    PROMPTS_CAPABILITY: "capabilities.prompts", Must,
        "prompts are declared if and only if there are any",
        "2025-11-25/server/prompts#capabilities";
    PAGES_END: "lists.end", Must,
        "lists in parts come to an end: no cursor comes back",
        "2025-11-25/server/utilities/pagination#pagination-model";
    BAD_CURSOR: "lists.bad-cursor", Note,
        "a cursor that the server has not given is rejected with error -32602",
        "2025-11-25/server/utilities/pagination#error-handling";
    TOOL_FORM: "tools.form", Must,
        "every tool has a `name` and an `inputSchema`",
        "2025-11-25/schema#tool";
    UNIQUE_NAMES: "tools.unique-names", Should,
        "no two tools have the same name",
        "2025-11-25/server/tools#tool-names";
    NAME_FORM: "tools.name-form", Should,
        "names have 1 to 128 characters of A-Z, a-z, 0-9, `_`, `-` and `.`",
        "2025-11-25/server/tools#tool-names";
    INPUT_SCHEMA: "tools.input-schema", Must,
        "every input schema is a valid JSON Schema whose root is an object",
        "2025-11-25/server/tools#tool";
    OUTPUT_SCHEMA: "tools.output-schema", Must,
        "every output schema is a valid JSON Schema",
        "2025-11-25/basic/index#schema-validation";
    STABLE_ORDER: "tools.stable-order", Should,
        "two lists in a row have the same tools in the same order",
        "2026-07-28/server/tools#capabilities";
    UNKNOWN_TOOL: "tools.unknown-tool", Should,
        "a call of a tool that does not exist is not answered as a success",
        "2025-11-25/server/tools#error-handling";
    UNKNOWN_TOOL_CODE: "tools.unknown-tool-code", Note,
        "a call of a tool that does not exist is a protocol error with code -32602",
        "2025-11-25/server/tools#error-handling";
    MALFORMED_CALL: "tools.malformed-call", Should,
        "`arguments` that are not an object are rejected",
        "2025-11-25/server/tools#error-handling";
    MISSING_ARGUMENT: "tools.missing-argument", Should,
        "a call without a required argument is rejected",
        "2025-11-25/server/tools#security-considerations";
    CALL_RESULT: "tools.result-form", Must,
        "a tool's result has a `content` list, every block with its `type`",
        "2025-11-25/schema#calltoolresult";
    STRUCTURED_RESULT: "tools.structured-result", Must,
        "what a tool with an output schema returns conforms to it",
        "2025-11-25/server/tools#output-schema";
    RESOURCE_CONTENT: "resources.content", Must,
        "a listed resource is read as a list of `contents`, each with `uri` and `text` or `blob`",
        "2025-11-25/server/resources#reading-resources";
    UNKNOWN_RESOURCE: "resources.unknown", Should,
        "a resource that does not exist is answered with an error",
        "2025-11-25/server/resources#error-handling";
    PROMPT_CONTENT: "prompts.content", Must,
        "a listed prompt is given as a list of `messages`, each with `role` and `content`",
        "2025-11-25/server/prompts#getting-a-prompt";
    UNKNOWN_PROMPT: "prompts.unknown", Should,
        "a prompt that does not exist is answered with an error",
        "2025-11-25/server/prompts#error-handling";
    STDOUT: "stdio.stdout", Must,
        "nothing but JSON-RPC messages is written to standard output",
        "2025-11-25/basic/transports#stdio";
    EXIT: "stdio.exit", Should,
        "the server ends when its standard input is closed",
        "2025-11-25/basic/lifecycle#shutdown";
    CONTENT_TYPE: "http.content-type", Must,
        "a request is answered as application/json or text/event-stream",
        "2025-11-25/basic/transports#sending-messages-to-the-server";
    ACCEPTED: "http.notification-202", Must,
        "a notification that is accepted is answered with status 202 and no body",
        "2025-11-25/basic/transports#sending-messages-to-the-server";
    BROKEN_BODY: "http.broken-body", Must,
        "a body that is not JSON is answered with an HTTP error status",
        "2025-11-25/basic/transports#sending-messages-to-the-server";
    ORIGIN: "http.origin", Must,
        "a request with a foreign `Origin` is rejected with status 403",
        "2025-11-25/basic/transports#security-warning";
    HOST: "http.host", Should,
        "a local server rejects a foreign `Host`, which is how DNS rebinding reaches it",
        "2025-11-25/basic/transports#security-warning";
    ACCEPT: "http.accept", Note,
        "a client that does not take event streams gets none",
        "2025-11-25/basic/transports#sending-messages-to-the-server";
    GET: "http.get", Must,
        "GET opens an event stream or is answered with status 405",
        "2025-11-25/basic/transports#listening-for-messages-from-the-server";
    VERSION_HEADER: "http.version-header", Must,
        "an unsupported `MCP-Protocol-Version` is answered with status 400",
        "2025-11-25/basic/transports#protocol-version-header";
    SESSION_ID: "http.session-id", Must,
        "a session's id has visible ASCII characters only",
        "2025-11-25/basic/transports#session-management";
    SESSION_REQUIRED: "http.session-required", Should,
        "a server with sessions rejects requests without the session's id with status 400",
        "2025-11-25/basic/transports#session-management";
    SESSION_ENDED: "http.session-ended", Must,
        "requests of a session that was ended are answered with status 404",
        "2025-11-25/basic/transports#session-management";
    METHOD_404: "http.unknown-method-404", Must,
        "an unknown method is answered with status 404 and error -32601 (2026-07-28)",
        "2026-07-28/basic/transports/streamable-http#protocol-version-header";
    VERSION_MISMATCH: "http.version-mismatch", Must,
        "a version header that is not the body's version is answered with status 400 and error -32020 (2026-07-28)",
        "2026-07-28/basic/transports/streamable-http#server-validation";
    METHOD_MISMATCH: "http.method-mismatch", Must,
        "an `Mcp-Method` header that is not the body's method is answered with status 400 and error -32020 (2026-07-28)",
        "2026-07-28/basic/transports/streamable-http#server-validation";
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_sources_are_of_the_specification() {
        let ids: HashSet<&str> = ALL.iter().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), ALL.len());
        for rule in ALL {
            let source = rule
                .source
                .strip_prefix("https://modelcontextprotocol.io/specification/");
            assert!(
                source.is_some_and(|page| page.starts_with("202")),
                "{}",
                rule.id
            );
            assert!(
                rule.id.contains('.') && !rule.checks.ends_with('.'),
                "{}",
                rule.id
            );
        }
    }
}
