//! Runs a tool, whatever runs it: the executor of its API, a handler of its API, or the program itself.

use rmcp::ErrorData;
use rmcp::model::{InputRequiredResult, JsonObject};

use super::call_request::CallRequest;
use super::http::Caller;
use super::{Server, Shared};
use crate::context::CallContext;
use crate::handlers::{
    Call, CallIdentity, CallOrigin, HandlerEnd, McpClient, Rounds, RunningHandler, StateSeal,
    catch_panics,
};
use crate::http::{HttpExecutor, describe_next_page_of_value};
use crate::memory::RequestMemory;
use crate::outcome::Outcome;
use crate::prepare_call::{
    ArgumentCheck, complete_arguments, decode_arguments, prepare_with_files,
};
use crate::request::ResponseOptions;
use crate::tool::Tool;
use crate::tools::{FoundTool, ToolRunner};
use crate::value::{Fields, Json, Violation};

/// Why a tool came to no outcome.
#[derive(Debug)]
pub(super) enum NoOutcome {
    /// Everything that is wrong with the arguments.
    Violations(Vec<Violation>),
    /// The client must be asked for something first.
    InputRequired(Box<InputRequiredResult>),
    /// The client gets an error of the protocol.
    Protocol(Box<ErrorData>),
}

impl From<Vec<Violation>> for NoOutcome {
    fn from(violations: Vec<Violation>) -> Self {
        Self::Violations(violations)
    }
}

impl From<ErrorData> for NoOutcome {
    fn from(error: ErrorData) -> Self {
        Self::Protocol(Box::new(error))
    }
}

impl Server {
    /// Runs a tool, whatever runs it.
    ///
    /// # Errors
    ///
    /// The tool did not run, or not to its end.
    pub(super) async fn run_tool(
        &self,
        context: &CallContext,
        found: &FoundTool<'_>,
        arguments: JsonObject,
        request: CallRequest<'_>,
    ) -> Result<Outcome, NoOutcome> {
        let shared = &*self.shared;
        let Some(executor) = shared.executors.get(found.api_index) else {
            return Ok(no_handler_outcome(found.info.name));
        };
        match found.runner {
            ToolRunner::Upstream(tool) if tool.handler.is_manual() => {
                Ok(no_handler_outcome(tool.name))
            }
            ToolRunner::Upstream(tool) => {
                let prepared =
                    prepare_with_files(executor, tool, found.validation, arguments).await?;
                release_values(request);
                // Not for handlers: these get what the API sends.
                let context = context.clone().with_longest_json(self.max_result_bytes);
                Ok(executor.execute_in(&context, tool, prepared).await)
            }
            ToolRunner::Manual(tool, handlers) => {
                let call = self.begin_call(context, found, &arguments, request)?;
                let start = |fields: &mut Fields<'_>| {
                    let started = handlers.start(tool, fields, &call);
                    release_values(request);
                    started
                };
                shared
                    .run_handler(executor, found, Some(tool), arguments, &call, start)
                    .await
            }
            ToolRunner::Own(tools, index) => {
                let call = self.begin_call(context, found, &arguments, request)?;
                let start = |fields: &mut Fields<'_>| {
                    let started = tools.start_tool(index, fields, &call);
                    release_values(request);
                    started
                };
                shared
                    .run_handler(executor, found, None, arguments, &call, start)
                    .await
            }
        }
    }

    /// A call as a handler sees it, with what earlier rounds have brought.
    ///
    /// # Errors
    ///
    /// The client sends a state that it was not given for this call.
    fn begin_call<'c>(
        &'c self,
        context: &'c CallContext,
        found: &FoundTool<'_>,
        arguments: &JsonObject,
        request: CallRequest<'c>,
    ) -> Result<Call<'c>, ErrorData> {
        let has_logging = self.shared.tools.has_logging();
        let client = request.mcp_context().map(|context| McpClient {
            context,
            log_threshold: has_logging.then_some(&self.connection.log_threshold),
            max_waiting: self.max_calls.div_ceil(2),
        });
        let replies = request
            .client_replies()
            .filter(|replies| !replies.is_empty());
        // Who cannot be asked for anything does not pay for what tells calls apart.
        let may_be_asked = client.is_some_and(|it| it.is_asked_in_rounds() && it.can_be_asked());
        let identity = (replies.is_some() || may_be_asked).then(|| {
            let caller: Option<&Caller> = request.http_head().and_then(|it| it.extensions.get());
            let subject = caller.and_then(Caller::token_holder);
            let arguments = Json::Object(arguments.clone());
            CallIdentity::new(found.info.name, arguments, subject.as_deref())
        });
        let rounds = match (replies, identity) {
            (Some(replies), Some(identity)) => {
                self.shared.state_seal()?.open_rounds(replies, identity)?
            }
            (None, Some(identity)) => Rounds::first_round(identity),
            (_, None) => Rounds::default(),
        };
        Ok(Call::from_origin(CallOrigin {
            context,
            executors: &self.shared.executors,
            api_index: found.api_index,
            client,
            rounds,
            waiting_calls: Some(&self.shared.waiting_calls),
        }))
    }
}

impl Shared {
    /// What signs the state between two rounds.
    ///
    /// # Errors
    ///
    /// There is no key, and the operating system has no random numbers for one.
    fn state_seal(&self) -> Result<&StateSeal, ErrorData> {
        if let Some(seal) = self.state_seal.get() {
            return Ok(seal);
        }
        match StateSeal::with_random_key() {
            Ok(seal) => Ok(self.state_seal.get_or_init(|| seal)),
            Err(_) => Err(ErrorData::internal_error(
                "this server cannot ask its client: the operating system provides no random numbers",
                None,
            )),
        }
    }

    async fn run_handler<'c>(
        &self,
        executor: &HttpExecutor,
        found: &FoundTool<'_>,
        operation: Option<&'static Tool>,
        mut arguments: JsonObject,
        call: &Call<'_>,
        start: impl FnOnce(&mut Fields<'_>) -> Option<RunningHandler<'c>>,
    ) -> Result<Outcome, NoOutcome> {
        let info = &found.info;
        let check = ArgumentCheck {
            schema: info.input.check,
            validation: found.validation,
        };
        complete_arguments(executor, info.call, check, &mut arguments).await?;
        let mut wanted = ResponseOptions::default();
        // Set by the closure below, which returns only a handler that runs. Without one, violations
        // mean wrong arguments, and none mean that there is no handler.
        let mut violations = Vec::new();
        let cancelled = call.cancel_on_drop();
        let starting = || {
            let started = decode_arguments(info.call, arguments, start);
            let (running, what) = started.map_err(|wrong| violations = wrong).ok()?;
            wanted = what;
            running
        };
        let ended = match info.call.timeout {
            None => catch_panics(info.name, starting).await,
            Some(limit) => {
                let running = catch_panics(info.name, starting);
                let Ok(ended) = tokio::time::timeout(limit, running).await else {
                    return Ok(timed_out_outcome(info.name, limit.as_secs_f64()));
                };
                ended
            }
        };
        // The guard tells the tasks of a dropped handler that their call is over. A handler that
        // ended itself needs no telling, and what it left running may go on.
        cancelled.disarm();
        let outcome = match ended {
            None if violations.is_empty() => return Ok(no_handler_outcome(info.name)),
            None => return Err(violations.into()),
            Some(Ok(outcome)) => outcome,
            Some(Err(error)) => match error.into_end() {
                HandlerEnd::InvalidArguments(violations) => return Err(violations.into()),
                HandlerEnd::Protocol(error) => return Err(error.into()),
                HandlerEnd::InputRequired(requests) => {
                    let result = self.state_seal()?.seal_rounds(call.rounds(), requests);
                    return match result {
                        Some(result) => Err(NoOutcome::InputRequired(Box::new(result))),
                        None => Ok(Outcome::failure(format!(
                            "{} asks its client for more than can be kept between two rounds: 64 KB of \
                             responses and state. Respond with less.",
                            info.name
                        ))),
                    };
                }
                HandlerEnd::Outcome(outcome) => outcome,
                HandlerEnd::Failed(message) => Outcome::failure(message),
            },
        };
        Ok(self.finish_outcome(outcome, operation, &wanted))
    }

    /// An outcome with what every outcome has: what is wanted of it, the way to the next page, and
    /// no credentials in what it says of a failure.
    fn finish_outcome(
        &self,
        mut outcome: Outcome,
        operation: Option<&'static Tool>,
        wanted: &ResponseOptions,
    ) -> Outcome {
        // A failure may quote the upstream, which may quote the credentials that it was sent.
        if outcome.is_error {
            self.mask_credentials(&mut outcome, |_| true);
            return outcome;
        }
        if let Some(value) = &mut outcome.structured {
            let next = operation.and_then(|tool| describe_next_page_of_value(tool, wanted, value));
            let selected = wanted.apply_selection(value);
            // Without a selection the text of the handler stays as it is: it may say more than the
            // value.
            if wanted.has_selection() {
                outcome.text = value.to_string();
            }
            outcome.notes.extend(next);
            outcome.notes.extend(selected);
        }
        self.mask_credentials(&mut outcome, HttpExecutor::masks_results);
        outcome
    }

    /// Masks the credentials of some executors: a handler may have asked any of the APIs.
    fn mask_credentials(&self, outcome: &mut Outcome, is_chosen: impl Fn(&HttpExecutor) -> bool) {
        for executor in self.executors.iter().filter(|it| is_chosen(it)) {
            executor.mask_outcome(outcome);
        }
    }
}

/// Gives back what the values of a request took of the memory, once they are decoded. Over stdio, they took none.
fn release_values(request: CallRequest<'_>) {
    let memory: Option<&RequestMemory> = request.http_head().and_then(|it| it.extensions.get());
    if let Some(memory) = memory {
        memory.release_values();
    }
}

#[cold]
fn no_handler_outcome(tool: &'static str) -> Outcome {
    Outcome::failure(format!(
        "{tool} has no handler: this is a bug in the server's program, not in the call."
    ))
}

#[cold]
fn timed_out_outcome(tool: &'static str, seconds: f64) -> Outcome {
    Outcome::failure(format!(
        "{tool} did not end within {seconds} seconds, and was stopped. It may have done part of its \
         work: check before you try again."
    ))
}
