//! Reads the common part of XML Schema: elements, attributes, complex types with sequences, choices, `all`,
//! extensions and groups, simple types with facets. What is not read is told, never passed over. It is used by the
//! stand-in, and for daemons that return a schema as they got it.

mod content;
mod expansion;
mod occurs;
mod simple;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use serde_json::Value;
use toolwright::Map;

use content::Content;
use expansion::Expansion;
use simple::{add_facets, describe_builtin};

use super::infer::Described;
use super::node;
use super::xml::{self, Element};
use crate::api::types::SchemaNode;
use crate::failure::Failure;

/// Bytes of a description.
const MAX_DOCUMENTATION: usize = 1000;
/// Reads a schema: an object with the elements that a document may have as its root.
///
/// # Errors
///
/// The text is not XML Schema, or has parts that are not supported.
pub(crate) fn describe_schema(text: &str) -> Result<Described, Failure> {
    let root = xml::parse(text)?;
    if root.local_name() != "schema" {
        return Err(Failure::parse(format!(
            "The source is not an XML Schema: its root is <{}> and not <xs:schema>.",
            root.name
        )));
    }
    let mut reader = SchemaReader::new(&root);
    let elements: Vec<&Element> = root
        .children
        .iter()
        .filter(|it| it.local_name() == "element")
        .collect();
    if elements.is_empty() {
        return Err(Failure::parse("The schema declares no elements."));
    }
    let mut properties = Map::new();
    for element in elements {
        let name = element.attribute("name").unwrap_or_default();
        properties.insert(name, reader.describe_element(element)?);
    }
    let is_only = properties.len() == 1;
    let names: Vec<String> = properties.iter().map(|(name, _)| name.to_owned()).collect();
    Ok(Described {
        node: SchemaNode {
            properties: Some(properties),
            required: is_only.then_some(names),
            ..node::of_type("object")
        },
        notes: reader.notes,
    })
}

struct SchemaReader<'x> {
    /// Top-level declarations by kind and name.
    declared: HashMap<(&'x str, &'x str), &'x Element>,
    expansion: Expansion<'x>,
    notes: Vec<String>,
}

impl<'x> SchemaReader<'x> {
    fn new(root: &'x Element) -> Self {
        let declared = root.children.iter().filter_map(|element| {
            let name = element.attribute("name")?;
            Some(((element.local_name(), name), element))
        });
        let mut notes = Vec::new();
        for element in &root.children {
            if matches!(
                element.local_name(),
                "import" | "include" | "redefine" | "override"
            ) {
                let location = element
                    .attribute("schemaLocation")
                    .unwrap_or("another schema");
                notes.push(format!(
                    "{location} is not read: types from there are shown as any."
                ));
            }
        }
        Self {
            declared: declared.collect(),
            expansion: Expansion::default(),
            notes,
        }
    }

    /// Does something within what has this name.
    fn expand<T>(
        &mut self,
        name: &'x str,
        read: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.expansion.open(name);
        let done = read(self);
        self.expansion.close();
        done
    }

    fn find_declaration(&self, kind: &'static str, name: &str) -> Option<&'x Element> {
        let local = name.rsplit(':').next().unwrap_or(name);
        self.declared.get(&(kind, local)).copied()
    }

    fn describe_element(&mut self, element: &'x Element) -> Result<SchemaNode, Failure> {
        self.expansion.count_element()?;
        let mut described = if let Some(name) = element.attribute("type") {
            self.describe_type(name)?
        } else if let Some(inline) = find_child(element, "complexType") {
            self.describe_complex_type(inline)?
        } else if let Some(inline) = find_child(element, "simpleType") {
            self.describe_simple_type(inline)?
        } else {
            node::of_type("any")
        };
        if element.attribute("nillable") == Some("true") {
            described.nullable = Some(true);
        }
        described.description = documentation(element).or(described.description);
        described.default = text_value(element, "default").or(described.default);
        if let Some(fixed) = text_value(element, "fixed") {
            described.r#enum = Some(vec![fixed]);
        }
        Ok(described)
    }

    fn describe_type(&mut self, name: &'x str) -> Result<SchemaNode, Failure> {
        if let Some(element) = self.find_declaration("complexType", name) {
            if self.expansion.is_open(name) {
                return Ok(SchemaNode {
                    r#ref: Some(name.rsplit(':').next().unwrap_or(name).to_owned()),
                    ..node::of_type("object")
                });
            }
            return self.expand(name, |reader| reader.describe_complex_type(element));
        }
        if let Some(element) = self.find_declaration("simpleType", name) {
            if self.expansion.is_open(name) {
                return Err(Failure::parse(format!(
                    "The simple type {name} is derived from itself."
                )));
            }
            return self.expand(name, |reader| reader.describe_simple_type(element));
        }
        Ok(describe_builtin(name).unwrap_or_else(|| {
            let note = format!("The type {name} is not in the schema.");
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
            node::of_type("any")
        }))
    }

    fn describe_complex_type(&mut self, element: &'x Element) -> Result<SchemaNode, Failure> {
        let mut content = Content::default();
        self.add_content(element, &mut content)?;
        let is_mixed = element.attribute("mixed") == Some("true");
        let mut described = match content.value {
            Some(value) => value,
            None => SchemaNode {
                properties: (!content.properties.is_empty()).then_some(content.properties),
                required: Some(content.required),
                description: is_mixed.then(|| "Text stands between the elements.".to_owned()),
                ..node::of_type("object")
            },
        };
        if !content.attributes.is_empty() {
            described.attributes = Some(content.attributes);
        }
        described.description = documentation(element).or(described.description);
        Ok(described)
    }

    fn describe_simple_type(&mut self, element: &'x Element) -> Result<SchemaNode, Failure> {
        self.expansion.count_step(element)?;
        let Some(derivation) = element
            .children
            .iter()
            .find(|it| matches!(it.local_name(), "restriction" | "list" | "union"))
        else {
            return Ok(node::of_type("string"));
        };
        let mut described = match derivation.local_name() {
            "restriction" => {
                let mut described = match (
                    derivation.attribute("base"),
                    find_child(derivation, "simpleType"),
                ) {
                    (Some(base), _) => self.describe_type(base)?,
                    (None, Some(inline)) => self.describe_simple_type(inline)?,
                    (None, None) => node::of_type("string"),
                };
                for facet in &derivation.children {
                    self.expansion.count_step(facet)?;
                }
                add_facets(derivation, &mut described);
                described
            }
            "list" => SchemaNode {
                description: Some("Values that are separated by spaces.".to_owned()),
                ..node::of_type("string")
            },
            _ => {
                let members = derivation.attribute("memberTypes").unwrap_or_default();
                let members: Result<Vec<_>, _> = members
                    .split_whitespace()
                    .map(|name| self.describe_type(name))
                    .collect();
                SchemaNode {
                    any_of: Some(members?),
                    ..node::of_type("any")
                }
            }
        };
        described.description = documentation(element).or(described.description);
        Ok(described)
    }
}

fn find_child<'x>(element: &'x Element, name: &str) -> Option<&'x Element> {
    element.children.iter().find(|it| it.local_name() == name)
}

fn documentation(element: &Element) -> Option<String> {
    let annotation = find_child(element, "annotation")?;
    let text = find_child(annotation, "documentation")?
        .text
        .split_whitespace();
    // It is repeated at each use of a type.
    let mut shown = String::new();
    for word in text {
        if shown.len() + word.len() > MAX_DOCUMENTATION {
            shown.push('…');
            break;
        }
        if !shown.is_empty() {
            shown.push(' ');
        }
        shown.push_str(word);
    }
    (!shown.is_empty()).then_some(shown)
}

fn text_value(element: &Element, attribute: &str) -> Option<Value> {
    let text = element.attribute(attribute)?;
    Some(Value::String(text.to_owned()))
}

fn unsupported_schema(what: &str) -> Failure {
    Failure::parse(format!("{what} is not supported."))
}
