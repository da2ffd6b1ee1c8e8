use std::fmt::Write as _;

use tracing::Level;

use super::fields::Fields;
use super::spans::Span;
use crate::value::Json;

/// An event for people: level, target, the spans around it, message and fields.
pub(super) fn line(level: Level, target: &str, fields: &Fields, spans: &[Span]) -> String {
    let mut line = format!("{level:>5} {target}:");
    for span in spans {
        let _ = write!(line, " {}{{", span.name);
        for (place, (name, value)) in span.fields.others().enumerate() {
            let space = if place == 0 { "" } else { " " };
            let _ = write!(line, "{space}{name}=");
            push(&mut line, value);
        }
        line.push_str("}:");
    }
    if let Some(message) = fields.message() {
        line.push(' ');
        push(&mut line, message);
    }
    for (name, value) in fields.others() {
        let _ = write!(line, " {name}=");
        push(&mut line, value);
    }
    line.push('\n');
    line
}

/// A value must not be able to pass for a line of its own.
fn push(line: &mut String, value: &Json) {
    let text = match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    for character in text.chars() {
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
        fields.push("tool", Json::from("a\nERROR forged\u{1b}[31m ü"));
        fields.push("message", Json::from("called"));
        fields.push("bytes", Json::from(7));
        assert_eq!(
            line(Level::WARN, "toolwright", &fields, &[]),
            " WARN toolwright: called tool=a\\nERROR forged\\u{1b}[31m ü bytes=7\n"
        );
    }
}
