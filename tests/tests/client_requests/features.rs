//! What MCP has besides tools, by an rmcp `ServerHandler`.

use serde_json::json;
use toolwright::rmcp::model::{
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, Implementation, ListPromptsResult,
    PaginatedRequestParams, Prompt, PromptMessage, Role, ServerCapabilities, ServerConfig,
};
use toolwright::rmcp::service::RequestContext;
use toolwright::rmcp::{ErrorData, RoleServer, ServerHandler};
use toolwright::{Server, ToolsError};

use crate::{Connection, server, tools};

struct Prompts;

impl ServerHandler for Prompts {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_prompts().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("not shown", "0"))
            .with_instructions("Begin with the prompt `welcome`.")
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let welcome = Prompt::new("welcome", Some("A welcome"), None);
        Ok(ListPromptsResult::with_all_items(vec![welcome]))
    }

    async fn get_prompt(
        &self,
        _: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let welcome = PromptMessage::new_text(Role::User, "Say welcome.");
        Ok(GetPromptResult::new(vec![welcome]).into())
    }
}

#[tokio::test]
async fn a_handler_answers_what_is_not_about_tools() {
    let server =
        Server::from_tools(tools().with_server_handler(Prompts), []).expect("can be served");
    let mut connection = Connection::open(server);
    let initialize = crate::connection::initialize(json!({}));
    let result = connection.ask("initialize", initialize).await;
    let result = &result["result"];
    assert_eq!(result["instructions"], "Begin with the prompt `welcome`.");
    assert_ne!(result["serverInfo"]["name"], "not shown");
    let capabilities = result["capabilities"].as_object().expect("has some");
    let capabilities: Vec<&String> = capabilities.keys().collect();
    assert_eq!(capabilities, ["logging", "prompts", "tools"]);
    let prompts = connection.ask("prompts/list", json!({})).await;
    assert_eq!(
        prompts["result"]["prompts"][0]["name"], "welcome",
        "{prompts}"
    );
    let prompt = connection
        .ask("prompts/get", json!({"name": "welcome"}))
        .await;
    assert_eq!(
        prompt["result"]["messages"][0]["content"]["text"],
        "Say welcome."
    );
    // What it does not declare, it does not have.
    let resources = connection.ask("resources/list", json!({})).await;
    assert_eq!(resources["error"]["code"], -32601, "{resources}");
    let listed = connection.ask("tools/list", json!({})).await;
    assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn without_a_handler_there_are_tools_alone() {
    let mut connection = Connection::initialized(server(), json!({})).await;
    for method in [
        "prompts/list",
        "prompts/get",
        "resources/read",
        "completion/complete",
    ] {
        let params = json!({"name": "a", "uri": "a:b"});
        let answer = connection.ask(method, params).await;
        assert_eq!(answer["error"]["code"], -32601, "{method}: {answer}");
    }
}

#[test]
fn two_handlers_are_an_error_at_the_start() {
    let both = tools()
        .with_server_handler(Prompts)
        .with_server_handler(Prompts);
    let error = Server::from_tools(both, []).expect_err("cannot be served");
    assert!(
        matches!(error, ToolsError::ManyServerHandlers { count: 2 }),
        "{error}"
    );
}
