//! Handlers whose names others have, too: `#[handlers]` and the compiler call their traits the same, and
//! each call reaches its own.

use serde_json::json;
use toolwright::{Call, File, Server, ToolError};
use toolwright_tests::compiled::handler_names as names;

use crate::client::Client;
use crate::text;

struct Desk;

#[toolwright::handlers]
impl names::Handlers for Desk {
    async fn clone(&self, _: names::CloneRequest, _: &Call<'_>) -> Result<File, ToolError> {
        Err(ToolError::new("clone"))
    }

    async fn file(&self, _: names::File, _: &Call<'_>) -> Result<File, ToolError> {
        Err(ToolError::new("file"))
    }

    async fn call(&self, _: names::Call, _: &Call<'_>) -> Result<names::CallResponse, ToolError> {
        Err(ToolError::new("call"))
    }

    async fn r#move(
        &self,
        _: names::Move,
        _: &Call<'_>,
    ) -> Result<names::types::Result, ToolError> {
        Err(ToolError::new("move"))
    }

    async fn get_pet2(&self, _: names::GetPet2, _: &Call<'_>) -> Result<(), ToolError> {
        Err(ToolError::new("get_pet2"))
    }

    async fn get_pet_2_2(
        &self,
        request: names::GetPet2E5f5be,
        _: &Call<'_>,
    ) -> Result<(), ToolError> {
        Err(ToolError::new(format!("get_pet_2 {}", request.number)))
    }
}

#[tokio::test]
async fn each_call_reaches_the_handler_of_its_name() {
    let server = Server::from_tools(names::tools(Desk), []).expect("no two tools have one name");
    let mut client = Client::start(server).await;
    for tool in ["clone", "file", "call", "move", "get_pet2"] {
        assert_eq!(text(&client.call(tool, json!({})).await), tool);
    }
    let pet = client.call("get_pet_2", json!({"number": 7})).await;
    assert_eq!(text(&pet), "get_pet_2 7");
}
