//! Responses that come item by item: server-sent events and sequences of JSON texts.

mod events;
mod lines;
mod records;

use serde_json::json;

use crate::file;
use crate::value::Json;
use events::Events;
use lines::Lines;
use records::Records;

/// What has come of a response that is a stream, as items.
#[derive(Debug)]
pub(in crate::http) struct Stream {
    form: Form,
    items: Vec<Json>,
    most: usize,
}

#[derive(Debug)]
enum Form {
    /// `text/event-stream` (HTML, "Server-sent events").
    Events(Lines, Events),
    /// A JSON text in each line.
    Lines(Lines),
    /// JSON texts, each behind a record separator (RFC 7464).
    Records(Records),
}

/// Whether there is anything to wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum Flow {
    /// More may come.
    Open,
    /// The stream said that it is over.
    Over,
    /// There are as many items as are wanted.
    Full,
}

/// Why the end of a stream was not waited for.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::http) enum Cut {
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

impl Stream {
    /// An empty one, of at most so many items; none where a content type is not that of a stream.
    pub(in crate::http) fn of(content_type: Option<&str>, most: usize) -> Option<Self> {
        let essence = file::essence(content_type?).to_ascii_lowercase();
        let form = match essence.as_str() {
            "text/event-stream" => Form::Events(Lines::of_events(), Events::default()),
            "application/jsonl"
            | "application/x-jsonl"
            | "application/jsonlines"
            | "application/x-jsonlines"
            | "application/ndjson"
            | "application/x-ndjson" => Form::Lines(Lines::of_json()),
            "application/json-seq" => Form::Records(Records::default()),
            other if other.ends_with("+json-seq") => Form::Records(Records::default()),
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
    pub(in crate::http) fn push(&mut self, chunk: &[u8]) -> Flow {
        let (items, most) = (&mut self.items, self.most);
        let mut add = |item: Option<Json>| {
            items.extend(item);
            match items.len() >= most {
                true => Flow::Full,
                false => Flow::Open,
            }
        };
        match &mut self.form {
            Form::Events(lines, events) => lines.push(chunk, |line| match events.line(line) {
                Some(event) if event.is_done() => Flow::Over,
                event => add(event.map(|event| event.into_item())),
            }),
            Form::Lines(lines) => lines.push(chunk, |line| add(json_text(line))),
            Form::Records(records) => records.push(chunk, |record| add(json_text(record))),
        }
    }

    /// Takes in what stands at the end without being ended itself.
    pub(in crate::http) fn finish(&mut self) {
        if self.items.len() >= self.most {
            return;
        }
        let last = match &mut self.form {
            Form::Events(lines, events) => {
                if let Some(event) = lines.rest().and_then(|line| events.line(&line)) {
                    self.items
                        .extend((!event.is_done()).then(|| event.into_item()));
                }
                let last = events.line("").filter(|event| !event.is_done());
                last.map(|event| event.into_item())
            }
            Form::Lines(lines) => lines.rest().and_then(|line| json_text(&line)),
            Form::Records(records) => records.rest().and_then(|record| json_text(&record)),
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

impl Cut {
    /// What to say of a stream that has so many items.
    pub(super) fn in_words(&self, items: usize) -> String {
        let so_far = match items {
            1 => "1 item has come".to_owned(),
            items => format!("{items} items have come"),
        };
        match self {
            Self::Items(most) => {
                format!("The first {most} items of the stream were read, which is as many as are.")
            }
            Self::Bytes(most) => {
                format!("The stream has more than {most} bytes, and no more are read: {so_far}.")
            }
            Self::Values(most) => format!(
                "The stream has more than {most} JSON values, and no more are read: {so_far}."
            ),
            Self::Memory => format!(
                "Other calls have all of the memory that this server gives to answers, so the \
                 stream was not read to its end: {so_far}."
            ),
            Self::Time(seconds) => format!(
                "The stream had not ended after {seconds} s, which is as long as a call may take: \
                 {so_far}."
            ),
            Self::Broken(why) => format!("The stream broke off: {so_far}. {why}"),
        }
    }
}

/// A JSON text; text that is none is kept as a string, and white space is nothing.
fn json_text(text: &str) -> Option<Json> {
    let text = text.trim();
    (!text.is_empty()).then(|| serde_json::from_str(text).unwrap_or_else(|_| json!(text)))
}

#[cfg(test)]
mod tests;
