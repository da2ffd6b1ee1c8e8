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
        let body = encode_json(response).structured.unwrap_or_default();
        Self { status, body }
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
