use rmcp::model::{PaginatedRequestParams, Tool};
use rmcp::service::{Peer, RoleClient, RunningService, Service};
use serde_json::Value;

use super::tool_source::{SourceError, ToolInfo, ToolPage, ToolSource};

impl ToolSource for Peer<RoleClient> {
    async fn page(&self, cursor: Option<String>) -> Result<ToolPage, SourceError> {
        let wanted = PaginatedRequestParams::default().with_cursor(cursor);
        let page = self.list_tools(Some(wanted)).await?;
        Ok(ToolPage {
            tools: page.tools.into_iter().map(ToolInfo::from).collect(),
            next: page.next_cursor,
        })
    }
}

impl<S: Service<RoleClient>> ToolSource for RunningService<RoleClient, S> {
    async fn page(&self, cursor: Option<String>) -> Result<ToolPage, SourceError> {
        self.peer().page(cursor).await
    }
}

impl From<Tool> for ToolInfo {
    fn from(tool: Tool) -> Self {
        Self {
            name: tool.name.into_owned(),
            description: tool.description.unwrap_or_default().into_owned(),
            input_schema: Some(Value::Object((*tool.input_schema).clone())),
        }
    }
}
