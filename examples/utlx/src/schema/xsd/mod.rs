//! Reads the common part of XML Schema: elements, attributes, complex types with sequences, choices, `all`,
//! extensions and groups, simple types with facets. What is not read is told, never passed over. It is used by the
//! stand-in, and for daemons that return a schema as they got it.

mod occurs;
mod simple;

use std::collections::HashMap;

use serde_json::Value;
use toolwright::Map;

use occurs::Occurs;
use simple::{add_facets, describe_builtin};

use super::infer::Described;
use super::node;
use super::xml::{self, Element};
use crate::api::types::SchemaNode;
use crate::failure::Failure;

/// Nodes that are described. A type is described at each use, so a small schema can be a large structure.
const MAX_NODES: usize = 5000;

/// Parts of types and groups that are read, each at every use: a group that uses the next one twice is two to the power
/// of their number.
const MAX_STEPS: usize = 30_000;
/// Bytes of the attributes of all these parts.
const MAX_TEXT_BYTES: usize = 32 << 20;
/// Bytes of a description.
const MAX_DOCUMENTATION: usize = 1000;
/// Elements, types and groups within each other.
const MAX_LEVELS: usize = 110;

/// Reads a schema: an object with the elements that a document may have as its root.
///
/// # Errors
///
/// The text is not XML Schema, or has parts that are not supported.
pub(crate) fn describe(text: &str) -> Result<Described, Failure> {
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
    open: Vec<&'x str>,
    nodes: usize,
    steps: usize,
    text_bytes: usize,
    notes: Vec<String>,
}

/// What the content of a type adds to an element.
#[derive(Default)]
struct Content {
    properties: Map<SchemaNode>,
    required: Vec<String>,
    attributes: Map<SchemaNode>,
    /// The value of simple content.
    value: Option<SchemaNode>,
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
            open: Vec::new(),
            nodes: 0,
            steps: 0,
            text_bytes: 0,
            notes,
        }
    }

    /// Counts a part that is read.
    fn count_step(&mut self, part: &Element) -> Result<(), Failure> {
        self.steps += 1;
        let attributes = part.attributes.iter();
        self.text_bytes += attributes.map(|(_, value)| value.len()).sum::<usize>();
        if self.text_bytes > MAX_TEXT_BYTES {
            let megabytes = MAX_TEXT_BYTES >> 20;
            return Err(unsupported(&format!(
                "a schema whose types and groups have more than {megabytes} MB, counted at each use,"
            )));
        }
        if self.steps > MAX_STEPS {
            return Err(unsupported(&format!(
                "a schema whose types and groups have more than {MAX_STEPS} parts, counted at each use,"
            )));
        }
        if self.open.len() > MAX_LEVELS {
            return Err(unsupported(&format!(
                "a schema with more than {MAX_LEVELS} elements, types and groups within each other"
            )));
        }
        Ok(())
    }

    fn find(&self, kind: &'static str, name: &str) -> Option<&'x Element> {
        let local = name.rsplit(':').next().unwrap_or(name);
        self.declared.get(&(kind, local)).copied()
    }

    fn describe_element(&mut self, element: &'x Element) -> Result<SchemaNode, Failure> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(unsupported(&format!(
                "a schema of more than {MAX_NODES} elements"
            )));
        }
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
        if let Some(element) = self.find("complexType", name) {
            if self.open.contains(&name) {
                return Ok(SchemaNode {
                    r#ref: Some(name.rsplit(':').next().unwrap_or(name).to_owned()),
                    ..node::of_type("object")
                });
            }
            self.open.push(name);
            let described = self.describe_complex_type(element);
            self.open.pop();
            return described;
        }
        if let Some(element) = self.find("simpleType", name) {
            if self.open.contains(&name) {
                return Err(Failure::parse(format!(
                    "The simple type {name} is derived from itself."
                )));
            }
            self.open.push(name);
            let described = self.describe_simple_type(element);
            self.open.pop();
            return described;
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

    fn add_content(&mut self, parent: &'x Element, content: &mut Content) -> Result<(), Failure> {
        for child in &parent.children {
            self.count_step(child)?;
            match child.local_name() {
                "sequence" | "all" => {
                    self.add_particles(child, Occurs::read(child), false, content)?
                }
                "choice" => self.add_particles(child, Occurs::read(child), true, content)?,
                "group" => self.add_group(child, Occurs::ONCE, false, content)?,
                "attribute" => self.add_attribute(child, content)?,
                "attributeGroup" => {
                    if let Some(group) = child
                        .attribute("ref")
                        .and_then(|it| self.find("attributeGroup", it))
                    {
                        self.add_content_once(group, content)?;
                    }
                }
                "complexContent" | "simpleContent" => self.add_content(child, content)?,
                "extension" | "restriction" => self.add_derivation(child, content)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds the content of a named group, unless it is being added already.
    fn add_content_once(
        &mut self,
        group: &'x Element,
        content: &mut Content,
    ) -> Result<(), Failure> {
        let name = group.attribute("name").unwrap_or_default();
        if self.open.contains(&name) {
            return Ok(());
        }
        self.open.push(name);
        let added = self.add_content(group, content);
        self.open.pop();
        added
    }

    fn add_derivation(
        &mut self,
        element: &'x Element,
        content: &mut Content,
    ) -> Result<(), Failure> {
        self.count_step(element)?;
        let base = element.attribute("base").unwrap_or_default();
        match self.find("complexType", base) {
            Some(base_type) if !self.open.contains(&base) => {
                // A restriction repeats what it keeps, an extension does not.
                if element.local_name() == "extension" {
                    self.open.push(base);
                    let added = self.add_content(base_type, content);
                    self.open.pop();
                    added?;
                }
            }
            Some(_) => {}
            None if base.is_empty() || base.ends_with(":anyType") => {}
            None => content.value = Some(self.describe_type(base)?),
        }
        if let Some(value) = &mut content.value {
            // They are counted as content below.
            add_facets(element, value);
        }
        self.add_content(element, content)
    }

    fn add_particles(
        &mut self,
        group: &'x Element,
        occurs: Occurs,
        is_choice: bool,
        content: &mut Content,
    ) -> Result<(), Failure> {
        for child in &group.children {
            self.count_step(child)?;
            let own = Occurs::read(child).within(occurs);
            let own = match is_choice {
                true => Occurs { least: 0, ..own },
                false => own,
            };
            match child.local_name() {
                "element" => self.add_element(child, own, content)?,
                "sequence" | "all" => self.add_particles(child, own, is_choice, content)?,
                "choice" => self.add_particles(child, own, true, content)?,
                "group" => self.add_group(child, own, is_choice, content)?,
                "any" => {
                    let note = "Other elements may occur where the schema has xs:any.".to_owned();
                    if !self.notes.contains(&note) {
                        self.notes.push(note);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn add_group(
        &mut self,
        reference: &'x Element,
        occurs: Occurs,
        is_choice: bool,
        content: &mut Content,
    ) -> Result<(), Failure> {
        let Some(group) = reference
            .attribute("ref")
            .and_then(|it| self.find("group", it))
        else {
            return Ok(());
        };
        let name = group.attribute("name").unwrap_or_default();
        if self.open.contains(&name) {
            return Ok(());
        }
        self.count_step(group)?;
        self.open.push(name);
        let mut added = Ok(());
        for child in &group.children {
            let own = Occurs::read(child).within(occurs);
            added = match child.local_name() {
                "sequence" | "all" => self.add_particles(child, own, is_choice, content),
                "choice" => self.add_particles(child, own, true, content),
                _ => Ok(()),
            };
            if added.is_err() {
                break;
            }
        }
        self.open.pop();
        added
    }

    fn add_element(
        &mut self,
        element: &'x Element,
        occurs: Occurs,
        content: &mut Content,
    ) -> Result<(), Failure> {
        if occurs.most == Some(0) {
            return Ok(());
        }
        let declaration = match element.attribute("ref") {
            Some(reference) => self.find("element", reference),
            None => Some(element),
        };
        let reference = element.attribute("ref").unwrap_or_default();
        let name = element.attribute("name");
        let name = name.unwrap_or_else(|| reference.rsplit(':').next().unwrap_or(reference));
        let is_open = self.open.contains(&reference);
        let described = match declaration {
            Some(declaration) if !is_open => {
                self.open.push(if reference.is_empty() {
                    "\0"
                } else {
                    reference
                });
                let described = self.describe_element(declaration);
                self.open.pop();
                described?
            }
            _ => SchemaNode {
                r#ref: Some(name.to_owned()),
                ..node::of_type("any")
            },
        };
        let described = match occurs.most {
            Some(1) => described,
            most => SchemaNode {
                items: Some(Box::new(described)),
                min_items: Some(occurs.least),
                max_items: most,
                ..node::of_type("array")
            },
        };
        if occurs.least > 0 && !content.required.iter().any(|it| it == name) {
            content.required.push(name.to_owned());
        }
        content.properties.insert(name, described);
        Ok(())
    }

    fn add_attribute(
        &mut self,
        element: &'x Element,
        content: &mut Content,
    ) -> Result<(), Failure> {
        let reference = element
            .attribute("ref")
            .and_then(|it| self.find("attribute", it));
        let declaration = reference.unwrap_or(element);
        let Some(name) = declaration.attribute("name").or(element.attribute("ref")) else {
            return Ok(());
        };
        if element.attribute("use") == Some("prohibited") {
            return Ok(());
        }
        let mut described = if let Some(name) = declaration.attribute("type") {
            self.describe_type(name)?
        } else if let Some(inline) = find_child(declaration, "simpleType") {
            self.describe_simple_type(inline)?
        } else {
            node::of_type("string")
        };
        described.default = text_value(declaration, "default");
        content.attributes.insert(name, described);
        Ok(())
    }

    fn describe_simple_type(&mut self, element: &'x Element) -> Result<SchemaNode, Failure> {
        self.count_step(element)?;
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
                    self.count_step(facet)?;
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

fn unsupported(what: &str) -> Failure {
    Failure::parse(format!("{what} is not supported."))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message for a schema with a root element of type `T0` and these declarations.
    fn message_for(declarations: &str) -> String {
        let schema = format!(
            "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">\
             <xs:element name=\"a\" type=\"T0\"/>{declarations}</xs:schema>"
        );
        describe(&schema).expect_err("is too large").message
    }

    #[test]
    fn groups_that_double_at_each_level_are_refused() {
        let groups = (0..40).map(|level| {
            let next = format!("<xs:group ref=\"G{}\"/>", level + 1).repeat(2);
            format!("<xs:group name=\"G{level}\"><xs:sequence>{next}</xs:sequence></xs:group>")
        });
        let message = message_for(&format!(
            "{}<xs:complexType name=\"T0\"><xs:group ref=\"G0\"/></xs:complexType>",
            groups.collect::<String>()
        ));
        assert!(message.contains("more than 30000 parts"), "{message}");
    }

    #[test]
    fn attribute_groups_that_double_at_each_level_are_refused() {
        let groups = (0..40).map(|level| {
            let next = format!("<xs:attributeGroup ref=\"G{}\"/>", level + 1).repeat(2);
            format!("<xs:attributeGroup name=\"G{level}\">{next}</xs:attributeGroup>")
        });
        let message = message_for(&format!(
            "{}<xs:complexType name=\"T0\"><xs:attributeGroup ref=\"G0\"/></xs:complexType>",
            groups.collect::<String>()
        ));
        assert!(message.contains("more than 30000 parts"), "{message}");
    }

    #[test]
    fn unions_that_double_at_each_level_are_refused() {
        let types = (0..40).map(|level| {
            let next = level + 1;
            format!(
                "<xs:simpleType name=\"T{level}\"><xs:union memberTypes=\"T{next} T{next}\"/></xs:simpleType>"
            )
        });
        let types = types.collect::<String>();
        let last = "<xs:simpleType name=\"T40\"><xs:restriction base=\"xs:int\"/></xs:simpleType>";
        let message = message_for(&format!("{types}{last}"));
        assert!(message.contains("more than 30000 parts"), "{message}");
    }

    #[test]
    fn chains_of_types_are_limited_before_the_stack_ends() {
        let elements = (0..3000).map(|level| {
            format!(
                "<xs:complexType name=\"T{level}\"><xs:sequence>\
                 <xs:element name=\"b\" type=\"T{}\"/></xs:sequence></xs:complexType>",
                level + 1
            )
        });
        let message = message_for(&elements.collect::<String>());
        assert!(message.contains("within each other"), "{message}");
        let extensions = (0..3000).map(|level| {
            format!(
                "<xs:complexType name=\"T{level}\"><xs:complexContent>\
                 <xs:extension base=\"T{}\"/></xs:complexContent></xs:complexType>",
                level + 1
            )
        });
        let message = message_for(&extensions.collect::<String>());
        assert!(message.contains("within each other"), "{message}");
    }

    #[test]
    fn long_values_and_descriptions_that_are_used_often_are_limited() {
        let uses: String = (0..1000)
            .map(|number| format!("<xs:element name=\"e{number}\" type=\"T1\"/>"))
            .collect();
        let value = "x".repeat(100_000);
        let schema = |inner: &str| {
            format!(
                "<xs:complexType name=\"T0\"><xs:sequence>{uses}</xs:sequence></xs:complexType>\
                 <xs:simpleType name=\"T1\">{inner}</xs:simpleType>"
            )
        };
        let message = message_for(&schema(&format!(
            "<xs:restriction base=\"xs:string\"><xs:enumeration value=\"{value}\"/></xs:restriction>"
        )));
        assert!(message.contains("more than 32 MB"), "{message}");
        let words = "word ".repeat(20_000);
        let described = describe(&format!(
            "<xs:schema xmlns:xs=\"x\"><xs:element name=\"a\"><xs:annotation><xs:documentation>{words}\
             </xs:documentation></xs:annotation></xs:element></xs:schema>"
        ));
        let node = described.expect("is a schema").node;
        let root = node.properties.as_ref().and_then(|it| it.get("a"));
        let text = root
            .and_then(|it| it.description.as_deref())
            .expect("is described");
        assert!(
            text.len() <= MAX_DOCUMENTATION + 10 && text.ends_with('…'),
            "{text}"
        );
    }
}
