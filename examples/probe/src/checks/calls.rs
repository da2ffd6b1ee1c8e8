//! Calls of tools, resources and prompts: results against their form and schema, and calls that are wrong. Only tools
//! are called that may be: a server that does not look at arguments runs a tool whatever is wrong with the call.

use serde_json::{Map, Value, json};

use super::lists::Lists;
use super::report::Report;
use super::rule::Rule;
use super::schemas::name_of;
use super::session::Session;
use super::wire::Exchange;
use super::{Calls, rule, text_of};
use crate::conformance::{Conformance, compare};
use crate::connection::excerpt;

/// Tools that are called to see their results.
const MAX_CALLS: usize = 10;

const OF_TOOLS: [&Rule; 6] = [
    rule::UNKNOWN_TOOL,
    rule::UNKNOWN_TOOL_CODE,
    rule::MALFORMED_CALL,
    rule::MISSING_ARGUMENT,
    rule::CALL_RESULT,
    rule::STRUCTURED_RESULT,
];
const OF_RESOURCES: [&Rule; 2] = [rule::RESOURCE_CONTENT, rule::UNKNOWN_RESOURCE];
const OF_PROMPTS: [&Rule; 2] = [rule::PROMPT_CONTENT, rule::UNKNOWN_PROMPT];

const UNKNOWN: &str = "mcp_probe_no_such_thing";

pub(super) async fn check_calls(
    session: &mut Session,
    calls: Calls,
    lists: &Lists,
    report: &mut Report,
) {
    let has = |capability: &str| {
        session
            .capabilities
            .get(capability)
            .is_some_and(Value::is_object)
    };
    let (has_tools, has_resources, has_prompts) = (has("tools"), has("resources"), has("prompts"));
    if has_tools {
        check_unknown_tool(session, report).await;
        check_tools(session, calls, &lists.tools, report).await;
    } else {
        report.skip_the_rest(&OF_TOOLS, "the server declares no tools");
    }
    if has_resources {
        check_resources(session, calls, &lists.resources, report).await;
    } else {
        report.skip_the_rest(&OF_RESOURCES, "the server declares no resources");
    }
    if has_prompts {
        check_prompts(session, calls, &lists.prompts, report).await;
    } else {
        report.skip_the_rest(&OF_PROMPTS, "the server declares no prompts");
    }
}

async fn call(session: &mut Session, name: &str, arguments: Value) -> Exchange {
    session
        .request("tools/call", json!({"name": name, "arguments": arguments}))
        .await
}

fn is_error(exchange: &Exchange) -> bool {
    let result = exchange.result();
    exchange.error().is_some()
        || result.is_some_and(|result| result.get("isError").and_then(Value::as_bool) == Some(true))
}

async fn check_unknown_tool(session: &mut Session, report: &mut Report) {
    let exchange = call(session, UNKNOWN, json!({})).await;
    let shown = exchange.describe();
    match is_error(&exchange) {
        true => report.pass(rule::UNKNOWN_TOOL, &shown),
        false => report.broken(rule::UNKNOWN_TOOL, &shown),
    }
    match exchange.error_code() {
        // The code of JSON-RPC 2.0 for invalid parameters, which MCP prescribes for an unknown
        // tool.
        Some(-32602) => report.pass(rule::UNKNOWN_TOOL_CODE, shown),
        _ => report.broken(rule::UNKNOWN_TOOL_CODE, shown),
    }
}

/// A tool that may be called.
struct Callable<'t> {
    tool: &'t Value,
    name: String,
    /// Arguments that are valid, if any are known.
    arguments: Option<Value>,
    has_required: bool,
}

fn callable(tools: &[Value], calls: Calls) -> Vec<Callable<'_>> {
    let is_allowed = |tool: &&Value| {
        let hints = tool.get("annotations");
        let hint = hints.and_then(|hints| hints.get("readOnlyHint")?.as_bool());
        match calls {
            Calls::None => false,
            // A missing hint means that the tool may change something (MCP, `readOnlyHint` defaults
            // to false).
            Calls::ReadOnly => hint == Some(true),
            Calls::All => true,
        }
    };
    let tools = tools.iter().filter(is_allowed).enumerate();
    tools
        .map(|(index, tool)| {
            let schema = tool.get("inputSchema").cloned().unwrap_or_default();
            let required = schema.get("required").and_then(Value::as_array);
            Callable {
                tool,
                name: name_of(tool, index),
                has_required: required.is_some_and(|required| !required.is_empty()),
                arguments: example_of(&schema),
            }
        })
        .collect()
}

/// Arguments that a schema itself shows: examples, defaults and fixed values for all that is required.
fn example_of(schema: &Value) -> Option<Value> {
    let required = schema.get("required").and_then(Value::as_array);
    let properties = schema.get("properties");
    let mut arguments = Map::new();
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        let property = properties?.get(name)?;
        let first = |member: &str| property.get(member)?.as_array()?.first().cloned();
        let value = property.get("const").or(property.get("default")).cloned();
        let value = value
            .or_else(|| first("examples"))
            .or_else(|| first("enum"))?;
        arguments.insert(name.to_owned(), value);
    }
    Some(Value::Object(arguments))
}

async fn check_tools(session: &mut Session, calls: Calls, tools: &[Value], report: &mut Report) {
    let callable = callable(tools, calls);
    let reason = match (tools.is_empty(), calls) {
        (true, _) => "there are no tools",
        (false, Calls::None) => "no tool may be called",
        (false, Calls::ReadOnly) => {
            "only tools with `readOnlyHint` may be called, and none fits; allow more with --calls all"
        }
        (false, Calls::All) => "no tool fits",
    };
    check_wrong_calls(session, &callable, reason, report).await;
    check_results(session, &callable, reason, report).await;
}

async fn check_wrong_calls(
    session: &mut Session,
    callable: &[Callable<'_>],
    reason: &str,
    report: &mut Report,
) {
    // Best a tool that could be called without arguments: it does what it is for at worst.
    let harmless = callable
        .iter()
        .find(|tool| !tool.has_required)
        .or(callable.first());
    match harmless {
        None => report.skip(rule::MALFORMED_CALL, reason),
        Some(tool) => {
            // `arguments` must be an object, so a server that validates rejects this before the
            // tool runs.
            let exchange = call(session, &tool.name, json!([1])).await;
            let evidence = format!(
                "{} with arguments [1]: {}",
                tool.name,
                outcome_of(&exchange)
            );
            match is_error(&exchange) {
                true => report.pass(rule::MALFORMED_CALL, evidence),
                false => report.broken(rule::MALFORMED_CALL, evidence),
            }
        }
    }
    match callable.iter().find(|tool| tool.has_required) {
        None => report.skip(rule::MISSING_ARGUMENT, reason),
        Some(tool) => {
            let exchange = call(session, &tool.name, json!({})).await;
            let required = tool
                .tool
                .get("inputSchema")
                .and_then(|schema| schema.get("required"));
            let required = required.unwrap_or(&Value::Null);
            let evidence = format!(
                "{} without {required}: {}",
                tool.name,
                outcome_of(&exchange)
            );
            match is_error(&exchange) {
                true => report.pass(rule::MISSING_ARGUMENT, evidence),
                false => report.broken(rule::MISSING_ARGUMENT, evidence),
            }
        }
    }
}

/// What came of a call, without the content of a success, which may be private.
fn outcome_of(exchange: &Exchange) -> String {
    match exchange.result() {
        Some(_) if is_error(exchange) => "a result with isError".to_owned(),
        Some(_) => "a success".to_owned(),
        None => exchange.describe(),
    }
}

async fn check_results(
    session: &mut Session,
    callable: &[Callable<'_>],
    reason: &str,
    report: &mut Report,
) {
    let mut called = Vec::new();
    let mut structured = Vec::new();
    let mut uncompared = Vec::new();
    let (mut malformed, mut mismatched) = (Vec::new(), Vec::new());
    for tool in callable
        .iter()
        .filter(|tool| tool.arguments.is_some())
        .take(MAX_CALLS)
    {
        let arguments = tool.arguments.clone().unwrap_or_default();
        let exchange = call(session, &tool.name, arguments).await;
        // A server may refuse, or take longer than is waited for; there is a result to look at only if it does not.
        let Some(result) = exchange.result() else {
            continue;
        };
        // A result that asks for input (revision 2026-07-28) is no result of the tool yet.
        if text_of(result, "resultType").is_some_and(|kind| kind != "complete") {
            continue;
        }
        called.push(tool.name.as_str());
        if let Some(problem) = problem_of_result(result) {
            malformed.push(format!("{}: {problem}", tool.name));
        }
        let schema = tool.tool.get("outputSchema");
        if let Some(schema) = schema.filter(|_| !is_error(&exchange)) {
            match problem_of_structured(result, schema).await {
                Ok(problem) => {
                    structured.push(tool.name.as_str());
                    mismatched.extend(problem.map(|problem| format!("{}: {problem}", tool.name)));
                }
                Err(why) => uncompared.push(format!("{} was not compared: {why}", tool.name)),
            }
        }
    }
    match called.is_empty() {
        true => report.skip(rule::CALL_RESULT, reason),
        false => report.judge(rule::CALL_RESULT, &malformed, called.join(", ")),
    }
    match (structured.is_empty(), uncompared.is_empty()) {
        (true, true) => report.skip(
            rule::STRUCTURED_RESULT,
            "no tool with an output schema was called with success",
        ),
        (true, false) => report.skip(rule::STRUCTURED_RESULT, uncompared.join("; ")),
        (false, _) => {
            let passed = structured.into_iter().map(str::to_owned);
            let shown: Vec<String> = passed.chain(uncompared).collect();
            report.judge(rule::STRUCTURED_RESULT, &mismatched, shown.join(", "));
        }
    }
}

fn problem_of_result(result: &Value) -> Option<String> {
    let Some(content) = result.get("content").and_then(Value::as_array) else {
        return Some("the result has no array `content`".to_owned());
    };
    let untyped = content
        .iter()
        .position(|block| text_of(block, "type").is_none())?;
    Some(format!("content block {} has no `type`", untyped + 1))
}

/// What is wrong with the structured part of a result, if anything. An error says why it was not compared.
async fn problem_of_structured(
    result: &Value,
    schema: &Value,
) -> Result<Option<String>, &'static str> {
    let Some(structured) = result.get("structuredContent") else {
        return Ok(Some("the result has no `structuredContent`".to_owned()));
    };
    match compare(schema.clone(), structured.clone(), 1).await {
        Conformance::Compared(wrong) => {
            // A reason begins with its place, unless that is the whole.
            Ok(wrong.first().map(|wrong| match wrong.starts_with('/') {
                true => format!("structuredContent{}", excerpt(wrong)),
                false => format!("structuredContent: {}", excerpt(wrong)),
            }))
        }
        // A schema that cannot be used is another row.
        Conformance::BadSchema => Ok(None),
        Conformance::NotCompared(why) => Err(why),
    }
}

async fn check_resources(
    session: &mut Session,
    calls: Calls,
    resources: &[Value],
    report: &mut Report,
) {
    let exchange = session
        .request("resources/read", json!({"uri": format!("{UNKNOWN}://x")}))
        .await;
    match exchange.error().is_some() {
        true => report.pass(rule::UNKNOWN_RESOURCE, exchange.describe()),
        false => report.broken(rule::UNKNOWN_RESOURCE, exchange.describe()),
    }
    let uri = resources
        .iter()
        .find_map(|resource| text_of(resource, "uri"));
    let Some(uri) = uri.filter(|_| calls != Calls::None) else {
        return report.skip(rule::RESOURCE_CONTENT, "there is no resource to read");
    };
    let exchange = session
        .request("resources/read", json!({ "uri": uri }))
        .await;
    let Some(result) = exchange.result() else {
        return report.deviation(
            rule::RESOURCE_CONTENT,
            format!(
                "{uri} is listed, and cannot be read: {}",
                exchange.describe()
            ),
        );
    };
    let contents = result.get("contents").and_then(Value::as_array);
    let is_right = |content: &Value| {
        text_of(content, "uri").is_some()
            && (text_of(content, "text").is_some() || text_of(content, "blob").is_some())
    };
    match contents {
        Some(contents) if contents.iter().all(is_right) => report.pass(rule::RESOURCE_CONTENT, uri),
        Some(_) => report.broken(
            rule::RESOURCE_CONTENT,
            format!("{uri}: a part has no `uri`, or neither `text` nor `blob`"),
        ),
        None => report.broken(
            rule::RESOURCE_CONTENT,
            format!("{uri}: no array `contents`"),
        ),
    }
}

async fn check_prompts(
    session: &mut Session,
    calls: Calls,
    prompts: &[Value],
    report: &mut Report,
) {
    let exchange = session
        .request("prompts/get", json!({ "name": UNKNOWN }))
        .await;
    match exchange.error().is_some() {
        true => report.pass(rule::UNKNOWN_PROMPT, exchange.describe()),
        false => report.broken(rule::UNKNOWN_PROMPT, exchange.describe()),
    }
    let is_free = |prompt: &&Value| {
        let arguments = prompt.get("arguments").and_then(Value::as_array);
        !arguments
            .into_iter()
            .flatten()
            .any(|argument| argument.get("required").and_then(Value::as_bool) == Some(true))
    };
    let name = prompts
        .iter()
        .find(is_free)
        .and_then(|prompt| text_of(prompt, "name"));
    let Some(name) = name.filter(|_| calls != Calls::None) else {
        return report.skip(
            rule::PROMPT_CONTENT,
            "there is no prompt without required arguments",
        );
    };
    let exchange = session
        .request("prompts/get", json!({ "name": name }))
        .await;
    let Some(result) = exchange.result() else {
        return report.deviation(
            rule::PROMPT_CONTENT,
            format!(
                "{name} is listed, and cannot be had: {}",
                exchange.describe()
            ),
        );
    };
    let messages = result.get("messages").and_then(Value::as_array);
    let is_right = |message: &Value| {
        text_of(message, "role").is_some() && message.get("content").is_some_and(Value::is_object)
    };
    match messages {
        Some(messages) if messages.iter().all(is_right) => report.pass(rule::PROMPT_CONTENT, name),
        Some(_) => report.broken(
            rule::PROMPT_CONTENT,
            format!("{name}: a message has no `role`, or no object `content`"),
        ),
        None => report.broken(rule::PROMPT_CONTENT, format!("{name}: no array `messages`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_come_from_the_schema_alone() {
        let schema = json!({"required": ["a", "b"], "properties": {
            "a": {"enum": ["x", "y"]},
            "b": {"examples": [3]},
            "c": {"default": 1},
        }});
        assert_eq!(example_of(&schema), Some(json!({"a": "x", "b": 3})));
        assert_eq!(example_of(&json!({"type": "object"})), Some(json!({})));
        assert_eq!(
            example_of(&json!({"required": ["a"], "properties": {"a": {}}})),
            None
        );
    }

    #[test]
    fn tools_are_called_only_if_they_may_be() {
        let tools = [
            json!({"name": "read", "annotations": {"readOnlyHint": true}}),
            json!({"name": "write", "annotations": {"readOnlyHint": false}}),
            json!({"name": "unknown"}),
        ];
        assert_eq!(callable(&tools, Calls::None).len(), 0);
        let read_only = callable(&tools, Calls::ReadOnly);
        assert_eq!(
            read_only.iter().map(|it| &*it.name).collect::<Vec<_>>(),
            ["read"]
        );
        assert_eq!(callable(&tools, Calls::All).len(), 3);
    }

    #[tokio::test]
    async fn results_are_held_to_their_schema() {
        let schema =
            json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
        let problem = async |result: Value| problem_of_structured(&result, &schema).await;
        let right = problem(json!({"structuredContent": {"n": 1}})).await;
        assert_eq!(right, Ok(None));
        let wrong = problem(json!({"structuredContent": {"n": "1"}})).await;
        assert!(
            matches!(&wrong, Ok(Some(wrong)) if wrong.starts_with("structuredContent/n: ")),
            "{wrong:?}"
        );
        assert!(matches!(problem(json!({})).await, Ok(Some(_))));
        assert_eq!(
            problem_of_result(&json!({"content": [{"type": "text"}]})),
            None
        );
        assert!(problem_of_result(&json!({"content": [{}]})).is_some());
        assert!(problem_of_result(&json!({})).is_some());
    }
}
