//! What the name of a media type says by itself, wherever in a spec it is written.

/// Type and subtype of a media type, in lower case and without parameters.
pub(crate) fn media_type_essence(name: &str) -> String {
    let essence = name.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

/// Whether what has that media type is one JSON text, as the runtime reads responses (`is_json_media_type` there).
///
/// `x-json` was in use before JSON had a media type. A spec that writes no more than `json` means it, and so does one that lacks the
/// semicolon before a parameter or names several types in one.
pub(crate) fn is_json_media_type(name: &str) -> bool {
    let essence = media_type_essence(name);
    let is_end = |c: char| c == ',' || c.is_whitespace();
    let essence = essence.split(is_end).next().unwrap_or_default();
    let subtype = essence.split_once('/').map_or(essence, |(_, it)| it);
    // RFC 6839, section 3.1: the suffix `+json`.
    let format = subtype.rsplit('+').next().unwrap_or_default();
    matches!(format, "json" | "x-json")
}

#[cfg(test)]
mod tests {
    use super::is_json_media_type;

    #[test]
    fn json_is_a_subtype_or_a_suffix() {
        for name in [
            "application/json",
            "Application/JSON; charset=utf-8",
            "text/x-json",
            "application/json charset=utf-8",
            "application/json, text/plain",
            "application/problem+json",
            "application/*+json",
            "json",
        ] {
            assert!(is_json_media_type(name), "{name}");
        }
        for name in [
            "application/x-ndjson",
            "application/json-seq",
            "application/geo+json-seq",
            "application/jsonpath",
            "text/plain; profile=a/json",
            "*/*",
            "",
        ] {
            assert!(!is_json_media_type(name), "{name}");
        }
    }
}
