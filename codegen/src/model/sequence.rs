/// How the items of a list follow each other in a body (OpenAPI 3.2, "Sequential Media Types").
///
/// ```
/// use toolwright_codegen::model::Sequence;
///
/// assert_eq!(Sequence::from_essence("application/jsonl"), Some(Sequence::JsonLines));
/// assert_eq!(Sequence::from_essence("application/geo+json-seq"), Some(Sequence::JsonRecords));
/// assert_eq!(Sequence::from_essence("application/json"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// Each is JSON on a line of its own.
    JsonLines,
    /// Each is JSON between a record separator and a line feed (RFC 7464).
    JsonRecords,
    /// Each is an event (WHATWG HTML, "Server-sent events").
    Events,
}

impl Sequence {
    /// The form of a media type, given in lower case and without parameters.
    pub fn from_essence(essence: &str) -> Option<Self> {
        const LINES: [&str; 6] = [
            "jsonl",
            "x-jsonl",
            "jsonlines",
            "x-jsonlines",
            "ndjson",
            "x-ndjson",
        ];
        let (_, subtype) = essence.split_once('/')?;
        let kind = subtype.rsplit('+').next().unwrap_or(subtype);
        match kind {
            "json-seq" => Some(Self::JsonRecords),
            _ if LINES.contains(&kind) => Some(Self::JsonLines),
            _ if essence == "text/event-stream" => Some(Self::Events),
            _ => None,
        }
    }
}
