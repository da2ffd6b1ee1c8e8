//! What a response of the upstream comes to.

mod advice;
mod content;
mod disposition;
mod link;
mod problem;

use crate::file;
use crate::outcome::{Attachment, Outcome};
use crate::tool::Tool;
use crate::value::Json;
use content::Content;
use problem::Problem;

pub(super) use disposition::file_name;
pub(super) use link::next;

/// Of an error's body; a page of HTML would otherwise fill a model's context.
const ERROR_BODY_LIMIT: usize = 8 * 1024;

/// A response whose body was read.
#[derive(Debug)]
pub(super) struct Answer<'a> {
    /// The request, for people: `GET /pets/7`.
    pub(super) call: &'a str,
    pub(super) status: u16,
    pub(super) content_type: Option<&'a str>,
    /// What the upstream calls the body, from `Content-Disposition`.
    pub(super) file_name: Option<String>,
    /// `Retry-After`
    pub(super) retry_after: Option<&'a str>,
    /// In which query parameters the next page differs.
    pub(super) next: Option<Vec<(String, String)>>,
    pub(super) body: Vec<u8>,
    /// How large a file may be to be handed to the client.
    pub(super) attachment_limit: usize,
}

impl Answer<'_> {
    /// JSON and text come out as they are, JSON without the white space between its tokens; of
    /// anything else the text says what it is, and the bytes are attached. A status that is no
    /// success makes an error whose text is bounded and says what to do.
    pub(super) fn into_outcome(mut self, tool: &Tool) -> Outcome {
        if matches!(self.status, 200..=299 | 304) {
            let next = self.next.take();
            let mut outcome = self.success();
            outcome.notes.extend(next.map(|next| more(&next)));
            outcome
        } else {
            self.refusal(tool)
        }
    }

    fn success(mut self) -> Outcome {
        let body = std::mem::take(&mut self.body);
        match Content::read(self.content_type, body) {
            Content::Empty => self.said(", without a body."),
            Content::Json { text, value } => Outcome {
                structured: Some(value),
                ..Outcome::success(text)
            },
            Content::Text(text) => Outcome::success(text),
            Content::Binary(data) => self.file(data),
        }
    }

    fn said(&self, what: &str) -> Outcome {
        Outcome::success(format!("{}{what}", self.head()))
    }

    fn head(&self) -> String {
        format!("HTTP {} from {}", named(self.status), self.call)
    }

    fn file(self, data: Vec<u8>) -> Outcome {
        let what = self.bytes(data.len());
        if data.len() > self.attachment_limit {
            return self.said(&format!(
                ", with {what}: more than the {} bytes that are handed on, so it is left out.",
                self.attachment_limit
            ));
        }
        let mut outcome = self.said(&format!(", with {what}, attached."));
        outcome.attachments.push(Attachment {
            name: self.file_name,
            media_type: essence(self.content_type).to_owned(),
            data,
        });
        outcome
    }

    fn refusal(mut self, tool: &Tool) -> Outcome {
        let body = std::mem::take(&mut self.body);
        let mut text = self.head();
        let mut structured = serde_json::Map::new();
        structured.insert("status".to_owned(), self.status.into());
        match Content::read(self.content_type, body) {
            Content::Empty => {}
            Content::Json { text: body, value } => {
                let problem = Problem::read(&value);
                push_problem(&mut text, &problem, &body);
                let value = match body.len() > ERROR_BODY_LIMIT {
                    true => bounded(&body).into(),
                    false => value,
                };
                structured.insert("body".to_owned(), value);
            }
            Content::Text(body) => {
                let shown = bounded(&body);
                text.push_str(": ");
                text.push_str(&shown);
                structured.insert("body".to_owned(), shown.into());
            }
            Content::Binary(data) => {
                text.push_str(", with ");
                text.push_str(&self.bytes(data.len()));
            }
        }
        let advice = advice::of(tool, self.status, self.retry_after);
        if !advice.is_empty() {
            text.push('\n');
            text.push_str(&advice);
        }
        Outcome {
            structured: Some(Json::Object(structured)),
            ..Outcome::failure(text)
        }
    }

    fn bytes(&self, length: usize) -> String {
        let media_type = match essence(self.content_type) {
            UNKNOWN => "an unknown content type",
            known => known,
        };
        match &self.file_name {
            Some(name) => format!("the file {name:?}, {length} bytes of {media_type}"),
            None => format!("{length} bytes of {media_type}"),
        }
    }
}

fn more(next: &[(String, String)]) -> String {
    let next: Vec<String> = next
        .iter()
        .map(|(name, value)| format!("`{name}`: {}", Json::from(value.as_str())))
        .collect();
    format!(
        "There is more: for the next page, call again with {}.",
        next.join(", ")
    )
}

const UNKNOWN: &str = "application/octet-stream";

/// A media type without its parameters.
fn essence(content_type: Option<&str>) -> &str {
    match file::essence(content_type.unwrap_or_default()) {
        "" => UNKNOWN,
        essence => essence,
    }
}

/// An answer that is longer than its words by no more than that says nothing else.
const FRAME: usize = 32;

/// What the upstream says in its own words, and the whole body where that says more.
fn push_problem(text: &mut String, problem: &Problem, body: &str) {
    let before = text.len();
    if let Some(message) = &problem.message {
        text.push_str(": ");
        text.push_str(message);
    }
    for (place, message) in &problem.faults {
        text.push_str("\n- ");
        if !place.is_empty() {
            text.push_str(place);
            text.push_str(": ");
        }
        text.push_str(message);
    }
    match text.len() - before {
        0 => text.push_str(": "),
        words if words + FRAME >= body.len() => return,
        _ => text.push_str("\nThe whole answer: "),
    }
    text.push_str(&bounded(body));
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
mod tests;
