//! Compares a list of tools with the limits of a client and returns what breaks them, each with the
//! JSON pointer of its place. It changes nothing; `fit` does. A rule that is added to `Rule` must
//! be known to both, or a schema is reported that nobody can repair.

mod node;
mod rules;

use serde_json::Value;

use super::lint::find_flaws;
use super::{Client, Limit, Rule};
use node::Node;

/// A tool as a client gets it.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::Client;
/// use toolwright_codegen::clients::{CheckedTool, check};
///
/// let input = json!({"type": "object", "properties": {"name": {"type": "string"}}});
/// let tool = CheckedTool::new("rename", "Renames it.", &input);
/// assert!(Client::ALL.into_iter().all(|client| check(client, "pets", &[tool]).is_empty()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CheckedTool<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it does.
    pub description: &'a str,
    /// The schema of its arguments.
    pub input: &'a Value,
    /// What people call it; empty if it has no title.
    pub title: &'a str,
    /// The names of the hints that it states, such as `readOnlyHint`.
    pub hints: &'a [&'a str],
}

impl<'a> CheckedTool<'a> {
    /// A tool as the compiler lists it: with a title and all hints.
    pub fn new(name: &'a str, description: &'a str, input: &'a Value) -> Self {
        Self {
            name,
            description,
            input,
            title: name,
            hints: &HINTS,
        }
    }
}

/// All hints of MCP.
const HINTS: [&str; 4] = [
    "readOnlyHint",
    "destructiveHint",
    "idempotentHint",
    "openWorldHint",
];

/// Something that a client does not accept.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::Client;
/// use toolwright_codegen::clients::{CheckedTool, check};
///
/// let input = json!({"type": "object", "properties": {"name": {"type": ["string", "null"]}}});
/// let tool = CheckedTool::new("rename", "Renames it.", &input);
/// let finding = &check(Client::Cursor, "pets", &[tool])[0];
/// assert_eq!(finding.tool.as_deref(), Some("rename"));
/// assert!(finding.message.contains("type"), "{}", finding.message);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which client.
    pub client: Client,
    /// The tool; `None` where the whole list is meant.
    pub tool: Option<String>,
    /// JSON pointer into the tool's input schema, empty for the tool itself.
    pub pointer: String,
    /// What is wrong here, in one sentence without a full stop.
    pub message: String,
    /// What the client does not accept.
    pub limit: &'static Limit,
}

/// What a client does not accept in the list of a server's tools.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::Client;
/// use toolwright_codegen::clients::{CheckedTool, check};
///
/// let input = json!({"type": "object", "properties": {"name": {"type": ["string", "null"]}}});
/// let tool = CheckedTool::new("rename", "Renames it.", &input);
/// let found = check(Client::Cursor, "pets", &[tool]);
/// assert_eq!(found[0].pointer, "/properties/name");
/// assert_eq!(found[0].limit.id, "type-array");
/// ```
pub fn check(client: Client, server: &str, tools: &[CheckedTool]) -> Vec<Finding> {
    let mut found = Vec::new();
    for limit in client.limits() {
        if let Rule::Tools(most) = limit.rule
            && tools.len() > most
        {
            found.push(Finding {
                client,
                tool: None,
                pointer: String::new(),
                message: format!("{} tools, more than {most}", tools.len()),
                limit,
            });
        }
    }
    for tool in tools {
        let broken = common_findings(client, tool).chain(own_findings(client, server, tool));
        found.extend(broken.map(|broken| Finding {
            client,
            tool: Some(tool.name.to_owned()),
            pointer: broken.pointer,
            message: broken.message,
            limit: broken.limit,
        }));
    }
    found
}

/// A limit that a tool breaks.
struct Broken {
    limit: &'static Limit,
    pointer: String,
    message: String,
}

fn common_findings(client: Client, tool: &CheckedTool) -> impl Iterator<Item = Broken> {
    // Gemini's `Schema` is a subset of OpenAPI 3.0 and has `nullable`, which other clients do not
    // accept.
    let knows_nullable = client
        .limits()
        .iter()
        .any(|limit| matches!(limit.rule, Rule::Keywords(known) if known.contains(&"nullable")));
    find_flaws(tool.name, tool.input)
        .into_iter()
        .filter(move |flaw| !knows_nullable || flaw.message != "`nullable`")
        .filter_map(|flaw| {
            Some(Broken {
                limit: flaw.limit?,
                pointer: flaw.pointer.unwrap_or_default(),
                message: flaw.message,
            })
        })
}

fn own_findings(client: Client, server: &str, tool: &CheckedTool) -> Vec<Broken> {
    let nodes = Node::collect_nodes(tool.input);
    let mut found = Vec::new();
    for limit in client.limits() {
        let mut say = |pointer: &str, message: String| {
            found.push(Broken {
                limit,
                pointer: pointer.to_owned(),
                message,
            });
        };
        if let Some(message) = rules::of_tool(limit.rule, server, tool, &nodes) {
            say("", message);
        }
        for node in &nodes {
            if let Some(message) = rules::of_node(limit.rule, node) {
                say(&node.pointer, message);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
