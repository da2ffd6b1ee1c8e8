//! Log events as text, one line each, for people.

use std::fmt::Write as _;

use tracing::Level;

use super::fields::Fields;
use super::spans::Span;
use crate::value::Json;

/// An event for people: level, target, the spans around it, message and fields.
pub(super) fn format_line(level: Level, target: &str, fields: &Fields, spans: &[Span]) -> String {
    let mut line = format!("{level:>5} {target}:");
    for span in spans {
        let _ = write!(line, " {}{{", span.name);
        for (place, (name, value)) in span.fields.without_message().enumerate() {
            let space = if place == 0 { "" } else { " " };
            let _ = write!(line, "{space}{name}=");
            push_escaped(&mut line, value);
        }
        line.push_str("}:");
    }
    if let Some(message) = fields.message() {
        line.push(' ');
        push_escaped(&mut line, message);
    }
    for (name, value) in fields.without_message() {
        let _ = write!(line, " {name}=");
        push_escaped(&mut line, value);
    }
    line.push('\n');
    line
}

/// A value must not be able to pass for a line of its own.
fn push_escaped(line: &mut String, value: &Json) {
    let text = match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    for character in text.chars() {
        // A newline from a client would forge a log line, and an escape sequence could drive a terminal.
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_an_event_on_its_line() {
        let mut fields = Fields::default();
        fields.set_field("tool", Json::from("a\nERROR forged\u{1b}[31m ü"));
        fields.set_field("message", Json::from("called"));
        fields.set_field("bytes", Json::from(7));
        assert_eq!(
            format_line(Level::WARN, "toolwright", &fields, &[]),
            " WARN toolwright: called tool=a\\nERROR forged\\u{1b}[31m ü bytes=7\n"
        );
    }
}
