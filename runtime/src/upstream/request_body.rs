//! Reads objects from the bodies of requests to the built-in upstream: JSON, forms, multipart and sequences. It is
//! the counterpart of the writers in `request/body`, and no more exact than a mock needs.

use percent_encoding::percent_decode;
use serde_json::Map;

use crate::file::is_json_media_type;
use crate::value::Json;

/// The object in the body of a request: JSON, or the fields of a form, where a file is its name.
/// None in any other body.
pub(super) fn parse_object(content_type: &str, body: &[u8]) -> Option<Json> {
    let (essence, parameters) = content_type.split_once(';').unwrap_or((content_type, ""));
    let essence = essence.trim().to_ascii_lowercase();
    let fields = match essence.as_str() {
        "application/x-www-form-urlencoded" => parse_form(body),
        _ if essence.starts_with("multipart/") => {
            let fields = parse_multipart(parameters, body);
            // Other multipart types have parts without names, which make no object.
            if fields.is_empty() && essence != "multipart/form-data" {
                return None;
            }
            fields
        }
        _ if is_sequence(&essence) => return None,
        _ => return serde_json::from_slice(body).ok().filter(Json::is_object),
    };
    let mut object = Map::new();
    for (name, value) in fields {
        add_field(&mut object, name, value);
    }
    Some(Json::Object(object))
}

/// The objects among the items of a body that is JSON Lines or a JSON text sequence; none in any
/// other body.
pub(super) fn parse_objects(content_type: &str, body: &[u8]) -> Vec<Json> {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if !is_sequence(&essence.to_ascii_lowercase()) {
        return Vec::new();
    }
    let texts = body.split(|byte| matches!(byte, b'\n' | 0x1e));
    texts
        .filter_map(|text| serde_json::from_slice(text).ok())
        .filter(Json::is_object)
        .collect()
}

fn is_sequence(essence: &str) -> bool {
    const ENDS: [&str; 6] = [
        "jsonl",
        "jsonlines",
        "ndjson",
        "/json-seq",
        "+json-seq",
        "/event-stream",
    ];
    ENDS.iter().any(|end| essence.ends_with(end))
}

/// Several fields of one name are a list.
fn add_field(object: &mut Map<String, Json>, name: String, value: Json) {
    match object.get_mut(&name) {
        None => {
            object.insert(name, value);
        }
        Some(Json::Array(items)) => items.push(value),
        Some(first) => *first = Json::Array(vec![first.take(), value]),
    }
}

fn parse_form(body: &[u8]) -> Vec<(String, Json)> {
    body.split(|byte| *byte == b'&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let mut halves = pair.splitn(2, |byte| *byte == b'=');
            let mut half = || form_decode(halves.next().unwrap_or_default());
            (half(), Json::from(half()))
        })
        .collect()
}

fn form_decode(text: &[u8]) -> String {
    let spaced: Vec<u8> = text
        .iter()
        .map(|byte| if *byte == b'+' { b' ' } else { *byte })
        .collect();
    percent_decode(&spaced).decode_utf8_lossy().into_owned()
}

fn parse_multipart(parameters: &str, body: &[u8]) -> Vec<(String, Json)> {
    let Some(boundary) = header_parameter(parameters, "boundary") else {
        return Vec::new();
    };
    let text = String::from_utf8_lossy(body);
    text.split(&format!("--{boundary}"))
        .filter_map(|part| {
            let (head, content) = part.split_once("\r\n\r\n")?;
            let content = content.strip_suffix("\r\n").unwrap_or(content);
            let disposition = part_header(head, "content-disposition")?;
            let name = header_parameter(disposition, "name")?;
            Some((name, part_value(head, disposition, content)))
        })
        .collect()
}

/// What a part is in JSON.
fn part_value(head: &str, disposition: &str, content: &str) -> Json {
    if let Some(filename) = header_parameter(disposition, "filename") {
        return filename.into();
    }
    let is_json = part_header(head, "content-type").is_some_and(is_json_media_type);
    let parsed = is_json
        .then(|| serde_json::from_str(content).ok())
        .flatten();
    parsed.unwrap_or_else(|| content.into())
}

fn part_header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    head.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case(name).then_some(value)
    })
}

fn header_parameter(header: &str, name: &str) -> Option<String> {
    header.split(';').find_map(|parameter| {
        let (key, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches('"');
        key.trim()
            .eq_ignore_ascii_case(name)
            .then(|| percent_decode_name(value))
    })
}

fn percent_decode_name(name: &str) -> String {
    percent_decode(name.as_bytes())
        .decode_utf8_lossy()
        .into_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn forms() {
        let read = parse_object(
            "Application/X-WWW-Form-Urlencoded; charset=utf-8",
            b"a=1+%26&b=x&b=y&b=z&c",
        );
        assert_eq!(
            read,
            Some(json!({"a": "1 &", "b": ["x", "y", "z"], "c": ""}))
        );
    }

    #[test]
    fn parts() {
        let body = "--B\r\nContent-Disposition: form-data; name=\"a%22\"\r\n\r\nx\r\ny\r\n\
                    --B\r\ncontent-disposition: form-data; name=f; filename=\"f.png\"\r\nContent-Type: image/png\r\n\r\n\r\n\
                    --B\r\nContent-Disposition: form-data; name=o\r\nContent-Type: application/json\r\n\r\n{\"b\":1}\r\n--B--\r\n";
        let read = parse_object("multipart/form-data; boundary=\"B\"", body.as_bytes());
        assert_eq!(
            read,
            Some(json!({"a\"": "x\r\ny", "f": "f.png", "o": {"b": 1}}))
        );
    }

    #[test]
    fn sequences() {
        let lines = b"{\"a\":1}\n5\n{\"b\":2}\n";
        let expected = [json!({"a": 1}), json!({"b": 2})];
        assert_eq!(
            parse_objects("application/X-NDJSON; charset=utf-8", lines),
            expected
        );
        let records = b"\x1e{\"a\":1}\n\x1e{\"b\":2}\n";
        assert_eq!(parse_objects("application/geo+json-seq", records), expected);
        assert_eq!(parse_objects("application/json", lines), [] as [Json; 0]);
        assert_eq!(
            parse_objects("text/event-stream", b"data: {}\n\n"),
            [] as [Json; 0]
        );
    }

    #[test]
    fn anything_else() {
        assert_eq!(parse_object("application/json", b"{}"), Some(json!({})));
        assert_eq!(parse_object("", br#"{"a":1}"#), Some(json!({"a": 1})));
        assert_eq!(parse_object("text/plain", b"hello"), None);
        assert_eq!(parse_object("application/xml", b"<a/>"), None);
        assert_eq!(
            parse_object("multipart/form-data", b"\xff"),
            Some(json!({}))
        );
        let unnamed = b"--B\r\nContent-Type: text/plain\r\n\r\na\r\n--B--\r\n";
        assert_eq!(parse_object("multipart/mixed; boundary=B", unnamed), None);
        assert_eq!(parse_object("application/jsonl", b"{}\n"), None);
        assert_eq!(
            parse_object("application/x-www-form-urlencoded", b"\xff=%"),
            Some(json!({"\u{fffd}": "%"}))
        );
    }
}
