//! Infers the structure of XML data. Names keep their prefixes, declarations of namespaces are left out, and entities
//! that a document declares are not expanded.

use std::collections::HashMap;

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use serde_json::{Map, Value, json};
use toolwright::Map as NodeMap;

use super::merge::merge;
use super::{node, scalar};
use crate::api::types::SchemaNode;
use crate::failure::Failure;

/// `serde_json` reads as many levels.
const MAX_DEPTH: usize = 128;

/// Each attribute is compared with all before it, so their number is limited.
const MAX_ATTRIBUTES: usize = 1000;

/// An element of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Element {
    pub(crate) name: String,
    /// Without those that declare namespaces.
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Element>,
    /// The texts within the element itself, joined.
    pub(crate) text: String,
}

impl Element {
    /// An attribute by its name.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The name without its prefix.
    pub(crate) fn local_name(&self) -> &str {
        self.name.rsplit(':').next().unwrap_or(&self.name)
    }
}

/// Reads a document.
///
/// # Errors
///
/// The text is not well-formed, or has too many levels.
pub(crate) fn parse(text: &str) -> Result<Element, Failure> {
    let mut reader = Reader::from_str(text.strip_prefix('\u{feff}').unwrap_or(text));
    let mut open: Vec<Element> = Vec::new();
    let mut root = None;
    loop {
        let position = reader.buffer_position();
        let fail = |message: &str| xml_error(text, position, message);
        let event = reader.read_event();
        match event.map_err(|error| xml_error(text, reader.error_position(), &error.to_string()))? {
            // quick-xml reads fragments as well, and leaves this rule to its callers.
            Event::Start(_) | Event::Empty(_) if open.is_empty() && root.is_some() => {
                return Err(fail("there is a second root element"));
            }
            Event::Start(start) => {
                if open.len() >= MAX_DEPTH {
                    return Err(fail(&format!("there are more than {MAX_DEPTH} levels")));
                }
                open.push(read_start(&start).map_err(|message| fail(&message))?);
            }
            Event::Empty(start) => {
                let element = read_start(&start).map_err(|message| fail(&message))?;
                close(element, &mut open, &mut root);
            }
            Event::End(_) => {
                if let Some(element) = open.pop() {
                    close(element, &mut open, &mut root);
                }
            }
            Event::Text(it) => {
                add_text(&mut open, &it.xml10_content()).map_err(|message| fail(&message))?
            }
            Event::CData(it) => add_text(&mut open, &it).map_err(|message| fail(&message))?,
            Event::GeneralRef(reference) => {
                let name: &str = &reference;
                let character = reference.resolve_char_ref().ok().flatten();
                let text = match (character, resolve_predefined_entity(name)) {
                    (Some(character), _) => character.to_string(),
                    (None, Some(text)) => text.to_owned(),
                    // An entity that only a DTD declares stays as it is written: DTDs are not read,
                    // so that entities cannot expand without end.
                    (None, None) => format!("&{name};"),
                };
                add_text(&mut open, &text).map_err(|message| fail(&message))?;
            }
            Event::Eof => break,
            // A DTD is ignored rather than refused, because many documents have one that adds
            // nothing.
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
    let end = text.len() as u64;
    match (root, open.last()) {
        (_, Some(element)) => Err(xml_error(
            text,
            end,
            &format!("<{}> is never closed", element.name),
        )),
        (None, None) => Err(xml_error(text, end, "there is no element")),
        (Some(root), None) => Ok(root),
    }
}

fn read_start(start: &BytesStart<'_>) -> Result<Element, String> {
    let mut element = Element {
        name: start.name().as_ref().to_owned(),
        ..Element::default()
    };
    for (index, attribute) in start.attributes().enumerate() {
        if index >= MAX_ATTRIBUTES {
            return Err(format!(
                "<{}> has more than {MAX_ATTRIBUTES} attributes",
                element.name
            ));
        }
        let attribute = attribute.map_err(|error| error.to_string())?;
        let name: &str = attribute.key.as_ref();
        // They are no attributes of the data. Prefixes stay in the names, as UTL-X has them.
        if name == "xmlns" || name.starts_with("xmlns:") {
            continue;
        }
        let value = attribute
            .normalized_value(XmlVersion::Explicit1_0)
            .map_err(|error| error.to_string())?;
        element
            .attributes
            .push((name.to_owned(), value.into_owned()));
    }
    Ok(element)
}

fn add_text(open: &mut [Element], text: &str) -> Result<(), String> {
    match open.last_mut() {
        Some(element) => element.text.push_str(text),
        None if text.trim().is_empty() => {}
        None => return Err("there is text outside of the root element".to_owned()),
    }
    Ok(())
}

fn close(element: Element, open: &mut [Element], root: &mut Option<Element>) {
    match open.last_mut() {
        Some(parent) => parent.children.push(element),
        None => *root = Some(element),
    }
}

fn xml_error(text: &str, position: u64, message: &str) -> Failure {
    // A position may be within a character, so the text is cut as bytes.
    let position = usize::try_from(position)
        .unwrap_or(usize::MAX)
        .min(text.len());
    let before = String::from_utf8_lossy(&text.as_bytes()[..position]);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|it| *it != '\n').count() + 1;
    Failure::parse(format!(
        "The source is not valid XML: line {line}, column {column}: {message}."
    ))
    .with_details(json!({"line": line, "column": column}))
}

/// What a document looks like: an object with the root element.
pub(crate) fn infer_document(root: &Element) -> SchemaNode {
    node::object([(root.name.clone(), infer_element(root))])
}

fn infer_element(element: &Element) -> SchemaNode {
    let attributes: NodeMap<SchemaNode> = element
        .attributes
        .iter()
        .map(|(name, value)| (name.clone(), infer_attribute(name, value)))
        .collect();
    let mut described = match element.children.is_empty() {
        true => scalar::infer_untyped(&element.text),
        false => infer_children(element),
    };
    if !attributes.is_empty() {
        described.attributes = Some(attributes);
    }
    described
}

/// Identifiers are texts, also if they consist of digits.
fn infer_attribute(name: &str, value: &str) -> SchemaNode {
    match name.to_ascii_lowercase().ends_with("id") {
        true => scalar::infer_text(value),
        false => scalar::infer_untyped(value),
    }
}

fn infer_children(element: &Element) -> SchemaNode {
    let mut order: Vec<&str> = Vec::new();
    let mut groups: HashMap<&str, Vec<&Element>> = HashMap::new();
    for child in &element.children {
        let group = groups.entry(&child.name).or_default();
        if group.is_empty() {
            order.push(&child.name);
        }
        group.push(child);
    }
    let is_mixed = !element.text.trim().is_empty();
    let mut described = node::object(order.into_iter().take(super::json::MAX_PROPERTIES).map(
        |name| {
            let group = groups.remove(name).unwrap_or_default();
            let length = group.len();
            let merged = group.into_iter().map(infer_element).reduce(merge_elements);
            let described = match length {
                1 => merged.unwrap_or_default(),
                _ => node::array(merged, length),
            };
            (name.to_owned(), described)
        },
    ));
    if is_mixed {
        described.description = Some("Text stands between the elements.".to_owned());
    }
    described
}

/// An element without content says nothing of the content that others have.
fn merge_elements(left: SchemaNode, right: SchemaNode) -> SchemaNode {
    let is_empty = |node: &SchemaNode| {
        node.r#type == "string" && node.examples.is_none() && node.attributes.is_none()
    };
    let without_required = |node: SchemaNode| SchemaNode {
        required: Some(Vec::new()),
        ..node
    };
    match (left.r#type.as_str(), right.r#type.as_str()) {
        ("object", _) if is_empty(&right) => without_required(left),
        (_, "object") if is_empty(&left) => without_required(right),
        _ => merge(left, right),
    }
}

/// A document as the values that UTL-X has of it: `@name` for attributes, an array for repeated elements, a text for
/// an element with nothing else.
pub(crate) fn to_json(root: &Element) -> Value {
    json!({ root.name.clone(): element_to_json(root) })
}

fn element_to_json(element: &Element) -> Value {
    let text = element.text.trim();
    if element.children.is_empty() && element.attributes.is_empty() {
        return Value::String(text.to_owned());
    }
    let mut members = Map::new();
    for (name, value) in &element.attributes {
        members.insert(format!("@{name}"), Value::String(value.clone()));
    }
    if !text.is_empty() {
        members.insert("#text".to_owned(), Value::String(text.to_owned()));
    }
    let mut repeated: HashMap<&str, usize> = HashMap::new();
    for child in &element.children {
        *repeated.entry(&child.name).or_default() += 1;
    }
    for child in &element.children {
        let value = element_to_json(child);
        if repeated
            .get(child.name.as_str())
            .is_some_and(|count| *count > 1)
        {
            let items = members
                .entry(child.name.clone())
                .or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(items) = items {
                items.push(value);
            }
        } else {
            members.insert(child.name.clone(), value);
        }
    }
    Value::Object(members)
}
