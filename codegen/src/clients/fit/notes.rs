use serde_json::Value;

use crate::schema::keyword::Object;

/// What a schema cannot say any more, in words.
#[derive(Debug, Default)]
pub(super) struct Notes(Vec<String>);

impl Notes {
    pub(super) fn add_note(&mut self, note: impl Into<String>) {
        self.0.push(note.into());
    }

    /// Adds the notes to the description: that of the first alternative, where there is nothing but
    /// alternatives.
    pub(super) fn write_to(self, object: &mut Object) {
        if self.0.is_empty() {
            return;
        }
        let notes = self.0.join("; ");
        let only = object.len() == 1;
        match object.get_mut("anyOf").and_then(|all| all.get_mut(0)) {
            Some(Value::Object(first)) if only => append_notes(first, &notes),
            _ => append_notes(object, &notes),
        }
    }
}

fn append_notes(object: &mut Object, notes: &str) {
    let described = object.get("description").and_then(Value::as_str);
    let text = match described.map(str::trim_end) {
        None | Some("") => notes.to_owned(),
        Some(text) if ends_with_list(text) => format!("{text}\n\n{}.", capitalize_first(notes)),
        Some(text) => match text.strip_suffix('.') {
            Some(sentence) => format!("{sentence} ({notes})."),
            None => format!("{text} ({notes})"),
        },
    };
    object.insert("description".to_owned(), text.into());
}

/// Whether what is written behind a text would be of the last item of a list.
fn ends_with_list(text: &str) -> bool {
    let lines = text.lines().rev().map(str::trim_start);
    let mut paragraph = lines.take_while(|line| !line.is_empty());
    paragraph.any(|line| line.starts_with("- ") || line.starts_with("* "))
}

fn capitalize_first(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    first + letters.as_str()
}
