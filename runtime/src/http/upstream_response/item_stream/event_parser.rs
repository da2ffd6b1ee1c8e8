//! Parses the lines of a server-sent event stream to events ("Interpreting an event stream" of the HTML standard).
//! An event becomes a JSON object with its data parsed.

use serde_json::{Map, json};

use super::DONE;
use crate::value::Json;

/// The event that is being read ("Interpreting an event stream" of the HTML standard).
#[derive(Debug, Default)]
pub(super) struct EventParser {
    event: ParsedEvent,
}

/// An event as its lines say it.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ParsedEvent {
    name: String,
    id: Option<String>,
    data: Option<String>,
}

impl EventParser {
    /// Takes in a line; an empty one ends an event. One without data is none.
    pub(super) fn push_line(&mut self, line: &str) -> Option<ParsedEvent> {
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            return event.data.is_some().then_some(event);
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.event.name),
            // The standard ignores an id with U+0000, and fields that it does not name.
            "id" if !value.contains('\0') => self.event.id = Some(value.to_owned()),
            "data" => match &mut self.event.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                none => *none = Some(value.to_owned()),
            },
            _ => {}
        }
        None
    }
}

impl ParsedEvent {
    /// Whether it says that the stream is over.
    pub(super) fn is_done(&self) -> bool {
        self.data.as_deref().map(str::trim) == Some(DONE)
    }

    /// `{"event": …, "id": …, "data": …}`, the data parsed where it is JSON.
    pub(super) fn into_item(self) -> Json {
        let mut item = Map::new();
        if !self.name.is_empty() {
            item.insert("event".to_owned(), self.name.into());
        }
        if let Some(id) = self.id.filter(|id| !id.is_empty()) {
            item.insert("id".to_owned(), id.into());
        }
        let data = self.data.unwrap_or_default();
        let data = serde_json::from_str(&data).unwrap_or_else(|_| json!(data));
        item.insert("data".to_owned(), data);
        Json::Object(item)
    }
}
