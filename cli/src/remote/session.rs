//! What a connected server is asked for: its tools, and calls of them. Every request ends at the session's deadline. What comes
//! back is the server's own text, which the caller escapes before it is printed.

use std::time::Duration;

use rmcp::model::{CallToolRequestParams, CallToolResponse, PaginatedRequestParams};
use serde_json::{Map, Value};
use toolwright::inspection::{SchemaRegistry, ToolInfo};

use super::{Bounded, Client, Deadline, RemoteError};
use crate::terminal::escape_name;

/// A connection to a server.
pub(crate) struct Session {
    client: Client,
    /// What the server is called unless it has a name.
    called: String,
    deadline: Deadline,
}

/// The tools of a server, to be described.
pub(crate) struct DescribedTools {
    /// What it calls itself, or is called by.
    pub(crate) server: String,
    pub(crate) tools: Vec<ToolInfo>,
}

/// The tools of a server, as they are in its list.
pub(crate) struct ListedTools {
    pub(crate) names: Vec<String>,
    /// Bytes of the tools as JSON.
    pub(crate) bytes: usize,
}

/// What a tool answered.
pub(crate) struct ToolAnswer {
    /// The texts of its content.
    pub(crate) text: String,
    pub(crate) is_error: bool,
}

impl Session {
    pub(super) fn new(client: Client, called: &str, deadline: Deadline) -> Self {
        Self {
            client,
            called: called.to_owned(),
            deadline,
        }
    }

    /// What the server calls itself, or is called by.
    pub(crate) fn server_name(&self) -> String {
        let info = self.client.peer_info();
        let own = info.as_ref().and_then(|info| info.server_info.as_ref());
        let own = own.map(|own| own.name.clone()).filter(|it| !it.is_empty());
        own.unwrap_or_else(|| self.called.clone())
    }

    /// All tools of the server, and its name.
    pub(crate) async fn describe_tools(self) -> Result<DescribedTools, RemoteError> {
        let server = self.server_name();
        let source = Bounded::new(self.client, self.deadline.progress());
        // The deadline is for all of it, and ends it first.
        let registry = SchemaRegistry::builder()
            .server(escape_name(&server), source)
            .fetch_timeout(Duration::MAX)
            .build();
        let listing = async { Ok(registry.tools().await?) };
        let tools = self.deadline.run_until(&self.called, listing).await?;
        Ok(DescribedTools { server, tools })
    }

    /// The names of all tools, and how long their list is.
    pub(crate) async fn list_tools(&mut self) -> Result<ListedTools, RemoteError> {
        self.deadline.restart_clock();
        let progress = self.deadline.progress();
        let listing = async {
            let mut listed = ListedTools {
                names: Vec::new(),
                bytes: 0,
            };
            let mut cursor = None;
            loop {
                progress.begin_page();
                let wanted = PaginatedRequestParams::default().with_cursor(cursor);
                let page = self.client.peer().list_tools(Some(wanted)).await;
                let page = page.map_err(|error| self.explain_failure("tools/list", &error))?;
                let sizes = page.tools.iter().map(|tool| {
                    // A tool that was read from JSON can be written as JSON.
                    serde_json::to_string(tool).map_or(0, |text| text.len())
                });
                let size = sizes.sum();
                let counted =
                    progress.count_tools(page.tools.len(), size, page.next_cursor.is_some());
                counted.map_err(|error| self.explain_failure("tools/list", error.as_ref()))?;
                listed.bytes += size;
                let names = page.tools.into_iter().map(|tool| tool.name.into_owned());
                listed.names.extend(names);
                cursor = page.next_cursor;
                if cursor.is_none() {
                    return Ok(listed);
                }
            }
        };
        self.deadline.run_until(&self.called, listing).await
    }

    /// Calls a tool, which has the whole time to answer.
    pub(crate) async fn call_tool(
        &mut self,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<ToolAnswer, RemoteError> {
        self.deadline.restart_clock();
        let calling = async {
            let wanted = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
            let answer = self.client.peer().call_tool_once(wanted).await;
            match answer.map_err(|error| self.explain_failure(tool, &error))? {
                CallToolResponse::Complete(result) => {
                    let texts = result.content.iter().filter_map(|block| block.as_text());
                    Ok(ToolAnswer {
                        text: texts.map(|block| block.text.as_str()).collect(),
                        is_error: result.is_error == Some(true),
                    })
                }
                _ => Err(RemoteError::Failed {
                    server: self.called.clone(),
                    asked: tool.to_owned(),
                    why: "it asks for something instead of answering".to_owned(),
                }),
            }
        };
        self.deadline.run_call(&self.called, tool, calling).await
    }

    fn explain_failure(
        &self,
        asked: &str,
        error: &(dyn std::error::Error + 'static),
    ) -> RemoteError {
        RemoteError::Failed {
            server: self.called.clone(),
            asked: asked.to_owned(),
            why: error.to_string(),
        }
    }
}
