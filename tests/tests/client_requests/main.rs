//! Handlers that ask their clients, in both eras of MCP: input of users, text of models, folders, and log
//! messages. Clients are lines of JSON and raw HTTP here, so that each message is seen as it is; clients
//! of others are in `interop`.

// rmcp marks sampling as deprecated, as revision 2026-07-28 of MCP does.
#![expect(deprecated)]

mod connection;
mod features;
mod http;
mod logging;
mod rounds;
mod while_waiting;

use connection::{Connection, Web};
use toolwright::rmcp::model::ElicitationSchema;
use toolwright::{Call, IntoTools, Json, LogLevel, Server, ToolError, ToolServer, Tools, tool};

/// Tools that ask.
#[derive(Default, ToolServer)]
#[tools(methods(book, greet, complain))]
struct Desk;

impl Desk {
    /// Books a seat, after the user has confirmed it and has said a name.
    #[tool]
    async fn book(&self, seat: String, call: &Call<'_>) -> Result<String, ToolError> {
        let rounds = call.state().and_then(|state| state.as_u64()).unwrap_or(0) + 1;
        call.set_state(rounds);
        let form = ElicitationSchema::builder()
            .required_bool("sure")
            .build_unchecked();
        let sure = call.elicit("sure", format!("Book {seat}?"), form).await?;
        let form = ElicitationSchema::builder()
            .required_string("name")
            .build_unchecked();
        let name = call.elicit("name", "For whom?", form).await?;
        let (sure, name) = (Json::from(sure.content), Json::from(name.content));
        Ok(format!(
            "{seat} for {}: {} ({rounds})",
            name["name"], sure["sure"]
        ))
    }

    /// Asks the client's model for a greeting.
    #[tool]
    async fn greet(&self, call: &Call<'_>) -> Result<String, ToolError> {
        use toolwright::rmcp::model::{CreateMessageRequestParams, SamplingMessage};
        let question = vec![SamplingMessage::user_text("Say hello.")];
        let params = CreateMessageRequestParams::new(question, 20);
        Ok(call.sample("greeting", params).await?.model)
    }

    /// Logs a message of each of three levels.
    #[tool]
    async fn complain(&self, call: &Call<'_>) -> String {
        call.log(LogLevel::Debug, "quiet").await;
        call.log(LogLevel::Warning, "louder").await;
        call.log(LogLevel::Error, "loudest").await;
        "said".to_owned()
    }
}

fn tools() -> Tools {
    Desk.into_tools().with_logging()
}

fn server() -> Server {
    Server::from_tools(tools(), []).expect("can be served")
}
