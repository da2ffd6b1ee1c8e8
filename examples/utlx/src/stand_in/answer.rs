//! The responses of the stand-in for the UTL-X daemon: a status and JSON in the dialect that the
//! client speaks. Errors have the form of their dialect, so that the tools can be tested against
//! both. It does not know which operation is answered.

use std::time::Duration;

use serde_json::{Value, json};
use toolwright::generated::{Encode, json as encode_json};

/// A response.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Value,
}

impl Answer {
    /// A success with a response of the generated types.
    pub(super) fn success<T: Encode>(response: T) -> Self {
        Self::with_status(200, response)
    }

    pub(super) fn with_status<T: Encode>(status: u16, response: T) -> Self {
        // The text is parsed for its structure, and serde_json does not parse JSON that is very deep.
        match encode_json(response).structured {
            Some(body) => Self { status, body },
            None => Self::too_deep(),
        }
    }

    /// Only the dialect `seed` has schemas in its responses; in the other one they are texts.
    fn too_deep() -> Self {
        let message = "Not supported by the stand-in: a result of more than 127 levels. Use an input with fewer levels.";
        Self::seed_problem(501, "UNSUPPORTED", message)
    }

    /// Clients of both dialects know it by its status: in none it has a code.
    pub(super) fn late(limit: Duration) -> Self {
        let seconds = limit.as_secs();
        let message = format!("The stand-in has no answer after {seconds} seconds.");
        Self {
            status: 504,
            body: json!({ "message": message }),
        }
    }

    /// As many operations run as may.
    pub(super) fn busy() -> Self {
        let message = "The stand-in runs as many operations as it may. Call again later.";
        Self {
            status: 503,
            body: json!({ "message": message }),
        }
    }

    /// An error in the form of the dialect `seed`.
    pub(super) fn seed_problem(status: u16, code: &str, message: &str) -> Self {
        Self {
            status,
            body: json!({"error": {"code": code, "message": message}}),
        }
    }

    /// An error in the form of the dialect `utlx-1`.
    pub(super) fn utlx1_problem(status: u16, code: &str, message: &str) -> Self {
        Self {
            status,
            body: json!({"error": code, "message": message}),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::daemon_client::types::ParsedSchema;
    use crate::json_map::from_value;

    #[test]
    fn a_result_that_is_too_deep_is_refused() {
        let nested = |levels: usize| {
            let schema = (0..levels).fold(json!({}), |schema, _| json!({ "items": schema }));
            Answer::success(ParsedSchema {
                schema: from_value(schema),
            })
        };
        assert_eq!(nested(100).status, 200);
        let refused = nested(200);
        assert_eq!(refused.status, 501);
        assert_eq!(refused.body["error"]["code"], "UNSUPPORTED");
    }
}
