//! What a response of the upstream comes to.

mod advice;
mod content;
mod disposition;
mod headers;
mod link;
mod page;
mod problem;
mod stream;

use reqwest::Url;
use reqwest::header::{HeaderMap, LOCATION};

use crate::file;
use crate::http::wanted::Wanted;
use crate::json_scan::MAX_RESPONSE_VALUES;
use crate::outcome::{Attachment, Outcome};
use crate::tool::Tool;
use crate::value::Json;
use content::Content;
use problem::Problem;

pub(super) use disposition::file_name;
#[cfg(feature = "server")]
pub(crate) use page::next_page;
pub(super) use stream::{Cut, Flow, Stream};

/// Of an error's body; a page of HTML would otherwise fill a model's context.
const ERROR_BODY_LIMIT: usize = 8 * 1024;

/// The body of a response.
#[derive(Debug)]
pub(super) enum Body {
    /// To its end.
    Whole(Vec<u8>),
    /// Item by item, and why not to its end.
    Stream(Stream, Option<Cut>),
}

impl Default for Body {
    fn default() -> Self {
        Self::Whole(Vec::new())
    }
}

/// A response whose body was read.
pub(super) struct Answer<'a> {
    /// The request, for people: `GET /pets/7`.
    pub(super) call: &'a str,
    pub(super) status: u16,
    /// `Location`: where what was created is, or what was accepted can be watched.
    pub(super) location: Option<&'a str>,
    pub(super) content_type: Option<&'a str>,
    /// What the upstream calls the body, from `Content-Disposition`.
    pub(super) file_name: Option<String>,
    /// `Retry-After`
    pub(super) retry_after: Option<&'a str>,
    pub(super) headers: &'a HeaderMap,
    /// Where the response came from.
    pub(super) url: &'a Url,
    pub(super) wanted: &'a Wanted,
    pub(super) body: Body,
    /// How large a file may be to be handed to the client.
    pub(super) attachment_limit: usize,
    /// Gives the beginning of a text, without secrets. One that straddles the end could not be
    /// recognised afterwards, when the rest of it is gone.
    pub(super) truncate: &'a dyn Fn(&str, usize) -> String,
}

impl Answer<'_> {
    /// JSON and text come out as they are, JSON without the white space between its tokens; of
    /// anything else the text says what it is, and the bytes are attached. A status that is no
    /// success makes an error whose text is bounded and says what to do.
    pub(super) fn into_outcome(self, tool: &Tool) -> Outcome {
        if matches!(self.status, 200..=299 | 304) {
            let (wanted, headers, url) = (self.wanted, self.headers, self.url);
            let location = self.location.filter(|_| {
                matches!(self.status, 201 | 202) && !headers::is_documented(tool, LOCATION.as_str())
            });
            let shown = headers::describe(tool, headers, self.truncate);
            let mut outcome = self.success();
            let located = location.map(|location| format!("Location: {location}"));
            outcome.notes.extend(located);
            outcome.notes.extend(shown);
            let value = outcome.structured.as_ref();
            let next = page::note(tool, wanted, value, headers, url);
            outcome.notes.extend(next);
            if wanted.selects()
                && let Some(value) = &mut outcome.structured
            {
                outcome.notes.extend(wanted.select(value));
                outcome.text = value.to_string();
            }
            outcome
        } else {
            let advice = advice::of(tool, self.status, self.retry_after);
            let mut outcome = self.refused();
            if !advice.is_empty() {
                outcome.text.push('\n');
                outcome.text.push_str(&advice);
            }
            outcome
        }
    }

    fn success(mut self) -> Outcome {
        let body = match std::mem::take(&mut self.body) {
            Body::Whole(body) => body,
            Body::Stream(stream, cut) => return collected(stream, cut.as_ref()),
        };
        match Content::read(self.content_type, body) {
            Content::Empty => self.said(", without a body."),
            Content::Json { text, value } => Outcome {
                structured: Some(value),
                ..Outcome::success(text)
            },
            Content::Unparsed { text, values } => Outcome {
                notes: vec![unparsed(values)],
                ..Outcome::success(text)
            },
            Content::Text(text) => Outcome {
                notes: doubt(self.content_type)
                    .map(str::to_owned)
                    .into_iter()
                    .collect(),
                ..Outcome::success(text)
            },
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

    /// What the upstream says of why it did not do what it was asked.
    pub(super) fn refused(mut self) -> Outcome {
        let body = match std::mem::take(&mut self.body) {
            Body::Whole(body) => body,
            Body::Stream(stream, _) => Json::from(stream.into_items()).to_string().into_bytes(),
        };
        let mut text = self.head();
        let mut structured = serde_json::Map::new();
        structured.insert("status".to_owned(), self.status.into());
        match Content::read(self.content_type, body) {
            Content::Empty => {}
            Content::Json { text: body, value } => {
                let problem = Problem::read(&value);
                self.push_problem(&mut text, &problem, &body);
                let value = match body.len() > ERROR_BODY_LIMIT {
                    true => self.bound(&body).into(),
                    false => value,
                };
                structured.insert("body".to_owned(), value);
            }
            Content::Unparsed { text: body, .. } | Content::Text(body) => {
                let shown = self.bound(&body);
                text.push_str(": ");
                text.push_str(&shown);
                structured.insert("body".to_owned(), shown.into());
            }
            Content::Binary(data) => {
                text.push_str(", with ");
                text.push_str(&self.bytes(data.len()));
            }
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

/// What to say of JSON that was not parsed.
fn unparsed(values: usize) -> String {
    format!(
        "This answer has {values} JSON values, more than the {MAX_RESPONSE_VALUES} that are parsed, so \
         it is only text. Ask for less of it."
    )
}

/// The items of a stream as a list.
fn collected(stream: Stream, cut: Option<&Cut>) -> Outcome {
    let items = stream.into_items();
    let notes = cut.map(|cut| cut.in_words(items.len()));
    let list = Json::Array(items);
    let text = list.to_string();
    Outcome {
        notes: notes.into_iter().collect(),
        structured: Some(list),
        ..Outcome::success(text)
    }
}

/// What is odd of a text that came with a success: JSON is what was asked for.
fn doubt(content_type: Option<&str>) -> Option<&'static str> {
    match essence(content_type).to_ascii_lowercase().as_str() {
        "text/html" | "application/xhtml+xml" => Some(
            "This is a page for people. If this operation returns none, a sign-in page or a proxy \
             has answered in place of the API.",
        ),
        json if json.ends_with("/json") || json.ends_with("+json") => {
            Some("It is said to be JSON, but cannot be read as JSON.")
        }
        _ => None,
    }
}

const UNKNOWN: &str = "application/octet-stream";

/// A media type without its parameters. What is no media type (RFC 9110, 8.3.1) is not repeated: it
/// would be copied into `mimeType`, which clients put into pages and data URIs.
fn essence(content_type: Option<&str>) -> &str {
    match file::essence(content_type.unwrap_or_default()) {
        illegal if !file::is_legal(illegal) => UNKNOWN,
        essence => essence,
    }
}

/// An answer that is longer than its words by no more than that says nothing else.
const FRAME: usize = 32;

impl Answer<'_> {
    /// What the upstream says in its own words, and the whole body where that says more.
    fn push_problem(&self, text: &mut String, problem: &Problem, body: &str) {
        let before = text.len();
        if let Some(message) = &problem.message {
            text.push_str(": ");
            text.push_str(&self.bound(message));
        }
        for (place, message) in &problem.faults {
            // An answer of many long messages is not repeated to its end.
            if text.len() - before > ERROR_BODY_LIMIT {
                break;
            }
            text.push_str("\n- ");
            if !place.is_empty() {
                text.push_str(&self.bound(place));
                text.push_str(": ");
            }
            text.push_str(&self.bound(message));
        }
        match text.len() - before {
            0 => text.push_str(": "),
            words if words + FRAME >= body.len() => return,
            _ => text.push_str("\nThe whole answer: "),
        }
        text.push_str(&self.bound(body));
    }

    fn bound(&self, body: &str) -> String {
        if body.len() <= ERROR_BODY_LIMIT {
            return body.to_owned();
        }
        let shown = (self.truncate)(body, ERROR_BODY_LIMIT);
        format!(
            "{shown}… (the first {} of {} bytes)",
            shown.len(),
            body.len()
        )
    }
}

/// The largest length up to `limit` that is between two characters.
fn at_character(text: &str, limit: usize) -> usize {
    let mut end = text.len().min(limit);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
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
