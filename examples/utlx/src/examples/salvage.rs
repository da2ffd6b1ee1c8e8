//! Reads what can be read of a file that is not valid YAML: its top-level members one by one. The text of a member that
//! is not valid itself is kept as it is, since an example with odd data is better than none.

use serde_json::{Map, Value, json};

use crate::yaml;

/// The members of a file, as far as they can be read.
pub(super) fn salvage_sections(text: &str) -> Value {
    let mut sections: Vec<String> = Vec::new();
    for line in text.split_inclusive('\n') {
        match sections.last_mut() {
            Some(section) if !begins_section(line) => section.push_str(line),
            _ => sections.push(line.to_owned()),
        }
    }
    let mut members = Map::new();
    for section in sections {
        match yaml::parse(&section).map(|section| section.to_json()) {
            Ok(Value::Object(read)) => members.extend(read),
            Ok(_) => {}
            Err(_) => members.extend(keep_text(&section)),
        }
    }
    Value::Object(members)
}

/// `name:` at the beginning of a line.
fn begins_section(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or_default();
    line.contains(':')
        && name.starts_with(|it: char| it.is_ascii_alphabetic())
        && name
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

/// A member with data, as text: `format` is a line of its own, `data` is the rest.
fn keep_text(section: &str) -> Option<(String, Value)> {
    let (name, content) = section.split_once(':')?;
    if !["input", "expected"].contains(&name) {
        return None;
    }
    let format = content
        .lines()
        .find_map(|line| line.trim().strip_prefix("format:"));
    let format = format.unwrap_or_default().trim().trim_matches(['"', '\'']);
    let data = content
        .split_once("data:")
        .map_or(content, |(_, data)| data);
    Some((
        name.to_owned(),
        json!({"format": format, "data": data.trim()}),
    ))
}
