//! What a response of the upstream comes to.

mod body_content;
mod content_disposition;
mod header_parts;
mod item_stream;
mod link_header;
mod pagination;
mod problem;
mod shown_headers;
mod status_advice;
mod whole_body;

use reqwest::Url;
use reqwest::header::{HeaderMap, LOCATION};

use crate::file;
use crate::json::describe_parser_limit;
use crate::json_scan::MAX_RESPONSE_VALUES;
use crate::outcome::{Attachment, Outcome};
use crate::request::ResponseOptions;
use crate::tool::Tool;
use crate::value::Json;
use body_content::BodyContent;
use problem::Problem;

pub(super) use content_disposition::parse_file_name;
pub(super) use item_stream::{ItemStream, StreamCut, StreamFlow};
#[cfg(feature = "server")]
pub(crate) use pagination::describe_next_page_of_value;
pub(super) use whole_body::WholeBody;

/// Of an error's body; a page of HTML would otherwise fill a model's context.
const ERROR_BODY_LIMIT: usize = 8 * 1024;

/// The body of a response.
#[derive(Debug)]
pub(super) enum Body {
    /// To its end.
    Whole(WholeBody),
    /// Item by item, and why not to its end.
    Stream(ItemStream, Option<StreamCut>),
}

impl Default for Body {
    fn default() -> Self {
        Self::Whole(WholeBody::default())
    }
}

/// A response whose body was read.
pub(super) struct UpstreamResponse<'a> {
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
    pub(super) wanted: &'a ResponseOptions,
    pub(super) body: Body,
    /// Bytes of the longest JSON that is parsed, if there is such a limit: of longer JSON, a client is sent a part.
    pub(super) longest_json: Option<usize>,
    /// How large a file may be to be handed to the client.
    pub(super) attachment_limit: usize,
    /// Gives the beginning of a text, without secrets. One that straddles the end could not be
    /// recognised afterwards, when the rest of it is gone.
    pub(super) truncate: &'a dyn Fn(&str, usize) -> String,
}

impl UpstreamResponse<'_> {
    /// JSON and text come out as they are, JSON without the white space between its tokens; of
    /// anything else the text says what it is, and the bytes are attached. A status that is no
    /// success makes an error whose text is bounded and says what to do.
    pub(super) fn into_outcome(self, tool: &Tool) -> Outcome {
        // 304 is the answer to a conditional request, and no error.
        if matches!(self.status, 200..=299 | 304) {
            let (wanted, headers, url) = (self.wanted, self.headers, self.url);
            // 201 names what was created, and 202 where to watch it (RFC 9110, sections 15.3.2 and 15.3.3).
            let location = self.location.filter(|_| {
                matches!(self.status, 201 | 202)
                    && !shown_headers::is_documented(tool, LOCATION.as_str())
            });
            let shown = shown_headers::describe_headers(tool, headers, self.truncate);
            let mut outcome = self.success_outcome();
            let located = location.map(|location| format!("Location: {location}"));
            outcome.notes.extend(located);
            outcome.notes.extend(shown);
            let value = outcome.structured.as_ref();
            // Before properties are selected: the cursor may be among those that the selection
            // removes.
            let next = pagination::describe_next_page(tool, wanted, value, headers, url);
            outcome.notes.extend(next);
            if wanted.has_selection()
                && let Some(value) = &mut outcome.structured
            {
                outcome.notes.extend(wanted.apply_selection(value));
                outcome.text = value.to_string();
            }
            outcome
        } else {
            let advice = status_advice::advise_on_status(tool, self.status, self.retry_after);
            let mut outcome = self.error_outcome();
            if !advice.is_empty() {
                outcome.text.push('\n');
                outcome.text.push_str(&advice);
            }
            outcome
        }
    }

    fn success_outcome(mut self) -> Outcome {
        let body = match std::mem::take(&mut self.body) {
            Body::Whole(body) => body,
            Body::Stream(stream, cut) => return stream_outcome(stream, cut.as_ref()),
        };
        // Properties are selected of JSON that was parsed.
        let longest = self.longest_json.filter(|_| !self.wanted.has_selection());
        match BodyContent::parse_body(self.content_type, body, longest) {
            BodyContent::Empty => self.outcome_with_status_line(", without a body."),
            BodyContent::Json { text, value } => Outcome {
                structured: Some(value),
                ..Outcome::success(text)
            },
            BodyContent::LongJson(text) => Outcome {
                is_long_json: true,
                ..Outcome::success(text)
            },
            BodyContent::Unparsed { text, values } => Outcome {
                notes: vec![describe_unparsed(values)],
                ..Outcome::success(text)
            },
            BodyContent::Unparsable { text, why } => Outcome {
                notes: vec![why],
                ..Outcome::success(text)
            },
            BodyContent::Text(text) => Outcome {
                notes: describe_suspicious_text(self.content_type)
                    .map(str::to_owned)
                    .into_iter()
                    .collect(),
                ..Outcome::success(text)
            },
            BodyContent::Binary(data) => {
                let note = describe_suspicious_text(self.content_type);
                let mut outcome = self.attachment_outcome(data);
                outcome
                    .notes
                    .extend(note.filter(|note| *note == NOT_JSON).map(str::to_owned));
                outcome
            }
        }
    }

    fn outcome_with_status_line(&self, what: &str) -> Outcome {
        Outcome::success(format!("{}{what}", self.status_line()))
    }

    fn status_line(&self) -> String {
        format!("HTTP {} from {}", describe_status(self.status), self.call)
    }

    fn attachment_outcome(self, data: Vec<u8>) -> Outcome {
        let what = self.describe_bytes(data.len());
        if data.len() > self.attachment_limit {
            return self.outcome_with_status_line(&format!(
                ", with {what}: it is larger than the limit of {} bytes, so it is left out.",
                self.attachment_limit
            ));
        }
        let mut outcome = self.outcome_with_status_line(&format!(", with {what}, attached."));
        outcome.attachments.push(Attachment {
            name: self.file_name,
            media_type: safe_media_type(self.content_type).to_owned(),
            data,
        });
        outcome
    }

    /// What the upstream says of why it did not do what it was asked.
    pub(super) fn error_outcome(mut self) -> Outcome {
        let body = match std::mem::take(&mut self.body) {
            Body::Whole(body) => body,
            Body::Stream(stream, _) => {
                let items = Json::from(stream.into_items()).to_string();
                WholeBody::from(items.into_bytes())
            }
        };
        let mut text = self.status_line();
        let mut structured = serde_json::Map::new();
        structured.insert("status".to_owned(), self.status.into());
        match BodyContent::parse_body(self.content_type, body, None) {
            BodyContent::Empty => {}
            BodyContent::Json { text: body, value } => {
                let problem = Problem::from_error_body(&value, self.truncate);
                self.push_problem(&mut text, &problem, &body);
                let value = match body.len() > ERROR_BODY_LIMIT {
                    // Truncated JSON is not JSON, so it is kept as text.
                    true => self.truncate_body(&body).into(),
                    false => value,
                };
                structured.insert("body".to_owned(), value);
            }
            BodyContent::Unparsed { text: body, .. }
            | BodyContent::LongJson(body)
            | BodyContent::Unparsable { text: body, .. }
            | BodyContent::Text(body) => {
                let shown = self.truncate_body(&body);
                text.push_str(": ");
                text.push_str(&shown);
                structured.insert("body".to_owned(), shown.into());
            }
            BodyContent::Binary(data) => {
                text.push_str(", with ");
                text.push_str(&self.describe_bytes(data.len()));
            }
        }
        Outcome {
            structured: Some(Json::Object(structured)),
            ..Outcome::failure(text)
        }
    }

    fn describe_bytes(&self, length: usize) -> String {
        let media_type = match safe_media_type(self.content_type) {
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
fn describe_unparsed(values: usize) -> String {
    format!(
        "This response has {values} JSON values, more than the {MAX_RESPONSE_VALUES} that are parsed, so it \
         is only text. Request less data."
    )
}

/// The items of a stream as a list.
fn stream_outcome(stream: ItemStream, cut: Option<&StreamCut>) -> Outcome {
    let items = stream.into_items();
    let notes = cut.map(|cut| cut.describe_cut(items.len()));
    let list = Json::Array(items);
    let text = list.to_string();
    Outcome {
        notes: notes.into_iter().collect(),
        structured: Some(list),
        ..Outcome::success(text)
    }
}

/// What is said of a text that is declared as JSON.
pub(crate) const NOT_JSON: &str = "It is declared as JSON, but is not valid JSON.";

/// How sentences begin that say why a text which is declared as JSON is only text.
const JSON_FAULT: &str = "It is declared as JSON, but ";

/// What is said of a text that is declared as JSON and for which the parser had this error.
pub(crate) fn describe_unparsable(error: &serde_json::Error) -> String {
    match describe_parser_limit(error) {
        Some(limit) => format!("{JSON_FAULT}is only text here, because it {limit}."),
        None => NOT_JSON.to_owned(),
    }
}

/// Whether a note says that JSON was not parsed.
#[cfg(feature = "server")]
pub(crate) fn is_json_fault(note: &str) -> bool {
    note.starts_with(JSON_FAULT)
}

/// What is odd of a text that came with a success: JSON is what was asked for.
fn describe_suspicious_text(content_type: Option<&str>) -> Option<&'static str> {
    match safe_media_type(content_type).to_ascii_lowercase().as_str() {
        "text/html" | "application/xhtml+xml" => Some(
            "This is a web page for people. If this operation does not return web pages, a sign-in page or a \
             proxy responded instead of the API.",
        ),
        essence if file::is_json_media_type(essence) => Some(NOT_JSON),
        _ => None,
    }
}

const UNKNOWN: &str = "application/octet-stream";

/// A media type without its parameters. What is no media type (RFC 9110, 8.3.1) is not repeated: it
/// would be copied into `mimeType`, which clients put into pages and data URIs.
fn safe_media_type(content_type: Option<&str>) -> &str {
    match file::strip_parameters(content_type.unwrap_or_default()) {
        illegal if !file::is_legal_media_type(illegal) => UNKNOWN,
        essence => essence,
    }
}

/// An answer that is longer than its words by no more than that says nothing else.
const FRAME: usize = 32;

impl UpstreamResponse<'_> {
    /// What the upstream says in its own words, and the whole body where that says more.
    fn push_problem(&self, text: &mut String, problem: &Problem, body: &str) {
        let before = text.len();
        if let Some(message) = &problem.message {
            text.push_str(": ");
            text.push_str(&self.truncate_body(message));
        }
        for (place, message) in &problem.faults {
            // An answer of many long messages is not repeated to its end.
            if text.len() - before > ERROR_BODY_LIMIT {
                break;
            }
            text.push_str("\n- ");
            if !place.is_empty() {
                text.push_str(&self.truncate_body(place));
                text.push_str(": ");
            }
            text.push_str(&self.truncate_body(message));
        }
        match text.len() - before {
            0 => text.push_str(": "),
            // The words are the whole body, so the body is not shown a second time.
            words if words + FRAME >= body.len() => return,
            _ => text.push_str("\nThe whole response: "),
        }
        text.push_str(&self.truncate_body(body));
    }

    fn truncate_body(&self, body: &str) -> String {
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

fn describe_status(status: u16) -> String {
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
