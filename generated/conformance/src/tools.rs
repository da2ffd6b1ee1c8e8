//! The tools, under the names by which the suite calls them.

// rmcp marks sampling and roots as deprecated, as revision 2026-07-28 does. The suite still tests both.
#![expect(deprecated)]

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;
use toolwright::rmcp::model::{
    CreateMessageRequest, CreateMessageRequestParams, CreateMessageResult, ElicitRequest,
    ElicitRequestParams, ElicitResult, InputRequest, InputRequests, ListRootsRequest,
    SamplingMessage,
};
use toolwright::{Attachment, Call, LogLevel, Outcome, ToolError};

use crate::changes::{Change, Changes};
use crate::conformance::*;
use crate::{conformance, forms, samples};

/// How long the answers of models may be.
const MAX_TOKENS: u32 = 100;

/// Between two messages of a tool that tells how far it is.
const STEP: Duration = Duration::from_millis(50);

/// Between two reports of progress: a server sends at most ten a second.
const PROGRESS_STEP: Duration = Duration::from_millis(150);

/// What the tools share.
pub struct ConformanceTools {
    changes: Arc<Changes>,
}

impl ConformanceTools {
    /// Tools that announce changes there.
    pub fn new(changes: Arc<Changes>) -> Self {
        Self { changes }
    }
}

#[toolwright::handlers]
impl conformance::Handlers for ConformanceTools {
    async fn test_simple_text(&self, _: TestSimpleText, _: &Call<'_>) -> Result<String, ToolError> {
        Ok("This is a simple text response for testing.".to_owned())
    }

    async fn test_image_content(
        &self,
        _: TestImageContent,
        _: &Call<'_>,
    ) -> Result<String, ToolError> {
        Err(answer_with("An image.", vec![image()]))
    }

    async fn test_audio_content(
        &self,
        _: TestAudioContent,
        _: &Call<'_>,
    ) -> Result<String, ToolError> {
        let sound = attachment("sound.wav", "audio/wav", samples::SOUND);
        Err(answer_with("A sound.", vec![sound]))
    }

    async fn test_embedded_resource(
        &self,
        _: TestEmbeddedResource,
        _: &Call<'_>,
    ) -> Result<String, ToolError> {
        let text = b"This is an embedded resource content.";
        let resource = attachment("embedded-resource.txt", "text/plain", text);
        Err(answer_with("A resource.", vec![resource]))
    }

    async fn test_multiple_content_types(
        &self,
        _: TestMultipleContentTypes,
        _: &Call<'_>,
    ) -> Result<String, ToolError> {
        let json = br#"{"test":"data","value":123}"#;
        let resource = attachment("mixed-content.json", "application/json", json);
        Err(answer_with(
            "Multiple content types test:",
            vec![image(), resource],
        ))
    }

    async fn test_error_handling(
        &self,
        _: TestErrorHandling,
        _: &Call<'_>,
    ) -> Result<String, ToolError> {
        Err(ToolError::new(
            "This tool intentionally returns an error for testing",
        ))
    }

    async fn test_tool_with_logging(
        &self,
        _: TestToolWithLogging,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        call.log(LogLevel::Info, "Tool execution started").await;
        sleep(STEP).await;
        call.log(LogLevel::Info, "Tool processing data").await;
        sleep(STEP).await;
        call.log(LogLevel::Info, "Tool execution completed").await;
        Ok("Tool with logging executed successfully".to_owned())
    }

    async fn test_logging_tool(
        &self,
        _: TestLoggingTool,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        call.log(LogLevel::Info, "Only for clients that ask for it")
            .await;
        Ok("Logged".to_owned())
    }

    async fn test_tool_with_progress(
        &self,
        _: TestToolWithProgress,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        for value in [0.0, 50.0, 100.0] {
            let message = format!("Completed step {value} of 100");
            call.report_progress(value, Some(100.0), message);
            sleep(PROGRESS_STEP).await;
        }
        Ok("Tool with progress executed successfully".to_owned())
    }

    async fn test_sampling(
        &self,
        request: TestSampling,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        let response = call
            .sample("sampling", question(&request.body.prompt))
            .await?;
        Ok(format!("LLM response: {}", describe_message(&response)))
    }

    async fn test_elicitation(
        &self,
        request: TestElicitation,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        let message = request.body.message;
        let response = call.elicit("user", message, forms::user()?).await?;
        Ok(format!("User response: {}", describe_response(&response)))
    }

    async fn test_elicitation_sep1034_defaults(
        &self,
        _: TestElicitationSep1034Defaults,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        let message = "Please review and update the form fields with defaults";
        let response = call.elicit("form", message, forms::defaults()?).await?;
        Ok(format!(
            "Elicitation completed: {}",
            describe_response(&response)
        ))
    }

    async fn test_elicitation_sep1330_enums(
        &self,
        _: TestElicitationSep1330Enums,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        let message = "Please select options from the enum fields";
        let response = call.elicit("form", message, forms::choices()?).await?;
        Ok(format!(
            "Elicitation completed: {}",
            describe_response(&response)
        ))
    }

    async fn test_missing_capability(
        &self,
        _: TestMissingCapability,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        let response = call.sample("sampling", question("Say yes.")).await?;
        Ok(describe_message(&response))
    }

    async fn test_streaming_elicitation(
        &self,
        _: TestStreamingElicitation,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        call.report_progress(1.0, Some(2.0), "about to ask");
        let form = forms::confirmation();
        let response = call.elicit("confirm", "Go on?", form).await?;
        Ok(describe_response(&response))
    }

    async fn test_input_required_result_elicitation(
        &self,
        _: TestInputRequiredResultElicitation,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        let form = forms::one_text("name");
        let response = call.elicit("user_name", "What is your name?", form).await?;
        Ok(format!("Hello, {}!", text_of(&response, "name")))
    }

    async fn test_input_required_result_sampling(
        &self,
        _: TestInputRequiredResultSampling,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        let question = question("What is the capital of France?");
        let response = call.sample("capital_question", question).await?;
        Ok(describe_message(&response))
    }

    async fn test_input_required_result_list_roots(
        &self,
        _: TestInputRequiredResultListRoots,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        let roots = call.list_roots("client_roots").await?.roots;
        let roots: Vec<String> = roots.into_iter().map(|root| root.uri).collect();
        Ok(format!("Roots: {}", roots.join(", ")))
    }

    async fn test_input_required_result_request_state(
        &self,
        _: TestInputRequiredResultRequestState,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        let earlier = call.state();
        call.set_state("remembered");
        let form = forms::confirmation();
        call.elicit("confirm", "Please confirm", form).await?;
        // Where the client is asked while the call waits, there is no second round.
        let kept = earlier.or_else(|| call.state());
        match kept.as_ref().and_then(Value::as_str) {
            Some("remembered") => Ok("state-ok".to_owned()),
            other => Err(ToolError::new(format!("the state is {other:?}"))),
        }
    }

    async fn test_input_required_result_multiple_inputs(
        &self,
        _: TestInputRequiredResultMultipleInputs,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        let requests = InputRequests::from([
            named("user_name", ask_user("What is your name?")),
            named("greeting", ask_model("Generate a greeting")),
            named(
                "client_roots",
                InputRequest::ListRoots(ListRootsRequest::default()),
            ),
        ]);
        let responses = call.ask_client(requests).await?;
        let names: Vec<&String> = responses.keys().collect();
        Ok(format!("Got responses for {names:?}"))
    }

    async fn test_input_required_result_multi_round(
        &self,
        _: TestInputRequiredResultMultiRound,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        let name = forms::one_text("name");
        let name = call
            .elicit("step1", "Step 1: What is your name?", name)
            .await?;
        let color = forms::one_text("color");
        let message = "Step 2: What is your favorite color?";
        let color = call.elicit("step2", message, color).await?;
        let (name, color) = (text_of(&name, "name"), text_of(&color, "color"));
        Ok(format!("{name} likes {color}"))
    }

    async fn test_input_required_result_tampered_state(
        &self,
        _: TestInputRequiredResultTamperedState,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        let form = forms::confirmation();
        let response = call.elicit("confirm", "Please confirm", form).await?;
        Ok(describe_response(&response))
    }

    async fn test_input_required_result_capabilities(
        &self,
        _: TestInputRequiredResultCapabilities,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        let capabilities = call.client_capabilities();
        let mut requests = InputRequests::new();
        if capabilities.sampling.is_some() {
            requests.extend([named("sampling", ask_model("Say hello"))]);
        }
        if capabilities.elicitation.is_some() {
            requests.extend([named("elicitation", ask_user("What is your name?"))]);
        }
        let responses = call.ask_client(requests).await?;
        Ok(format!("Got {} responses", responses.len()))
    }

    async fn test_trigger_tool_change(
        &self,
        _: TestTriggerToolChange,
        _: &Call<'_>,
    ) -> Result<String, ToolError> {
        self.changes.announce(Change::Tools);
        Ok("Announced".to_owned())
    }

    async fn test_trigger_prompt_change(
        &self,
        _: TestTriggerPromptChange,
        _: &Call<'_>,
    ) -> Result<String, ToolError> {
        self.changes.announce(Change::Prompts);
        Ok("Announced".to_owned())
    }
}

/// The end of a handler whose result is more than a text.
fn answer_with(text: &str, attachments: Vec<Attachment>) -> ToolError {
    let mut outcome = Outcome::success(text);
    outcome.attachments = attachments;
    ToolError::outcome(outcome)
}

fn attachment(name: &str, media_type: &str, data: &[u8]) -> Attachment {
    Attachment {
        name: Some(name.to_owned()),
        media_type: media_type.to_owned(),
        data: data.to_vec(),
    }
}

fn image() -> Attachment {
    attachment("pixel.png", "image/png", samples::IMAGE)
}

fn named(id: &str, request: InputRequest) -> (String, InputRequest) {
    (id.to_owned(), request)
}

fn ask_user(message: &str) -> InputRequest {
    let params = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: message.to_owned(),
        requested_schema: forms::one_text("name"),
    };
    InputRequest::Elicitation(ElicitRequest::new(params))
}

fn ask_model(text: &str) -> InputRequest {
    InputRequest::CreateMessage(CreateMessageRequest::new(question(text)))
}

fn question(text: &str) -> CreateMessageRequestParams {
    CreateMessageRequestParams::new(vec![SamplingMessage::user_text(text)], MAX_TOKENS)
}

fn describe_message(response: &CreateMessageResult) -> String {
    json!(response)["content"]["text"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

fn describe_response(response: &ElicitResult) -> String {
    let action = json!(response.action);
    let content = response.content.clone().unwrap_or_default();
    format!(
        "action={}, content={content}",
        action.as_str().unwrap_or_default()
    )
}

/// A text that a user has entered.
fn text_of(response: &ElicitResult, name: &str) -> String {
    let content = response.content.as_ref();
    let text = content.and_then(|content| content[name].as_str());
    text.unwrap_or("stranger").to_owned()
}
