use crate::http::content::Content;
use crate::outcome::Outcome;
use crate::value::Json;

/// Of an error's body; a page of HTML would otherwise fill a model's context.
const ERROR_BODY_LIMIT: usize = 8 * 1024;

impl Outcome {
    /// The upstream answered.
    ///
    /// `call` names the request for people, `GET /pets/7`. JSON and text come out as they are,
    /// JSON without the white space between its tokens; of anything else the text says what it is
    /// and how large. A status that is no success makes an error whose text is bounded.
    ///
    /// ```
    /// use toolwright::Outcome;
    ///
    /// let body = br#"{"message": "no such pet"}"#.to_vec();
    /// let outcome = Outcome::from_upstream("GET /pets/7", 404, Some("application/json"), body);
    /// assert!(outcome.is_error);
    /// assert_eq!(outcome.text, r#"HTTP 404 Not Found from GET /pets/7: {"message":"no such pet"}"#);
    /// ```
    pub fn from_upstream(
        call: &str,
        status: u16,
        content_type: Option<&str>,
        body: Vec<u8>,
    ) -> Self {
        let length = body.len();
        let content = Content::read(content_type, body);
        if matches!(status, 200..=299 | 304) {
            return Self::success(call, status, content_type, length, content);
        }
        let mut text = format!("HTTP {} from {call}", named(status));
        let mut structured = serde_json::Map::new();
        structured.insert("status".to_owned(), status.into());
        match content {
            Content::Empty => {}
            Content::Json { text: body, value } => {
                let shown = bounded(&body);
                let value = if body.len() > ERROR_BODY_LIMIT {
                    shown.clone().into()
                } else {
                    value
                };
                structured.insert("body".to_owned(), value);
                text.push_str(": ");
                text.push_str(&shown);
            }
            Content::Text(body) => {
                let shown = bounded(&body);
                text.push_str(": ");
                text.push_str(&shown);
                structured.insert("body".to_owned(), shown.into());
            }
            Content::Binary => text.push_str(&format!(", with {}", binary(content_type, length))),
        }
        Self {
            is_error: true,
            text,
            structured: Some(Json::Object(structured)),
        }
    }

    fn success(
        call: &str,
        status: u16,
        content_type: Option<&str>,
        length: usize,
        content: Content,
    ) -> Self {
        let (text, structured) = match content {
            Content::Empty => (
                format!("HTTP {} from {call}, without a body.", named(status)),
                None,
            ),
            Content::Json { text, value } => (text, Some(value)),
            Content::Text(text) => (text, None),
            Content::Binary => (
                format!(
                    "HTTP {} from {call}, with {}.",
                    named(status),
                    binary(content_type, length)
                ),
                None,
            ),
        };
        Self {
            is_error: false,
            text,
            structured,
        }
    }
}

fn bounded(body: &str) -> String {
    if body.len() <= ERROR_BODY_LIMIT {
        return body.to_owned();
    }
    let mut end = ERROR_BODY_LIMIT;
    while !body.is_char_boundary(end) {
        end -= 1;
    }
    let shown = body.get(..end).unwrap_or_default();
    format!("{shown}… (the first {end} of {} bytes)", body.len())
}

fn binary(content_type: Option<&str>, length: usize) -> String {
    let content_type = content_type.unwrap_or("an unknown content type");
    format!("{length} bytes of {content_type}, which is not text")
}

fn named(status: u16) -> String {
    let reason = reqwest::StatusCode::from_u16(status)
        .ok()
        .and_then(|status| status.canonical_reason());
    match reason {
        Some(reason) => format!("{status} {reason}"),
        None => status.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn outcome(status: u16, content_type: &str, body: &str) -> Outcome {
        Outcome::from_upstream("GET /x", status, Some(content_type), body.into())
    }

    #[test]
    fn success_is_the_body() {
        let found = outcome(200, "application/json", "{\"a\": [1]}");
        assert!(!found.is_error);
        assert_eq!(found.text, r#"{"a":[1]}"#);
        assert_eq!(found.structured, Some(json!({"a": [1]})));
        assert_eq!(outcome(200, "text/plain", "a  b\n").text, "a  b\n");
    }

    #[test]
    fn success_without_text_says_what_came() {
        let text = |status, content_type, body| outcome(status, content_type, body).text;
        assert_eq!(
            text(204, "", ""),
            "HTTP 204 No Content from GET /x, without a body."
        );
        assert_eq!(
            text(200, "image/png", "123"),
            "HTTP 200 OK from GET /x, with 3 bytes of image/png, which is not text."
        );
        assert!(!outcome(304, "", "").is_error);
    }

    #[test]
    fn refusals_are_errors_with_status_and_body() {
        let refused = outcome(422, "application/problem+json", r#"{"title":"no"}"#);
        assert!(refused.is_error);
        assert_eq!(
            refused.text,
            r#"HTTP 422 Unprocessable Entity from GET /x: {"title":"no"}"#
        );
        assert_eq!(
            refused.structured,
            Some(json!({"status": 422, "body": {"title": "no"}}))
        );
        let bare = outcome(599, "", "");
        assert_eq!(bare.text, "HTTP 599 from GET /x");
        assert_eq!(bare.structured, Some(json!({"status": 599})));
    }

    #[test]
    fn long_error_bodies_are_cut_between_characters() {
        let refused = outcome(500, "text/html", &"é".repeat(9000));
        assert!(refused.text.ends_with("… (the first 8192 of 18000 bytes)"));
        let refused = outcome(500, "text/html", &format!("a{}", "é".repeat(9000)));
        assert!(refused.text.ends_with("… (the first 8191 of 18001 bytes)"));
        let json = format!("[\"{}\"]", "x".repeat(9000));
        let refused = outcome(500, "application/json", &json);
        assert!(
            refused
                .structured
                .is_some_and(|value| value["body"].is_string())
        );
    }
}
