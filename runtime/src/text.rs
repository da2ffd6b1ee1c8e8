/// A JSON Schema as text, in parts: what several tools share is stored once.
#[derive(Clone, Copy, Debug)]
pub struct SchemaText {
    /// The schema, to be joined in order.
    pub parts: &'static [Part],
    /// Definitions that the text refers to as `#/$defs/{name}`, complete and in order.
    pub definitions: &'static [&'static Definition],
}

/// A piece of a [`SchemaText`].
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// JSON text.
    Text(&'static str),
    /// The text of a definition, put in this place.
    Inline(&'static Definition),
}

/// A schema that several tools share.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Its key under `$defs`.
    pub name: &'static str,
    /// Its schema.
    pub parts: &'static [Part],
}

impl SchemaText {
    /// The whole schema as one JSON text.
    pub fn join(&self) -> String {
        let mut text = String::new();
        push_parts(&mut text, self.parts);
        if self.definitions.is_empty() {
            return text;
        }
        text.pop();
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str("\"$defs\":{");
        for (index, definition) in self.definitions.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            text.push('"');
            text.push_str(definition.name);
            text.push_str("\":");
            push_parts(&mut text, definition.parts);
        }
        text.push_str("}}");
        text
    }
}

fn push_parts(text: &mut String, parts: &[Part]) {
    for part in parts {
        match part {
            Part::Text(piece) => text.push_str(piece),
            Part::Inline(definition) => push_parts(text, definition.parts),
        }
    }
}
