//! Responses that come item by item: server-sent events and sequences of JSON texts.

mod event_parser;
mod line_splitter;
mod record_splitter;

use serde_json::json;

use crate::file;
use crate::value::Json;
use event_parser::EventParser;
use line_splitter::LineSplitter;
use record_splitter::RecordSplitter;

/// What has come of a response that is a stream, as items.
#[derive(Debug)]
pub(in crate::http) struct ItemStream {
    form: StreamFormat,
    items: Vec<Json>,
    most: usize,
}

#[derive(Debug)]
enum StreamFormat {
    /// `text/event-stream` (HTML, "Server-sent events").
    Events(LineSplitter, EventParser),
    /// A JSON text in each line.
    Lines(LineSplitter),
    /// JSON texts, each behind a record separator (RFC 7464).
    Records(RecordSplitter),
}

/// Whether there is anything to wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum StreamFlow {
    /// More may come.
    Open,
    /// The stream said that it is over.
    Over,
    /// There are as many items as are wanted.
    Full,
}

/// Why the end of a stream was not waited for.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::http) enum StreamCut {
    /// There were that many items.
    Items(usize),
    /// It had more than that many bytes.
    Bytes(usize),
    /// It had more than that many JSON values.
    Values(usize),
    /// Other calls had the memory for more.
    Memory,
    /// It took more than that many seconds.
    Time(f64),
    /// The connection broke, in words.
    Broken(String),
}

/// What event streams of models say instead of a last event.
const DONE: &str = "[DONE]";

impl ItemStream {
    /// An empty one, of at most so many items; none where a content type is not that of a stream.
    pub(in crate::http) fn for_content_type(
        content_type: Option<&str>,
        most: usize,
    ) -> Option<Self> {
        let essence = file::strip_parameters(content_type?).to_ascii_lowercase();
        let form = match essence.as_str() {
            "text/event-stream" => {
                StreamFormat::Events(LineSplitter::for_events(), EventParser::default())
            }
            "application/jsonl"
            | "application/x-jsonl"
            | "application/jsonlines"
            | "application/x-jsonlines"
            | "application/ndjson"
            | "application/x-ndjson" => StreamFormat::Lines(LineSplitter::for_json()),
            "application/json-seq" => StreamFormat::Records(RecordSplitter::default()),
            other if other.ends_with("+json-seq") => {
                StreamFormat::Records(RecordSplitter::default())
            }
            _ => return None,
        };
        Some(Self {
            form,
            items: Vec::new(),
            most,
        })
    }

    /// How many items there are.
    pub(in crate::http) fn len(&self) -> usize {
        self.items.len()
    }

    /// Takes in what has come.
    pub(in crate::http) fn push_chunk(&mut self, chunk: &[u8]) -> StreamFlow {
        // Two fields apart, because the closure borrows the items while the parser is borrowed as
        // well.
        let (items, most) = (&mut self.items, self.most);
        let mut add = |item: Option<Json>| {
            items.extend(item);
            match items.len() >= most {
                true => StreamFlow::Full,
                false => StreamFlow::Open,
            }
        };
        match &mut self.form {
            StreamFormat::Events(lines, events) => {
                lines.push_chunk(chunk, |line| match events.push_line(line) {
                    // It is no JSON, so a reader of items must not see it.
                    Some(event) if event.is_done() => StreamFlow::Over,
                    event => add(event.map(|event| event.into_item())),
                })
            }
            StreamFormat::Lines(lines) => {
                lines.push_chunk(chunk, |line| add(parse_json_text(line)))
            }
            StreamFormat::Records(records) => {
                records.push_chunk(chunk, |record| add(parse_json_text(record)))
            }
        }
    }

    /// Takes in what stands at the end without being ended itself.
    pub(in crate::http) fn finish_stream(&mut self) {
        if self.items.len() >= self.most {
            return;
        }
        let last = match &mut self.form {
            StreamFormat::Events(lines, events) => {
                // Only an empty line ends an event, and what is left of a line is not empty.
                if let Some(line) = lines.take_rest() {
                    events.push_line(&line);
                }
                // The HTML standard discards an event that no blank line ends. It is kept here:
                // servers that close the connection right after the last line are common, and its
                // data is complete.
                let last = events.push_line("").filter(|event| !event.is_done());
                last.map(|event| event.into_item())
            }
            StreamFormat::Lines(lines) => lines.take_rest().and_then(|line| parse_json_text(&line)),
            StreamFormat::Records(records) => records
                .take_rest()
                .and_then(|record| parse_json_text(&record)),
        };
        self.items.extend(last);
    }

    /// Takes out what has come so far.
    pub(in crate::http) fn take_items(&mut self) -> Vec<Json> {
        std::mem::take(&mut self.items)
    }

    pub(super) fn into_items(self) -> Vec<Json> {
        self.items
    }
}

impl StreamCut {
    /// What to say of a stream that has so many items.
    pub(super) fn describe_cut(&self, items: usize) -> String {
        let so_far = match items {
            1 => "1 item was received".to_owned(),
            items => format!("{items} items were received"),
        };
        match self {
            Self::Items(most) => {
                format!("Only the first {most} items of the stream were read, which is the limit.")
            }
            Self::Bytes(most) => {
                format!(
                    "The stream is larger than the limit of {most} bytes, so its rest was not read: {so_far}."
                )
            }
            Self::Values(most) => format!(
                "The stream has more JSON values than the limit of {most}, so its rest was not read: {so_far}."
            ),
            Self::Memory => format!(
                "Other calls use all of the memory for responses, so the rest of the stream was not read: \
                 {so_far}. Call again later, or request less data."
            ),
            Self::Time(seconds) => format!(
                "The stream had not ended after {seconds} s, the longest time that a call may take: \
                 {so_far}."
            ),
            Self::Broken(why) => format!("The stream broke off: {so_far}. {why}"),
        }
    }
}

/// A JSON text; text that is none is kept as a string, and white space is nothing.
fn parse_json_text(text: &str) -> Option<Json> {
    let text = text.trim();
    (!text.is_empty()).then(|| serde_json::from_str(text).unwrap_or_else(|_| json!(text)))
}

#[cfg(test)]
mod tests;
