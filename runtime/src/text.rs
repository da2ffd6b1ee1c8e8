/// A JSON Schema as text, in parts: what several tools share is stored once.
#[derive(Clone, Copy, Debug)]
pub struct SchemaText {
    /// The schema, to be joined in order.
    pub parts: &'static [Part],
    /// Definitions that go under `$defs`, in order: parts that name one of them become
    /// `{"$ref": "#/$defs/{name}"}`. Text may refer to them in that way too.
    pub definitions: &'static [&'static Definition],
}

/// A piece of a [`SchemaText`].
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// JSON text.
    Text(&'static str),
    /// JSON text that several schemas have in common.
    Shared(&'static &'static str),
    /// A definition: its text in this place, or a reference if the [`SchemaText`] has it among its
    /// definitions.
    Inline(&'static Definition),
    /// A definition under other annotations: the text, which ends in `{` or `,`, takes the place of
    /// the definition's first part.
    Annotated(&'static str, &'static Definition),
}

/// A schema that several tools share.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Its key under `$defs`.
    pub name: &'static str,
    /// Its schema. Where a [`Part::Annotated`] names the definition, the first part is the opening
    /// brace with the annotations.
    pub parts: &'static [Part],
}

impl SchemaText {
    /// The whole schema as one JSON text.
    pub fn join(&self) -> String {
        let mut text = String::new();
        self.push(&mut text, self.parts);
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
            self.push(&mut text, definition.parts);
        }
        text.push_str("}}");
        text
    }

    fn push(&self, text: &mut String, parts: &[Part]) {
        for part in parts {
            match part {
                Part::Text(piece) => text.push_str(piece),
                Part::Shared(piece) => text.push_str(piece),
                Part::Inline(definition) if self.refers_to(definition) => {
                    text.push('{');
                    push_reference(text, definition);
                }
                Part::Inline(definition) => self.push(text, definition.parts),
                Part::Annotated(opening, definition) => {
                    text.push_str(opening);
                    if self.refers_to(definition) {
                        push_reference(text, definition);
                    } else {
                        self.push(text, definition.parts.get(1..).unwrap_or_default());
                    }
                }
            }
        }
    }

    fn refers_to(&self, definition: &Definition) -> bool {
        self.definitions
            .iter()
            .any(|listed| listed.name == definition.name)
    }
}

fn push_reference(text: &mut String, definition: &Definition) {
    text.push_str("\"$ref\":\"#/$defs/");
    text.push_str(definition.name);
    text.push_str("\"}");
}

#[cfg(test)]
mod tests {
    use super::*;

    static NODE: Definition = Definition {
        name: "Node",
        parts: &[
            Part::Text("{"),
            Part::Text("\"properties\":{\"next\":"),
            Part::Annotated("{\"description\":\"after\",", &NODE),
            Part::Text(",\"leaf\":"),
            Part::Inline(&LEAF),
            Part::Text("}}"),
        ],
    };

    static TITLE: &str = "\"title\"";

    static LEAF: Definition = Definition {
        name: "Leaf",
        parts: &[
            Part::Text("{\"title\":\"leaf\","),
            Part::Text("\"type\":\"null\"}"),
        ],
    };

    #[test]
    fn definitions_are_put_in_place_or_referred_to() {
        const TEXT: SchemaText = SchemaText {
            parts: &[
                Part::Text("{\"a\":"),
                Part::Inline(&NODE),
                Part::Text(",\"b\":"),
                Part::Annotated("{\"title\":\"other\",", &LEAF),
                Part::Text("}"),
            ],
            definitions: &[&NODE],
        };
        assert_eq!(
            TEXT.join(),
            "{\"a\":{\"$ref\":\"#/$defs/Node\"},\"b\":{\"title\":\"other\",\"type\":\"null\"},\
             \"$defs\":{\"Node\":{\"properties\":{\"next\":{\"description\":\"after\",\
             \"$ref\":\"#/$defs/Node\"},\"leaf\":{\"title\":\"leaf\",\"type\":\"null\"}}}}}"
        );
    }

    #[test]
    fn definitions_come_last() {
        const TEXT: SchemaText = SchemaText {
            parts: &[
                Part::Text("{"),
                Part::Shared(&TITLE),
                Part::Text(":\"leaf\"}"),
            ],
            definitions: &[&LEAF],
        };
        assert_eq!(
            TEXT.join(),
            "{\"title\":\"leaf\",\"$defs\":{\"Leaf\":{\"title\":\"leaf\",\"type\":\"null\"}}}"
        );
    }
}
