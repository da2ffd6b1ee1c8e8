use std::collections::HashMap;

use serde_json::Value;

use super::MockResponse;
use crate::document::{BrokenDocument, Document, find_members, read_string};
use crate::tool::Tool;

/// The responses that a document has for tools. One that cannot be read is left out and reported.
pub(super) fn read_responses(
    document: &'static Document,
    tools: &'static [Tool],
) -> Vec<MockResponse> {
    let all = document.section("responses").unwrap_or("{}");
    let all: HashMap<&str, &str> = find_members(all).collect();
    let read = tools.iter().filter_map(|tool| {
        let response = all.get(tool.name);
        let response = response.ok_or_else(|| BrokenDocument::new(tool.name));
        match response.and_then(|response| read_response(document, tool, response)) {
            Ok(response) => Some(response),
            Err(error) => {
                tracing::error!(tool = tool.name, %error, "a mock response cannot be read");
                None
            }
        }
    });
    read.collect()
}

fn read_response(
    document: &'static Document,
    tool: &'static Tool,
    response: &'static str,
) -> Result<MockResponse, BrokenDocument> {
    let mut read = MockResponse {
        method: tool.method,
        path: tool.path,
        status: 200,
        content_type: "",
        body: "",
    };
    for (key, value) in find_members(response) {
        let broken = || BrokenDocument::new(key);
        match key {
            "status" => read.status = value.parse().map_err(|_| broken())?,
            "content_type" => read.content_type = read_string(value).ok_or_else(broken)?,
            "text" => read.body = read_string(value).ok_or_else(broken)?,
            "json" => {
                let text = document.expand(value, "")?;
                // A body has no escapes but those that JSON requires.
                let body = serde_json::from_str::<Value>(&text).map_err(|_| broken())?;
                read.body = Box::leak(body.to_string().into_boxed_str());
            }
            _ => {}
        }
    }
    Ok(read)
}
