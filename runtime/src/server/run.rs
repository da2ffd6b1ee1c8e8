use rmcp::model::JsonObject;

use super::Shared;
use super::call_request::CallRequest;
use crate::by_hand::{Call, Ended, Running, caught};
use crate::call::{complete, decoded, prepare_with};
use crate::context::CallContext;
use crate::http::{HttpExecutor, Wanted, next_page};
use crate::memory::RequestMemory;
use crate::outcome::Outcome;
use crate::tool::Tool;
use crate::tools::{Found, Runs};
use crate::value::{Fields, Violation};

impl Shared {
    /// Runs a tool, whatever runs it.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the arguments.
    pub(super) async fn run(
        &self,
        context: &CallContext,
        found: &Found<'_>,
        arguments: JsonObject,
        request: CallRequest<'_>,
    ) -> Result<Outcome, Vec<Violation>> {
        let Some(executor) = self.executors.get(found.home) else {
            return Ok(unhandled(found.face.name));
        };
        match found.runs {
            Runs::Upstream(tool) if tool.handler.is_manual() => Ok(unhandled(tool.name)),
            Runs::Upstream(tool) => {
                let prepared = prepare_with(executor, tool, found.validation, arguments).await?;
                if let Some(memory) = request_memory(request) {
                    memory.release_values();
                }
                Ok(executor.execute_in(context, tool, prepared).await)
            }
            Runs::Manual(tool, handlers) => {
                let call =
                    Call::of_client(context, &self.executors, found.home, request.mcp_context());
                let start = |fields: &mut Fields<'_>| handlers.start(tool, fields, &call);
                self.by_hand(executor, found, Some(tool), arguments, &call, start)
                    .await
            }
            Runs::Own(tools, index) => {
                let call =
                    Call::of_client(context, &self.executors, found.home, request.mcp_context());
                let start = |fields: &mut Fields<'_>| tools.start(index, fields, &call);
                self.by_hand(executor, found, None, arguments, &call, start)
                    .await
            }
        }
    }

    async fn by_hand<'c>(
        &self,
        executor: &HttpExecutor,
        found: &Found<'_>,
        operation: Option<&'static Tool>,
        mut arguments: JsonObject,
        call: &Call<'_>,
        start: impl FnOnce(&mut Fields<'_>) -> Option<Running<'c>>,
    ) -> Result<Outcome, Vec<Violation>> {
        let face = &found.face;
        let held_to = (face.input.check, found.validation);
        complete(executor, face.call, held_to, &mut arguments).await?;
        let mut wanted = Wanted::default();
        let mut violations = Vec::new();
        let cancelled = call.cancelled_on_drop();
        let starting = || {
            let started = decoded(face.call, arguments, start);
            let (running, what) = started.map_err(|wrong| violations = wrong).ok()?;
            wanted = what;
            running
        };
        let ended = match face.call.timeout {
            None => caught(face.name, starting).await,
            Some(limit) => {
                let running = caught(face.name, starting);
                let Ok(ended) = tokio::time::timeout(limit, running).await else {
                    return Ok(overdue(face.name, limit.as_secs_f64()));
                };
                ended
            }
        };
        cancelled.disarm();
        let outcome = match ended {
            None if violations.is_empty() => return Ok(unhandled(face.name)),
            None => return Err(violations),
            Some(Ok(outcome)) => outcome,
            Some(Err(error)) => match error.into_end() {
                Ended::Arguments(violations) => return Err(violations),
                Ended::With(outcome) => outcome,
                Ended::Failed(message) => Outcome::failure(message),
            },
        };
        Ok(self.finished(outcome, operation, &wanted))
    }

    /// An outcome with what every outcome has: what is wanted of it, the way to the next page, and
    /// no credentials in what it says of a failure.
    fn finished(
        &self,
        mut outcome: Outcome,
        operation: Option<&'static Tool>,
        wanted: &Wanted,
    ) -> Outcome {
        if outcome.is_error {
            self.mask(&mut outcome, |_| true);
            return outcome;
        }
        if let Some(value) = &mut outcome.structured {
            let next = operation.and_then(|tool| next_page(tool, wanted, value));
            let selected = wanted.select(value);
            if wanted.selects() {
                outcome.text = value.to_string();
            }
            outcome.notes.extend(next);
            outcome.notes.extend(selected);
        }
        self.mask(&mut outcome, HttpExecutor::masks_results);
        outcome
    }

    /// Masks the credentials of some executors: a handler may have asked any of the APIs.
    fn mask(&self, outcome: &mut Outcome, is_chosen: impl Fn(&HttpExecutor) -> bool) {
        for executor in self.executors.iter().filter(|it| is_chosen(it)) {
            executor.mask(outcome);
        }
    }
}

/// What the request of a call takes of the memory; none over stdio.
fn request_memory(request: CallRequest<'_>) -> Option<&RequestMemory> {
    request.http_head()?.extensions.get()
}

#[cold]
fn unhandled(tool: &'static str) -> Outcome {
    Outcome::failure(format!(
        "Nothing runs {tool}: whoever wrote this server has given no handler for it."
    ))
}

#[cold]
fn overdue(tool: &'static str, seconds: f64) -> Outcome {
    Outcome::failure(format!(
        "{tool} did not end within {seconds} seconds, and was stopped. It may have done a part of \
         what it was to do: look before you try again."
    ))
}
