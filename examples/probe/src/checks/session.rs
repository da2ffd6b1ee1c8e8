//! A session on a raw connection, in one of the two eras. It looks at the form of every response that comes.

use serde_json::{Map, Value, json};

use super::wire::{Era, Exchange, MODERN_VERSION, Wire, initialize_parameters, modern_meta};

pub(crate) struct Session {
    pub(crate) wire: Wire,
    pub(crate) era: Era,
    /// What the server says it offers.
    pub(crate) capabilities: Value,
    /// What in responses is not as JSON-RPC has it.
    pub(crate) malformed: Vec<String>,
    /// Ids that came back as others.
    pub(crate) wrong_ids: Vec<String>,
    /// Results without the `resultType` of revision 2026-07-28.
    pub(crate) untyped: Vec<String>,
    /// How many responses there were.
    pub(crate) responses: usize,
    next_id: u64,
}

impl Session {
    pub(crate) fn new(mut wire: Wire, era: Era) -> Self {
        if let Some(http) = wire.http() {
            http.is_modern = era == Era::Modern;
            http.version = (era == Era::Modern).then(|| MODERN_VERSION.to_owned());
        }
        Self {
            wire,
            era,
            capabilities: Value::Null,
            malformed: Vec::new(),
            wrong_ids: Vec::new(),
            untyped: Vec::new(),
            responses: 0,
            next_id: 0,
        }
    }

    /// Introduces the client in the way of the era, and asks for a version.
    pub(crate) async fn introduce(&mut self, version: &str) -> Exchange {
        match self.era {
            Era::Modern => self.request("server/discover", json!({})).await,
            Era::Legacy => {
                self.request("initialize", initialize_parameters(version))
                    .await
            }
        }
    }

    /// Ends the introduction of the legacy era, which has agreed on a version.
    pub(crate) async fn confirm(&mut self, agreed: &str) -> Exchange {
        if let Some(http) = self.wire.http() {
            http.version = Some(agreed.to_owned());
        }
        let notification = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        self.wire.notify(&notification).await
    }

    /// Sends a request with a number as its id.
    pub(crate) async fn request(&mut self, method: &str, parameters: Value) -> Exchange {
        self.next_id += 1;
        self.request_with_id(json!(self.next_id), method, parameters)
            .await
    }

    pub(crate) async fn request_with_id(
        &mut self,
        id: Value,
        method: &str,
        parameters: Value,
    ) -> Exchange {
        let message = self.message(id, method, parameters);
        let exchange = self.wire.send(&message).await;
        self.look_at(&message, &exchange);
        exchange
    }

    /// A request as this session sends it.
    pub(crate) fn message(&self, id: Value, method: &str, parameters: Value) -> Value {
        let mut parameters = match parameters {
            Value::Object(members) => members,
            _ => Map::new(),
        };
        if self.era == Era::Modern {
            parameters.insert("_meta".to_owned(), modern_meta(MODERN_VERSION));
        }
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters})
    }

    /// Notes what is wrong with the form of a response.
    fn look_at(&mut self, request: &Value, exchange: &Exchange) {
        let Some(response) = &exchange.response else {
            return;
        };
        self.responses += 1;
        let method = request
            .get("method")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if let Some(problem) = problem_of(response) {
            let shown = crate::connection::excerpt(&response.to_string());
            self.malformed
                .push(format!("{method}: {problem} in {shown}"));
        }
        let (sent, came) = (request.get("id"), response.get("id"));
        // An error may be without an id if the server could not read the request's; it could read this one.
        if sent != came {
            let show = |id: Option<&Value>| id.map_or("none".to_owned(), Value::to_string);
            self.wrong_ids.push(format!(
                "{method}: sent id {}, got {}",
                show(sent),
                show(came)
            ));
        }
        let result = response.get("result");
        if self.era == Era::Modern
            && result.is_some_and(|result| result.get("resultType").is_none())
        {
            self.untyped
                .push(format!("the result of {method} has none"));
        }
    }
}

/// What is wrong with a response (JSON-RPC 2.0, section 5).
fn problem_of(response: &Value) -> Option<String> {
    if response.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Some("`jsonrpc` is not \"2.0\"".to_owned());
    }
    match (response.get("result"), response.get("error")) {
        (Some(_), Some(_)) => Some("both `result` and `error`".to_owned()),
        (None, None) => Some("neither `result` nor `error`".to_owned()),
        (Some(result), None) if !result.is_object() => Some("`result` is not an object".to_owned()),
        (Some(_), None) => None,
        (None, Some(error)) => {
            let code = error.get("code");
            let message = error.get("message");
            if !code.is_some_and(|code| code.is_i64() || code.is_u64()) {
                return Some("the error's `code` is not an integer".to_owned());
            }
            if !message.is_some_and(Value::is_string) {
                return Some("the error's `message` is not a string".to_owned());
            }
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_of_responses_is_that_of_json_rpc() {
        let right = [
            json!({"jsonrpc": "2.0", "id": 1, "result": {}}),
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "x"}}),
        ];
        assert!(right.iter().all(|response| problem_of(response).is_none()));
        let wrong = [
            json!({"id": 1, "result": {}}),
            json!({"jsonrpc": "2.0", "id": 1}),
            json!({"jsonrpc": "2.0", "id": 1, "result": 3}),
            json!({"jsonrpc": "2.0", "id": 1, "result": {}, "error": {"code": 1, "message": ""}}),
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": 1.5, "message": ""}}),
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": 1}}),
        ];
        assert!(wrong.iter().all(|response| problem_of(response).is_some()));
    }
}
