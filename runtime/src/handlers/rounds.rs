//! The rounds of a call that asks its client (MCP 2026-07-28, "Multi round-trip requests").
//!
//! A server of that revision cannot send requests. A handler that needs something of the client ends
//! its round with the requests, and the client calls the tool again with its responses. The handler
//! then starts from its beginning, and what it asks for is there. Between two rounds a server keeps
//! nothing: the responses so far and the handler's own state travel in `requestState`, which the client
//! sends back. The state is signed, and bound to the tool, its arguments and the client, so that it is
//! of no use for any other call.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};
use rmcp::ErrorData;
use rmcp::model::{
    InputRequests, InputRequiredResult, InputResponses, RequestStateCodec, RequestStateError,
    SealOptions,
};
use serde_json::json;

use crate::value::Json;

/// How long a client may take to call again. People are asked in between, and may be at lunch.
const STATE_LIFETIME: Duration = Duration::from_secs(60 * 60);

/// The longest state, in bytes of JSON. It travels with each round, and the next one parses it.
const MAX_STATE_BYTES: usize = 64 * 1024;

/// What earlier rounds of a call have brought.
#[derive(Debug, Default)]
pub(crate) struct Rounds {
    responses: InputResponses,
    /// Those that the handler has asked for in this round: what nobody asked for is not kept.
    used_responses: Mutex<InputResponses>,
    /// What the handler wants to know again in the next round.
    state: Mutex<Option<Json>>,
    /// The call that the next round must be of. `None` if the client cannot be asked in rounds.
    call: Option<CallIdentity>,
}

/// What a call sends with its arguments when it is not in its first round.
#[derive(Debug, Default)]
pub(crate) struct ClientReplies {
    pub(crate) responses: InputResponses,
    pub(crate) request_state: Option<String>,
}

impl ClientReplies {
    pub(crate) fn is_empty(&self) -> bool {
        self.responses.is_empty() && self.request_state.is_none()
    }
}

impl Rounds {
    /// The first round of a call.
    pub(crate) fn first_round(call: CallIdentity) -> Self {
        Self {
            call: Some(call),
            ..Self::default()
        }
    }

    pub(crate) fn response(&self, id: &str) -> Option<&Json> {
        self.responses.get(id)
    }

    /// Keeps a response for the next round.
    pub(crate) fn keep_response(&self, id: &str, response: &Json) {
        let mut taken = self
            .used_responses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        taken.insert(id.to_owned(), response.clone());
    }

    pub(crate) fn state(&self) -> Option<Json> {
        self.lock_state().clone()
    }

    pub(crate) fn set_state(&self, state: Json) {
        *self.lock_state() = Some(state);
    }

    fn lock_state(&self) -> MutexGuard<'_, Option<Json>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Signs what travels between two rounds.
#[derive(Debug)]
pub(crate) struct StateSeal(RequestStateCodec);

/// The call that a state belongs to, as bytes.
#[derive(Debug)]
pub(crate) struct CallIdentity(Vec<u8>);

impl CallIdentity {
    /// Of a tool, its arguments in whatever order they are, and who has shown a token.
    pub(crate) fn new(tool: &str, mut arguments: Json, client: Option<&str>) -> Self {
        // A client may send the members of an object in another order the next time.
        arguments.sort_all_objects();
        let call = json!([tool, client, arguments]);
        Self(
            digest(&SHA256, call.to_string().as_bytes())
                .as_ref()
                .to_vec(),
        )
    }
}

impl StateSeal {
    /// With a key that only this process has.
    ///
    /// # Errors
    ///
    /// The operating system has no random numbers.
    pub(crate) fn with_random_key() -> Result<Self, ring::error::Unspecified> {
        let mut key = [0; RequestStateCodec::MIN_KEY_LENGTH];
        SystemRandom::new().fill(&mut key)?;
        Ok(Self(RequestStateCodec::new_unchecked(key)))
    }

    /// With a key that several instances of a server share.
    ///
    /// # Errors
    ///
    /// It has fewer than 32 bytes.
    pub(crate) fn with_key(key: &[u8]) -> Result<Self, RequestStateError> {
        RequestStateCodec::try_new(key).map(Self)
    }

    /// The rounds so far, by what the client has sent: new responses take precedence over earlier ones.
    ///
    /// # Errors
    ///
    /// The state was not sealed for this call, or too long ago.
    pub(crate) fn open_rounds(
        &self,
        replies: &ClientReplies,
        call: CallIdentity,
    ) -> Result<Rounds, ErrorData> {
        let mut rounds = Rounds::default();
        if let Some(sealed) = &replies.request_state {
            let opened = self.0.open_with(sealed, &call.0).map_err(reject_state)?;
            // It is signed, so that it has the form that `seal` gives it.
            let mut opened: Json = serde_json::from_slice(&opened).unwrap_or_default();
            if let Json::Object(responses) = opened["responses"].take() {
                rounds.responses = responses.into_iter().collect();
            }
            rounds.state = Mutex::new(Some(opened["state"].take()).filter(|it| !it.is_null()));
        }
        // After the sealed ones, so that a new response replaces an old one.
        rounds.responses.extend(replies.responses.clone());
        rounds.call = Some(call);
        Ok(rounds)
    }

    /// The end of a round that asks the client for something. `None` if it cannot be asked in rounds, or if
    /// there is more to keep than may be.
    pub(crate) fn seal_rounds(
        &self,
        rounds: &Rounds,
        requests: InputRequests,
    ) -> Option<InputRequiredResult> {
        let call = rounds.call.as_ref()?;
        let taken = rounds
            .used_responses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let payload = json!({"responses": *taken, "state": rounds.state()}).to_string();
        drop(taken);
        if payload.len() > MAX_STATE_BYTES {
            return None;
        }
        let options = SealOptions::new()
            .associated_data(&call.0)
            .ttl(STATE_LIFETIME);
        let sealed = self.0.seal_with(payload.as_bytes(), &options);
        Some(InputRequiredResult::new(Some(requests), Some(sealed)))
    }
}

/// One text for whatever is wrong: what it is would help whoever forges states.
fn reject_state(error: RequestStateError) -> ErrorData {
    tracing::info!(%error, "a `requestState` was rejected");
    let message = "`requestState` is rejected: it was not made for this call, or more than an hour ago. Send the \
                   state of the latest result back as it came, with the same tool and arguments, or call the tool \
                   again without `requestState` and `inputResponses`";
    ErrorData::invalid_params(message, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal() -> StateSeal {
        StateSeal::with_key(&[7; 32]).expect("is long enough")
    }

    fn identity(arguments: Json) -> CallIdentity {
        CallIdentity::new("book", arguments, Some("ada"))
    }

    fn first_round() -> Rounds {
        Rounds::first_round(identity(json!({"seat": 1, "row": 2})))
    }

    fn sealed(rounds: &Rounds) -> String {
        let result = seal().seal_rounds(rounds, InputRequests::new());
        let state = result.and_then(|result| result.request_state);
        state.expect("has a state")
    }

    fn open(state: &str, call: CallIdentity) -> Result<Rounds, String> {
        let replies = ClientReplies {
            responses: InputResponses::from([("second".to_owned(), json!(2))]),
            request_state: Some(state.to_owned()),
        };
        let opened = seal().open_rounds(&replies, call);
        opened.map_err(|error| error.message.into_owned())
    }

    #[test]
    fn responses_and_state_come_back_in_the_next_round() {
        let rounds = Rounds {
            responses: InputResponses::from([("unasked".to_owned(), json!(1))]),
            ..first_round()
        };
        rounds.keep_response("first", &json!(1));
        rounds.set_state(json!({"held": "12A"}));
        let state = sealed(&rounds);
        let again = open(&state, identity(json!({"row": 2, "seat": 1}))).expect("is sealed");
        assert_eq!(again.response("first"), Some(&json!(1)));
        assert_eq!(again.response("second"), Some(&json!(2)));
        assert_eq!(again.response("unasked"), None);
        assert_eq!(again.state(), Some(json!({"held": "12A"})));
    }

    #[test]
    fn a_state_is_of_no_use_for_another_call_or_client() {
        let state = sealed(&first_round());
        let same = json!({"seat": 1, "row": 2});
        assert!(open(&state, identity(same.clone())).is_ok());
        for other in [
            identity(json!({"seat": 1, "row": 3})),
            CallIdentity::new("cancel", same.clone(), Some("ada")),
            CallIdentity::new("book", same.clone(), Some("eve")),
            CallIdentity::new("book", same.clone(), None),
        ] {
            let error = open(&state, other).expect_err("is another call");
            assert!(error.contains("was not made for this call"), "{error}");
        }
        let tampered = format!("{state}A");
        let error = open(&tampered, identity(same)).expect_err("was changed");
        assert!(error.starts_with("`requestState` is rejected: "), "{error}");
    }

    #[test]
    fn a_state_does_not_grow_without_end() {
        let rounds = first_round();
        rounds.keep_response("long", &json!("x".repeat(MAX_STATE_BYTES)));
        assert!(seal().seal_rounds(&rounds, InputRequests::new()).is_none());
    }

    #[test]
    fn a_key_is_not_short() {
        assert!(StateSeal::with_key(b"secret").is_err());
        let seal = StateSeal::with_random_key().expect("there are random numbers");
        assert!(
            seal.seal_rounds(&Rounds::default(), InputRequests::new())
                .is_none()
        );
    }
}
