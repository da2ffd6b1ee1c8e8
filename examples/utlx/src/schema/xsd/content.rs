//! The content of complex types: elements in sequences, choices and groups, attributes, and what a type has of the
//! one it is derived from.

use toolwright::Map;

use super::occurs::Occurs;
use super::simple::add_facets;
use super::{SchemaReader, find_child, text_value};
use crate::api::types::SchemaNode;
use crate::failure::Failure;
use crate::schema::node;
use crate::schema::xml::Element;

/// What the content of a type adds to an element.
#[derive(Default)]
pub(super) struct Content {
    pub(super) properties: Map<SchemaNode>,
    pub(super) required: Vec<String>,
    pub(super) attributes: Map<SchemaNode>,
    /// The value of simple content.
    pub(super) value: Option<SchemaNode>,
}

impl<'x> SchemaReader<'x> {
    pub(super) fn add_content(
        &mut self,
        parent: &'x Element,
        content: &mut Content,
    ) -> Result<(), Failure> {
        for child in &parent.children {
            self.expansion.count_step(child)?;
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
                        .and_then(|it| self.find_declaration("attributeGroup", it))
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
        if self.expansion.is_open(name) {
            return Ok(());
        }
        self.expand(name, |reader| reader.add_content(group, content))
    }

    fn add_derivation(
        &mut self,
        element: &'x Element,
        content: &mut Content,
    ) -> Result<(), Failure> {
        self.expansion.count_step(element)?;
        let base = element.attribute("base").unwrap_or_default();
        match self.find_declaration("complexType", base) {
            Some(base_type) if !self.expansion.is_open(base) => {
                // A restriction repeats what it keeps, an extension does not.
                if element.local_name() == "extension" {
                    self.expand(base, |reader| reader.add_content(base_type, content))?;
                }
            }
            // A type that is derived from itself, by a mistake: its content is being read already.
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
            self.expansion.count_step(child)?;
            let own = Occurs::read(child).within(occurs);
            // Each element of a choice may be absent.
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
            .and_then(|it| self.find_declaration("group", it))
        else {
            return Ok(());
        };
        let name = group.attribute("name").unwrap_or_default();
        if self.expansion.is_open(name) {
            return Ok(());
        }
        self.expansion.count_step(group)?;
        self.expand(name, |reader| {
            for child in &group.children {
                let own = Occurs::read(child).within(occurs);
                match child.local_name() {
                    "sequence" | "all" => reader.add_particles(child, own, is_choice, content)?,
                    "choice" => reader.add_particles(child, own, true, content)?,
                    _ => {}
                }
            }
            Ok(())
        })
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
            Some(reference) => self.find_declaration("element", reference),
            None => Some(element),
        };
        let reference = element.attribute("ref").unwrap_or_default();
        let name = element.attribute("name");
        let name = name.unwrap_or_else(|| reference.rsplit(':').next().unwrap_or(reference));
        let is_open = self.expansion.is_open(reference);
        let described = match declaration {
            Some(declaration) if !is_open => {
                // An element without a name of its own counts as a level, too; no other name has a NUL.
                let level = if reference.is_empty() {
                    "\0"
                } else {
                    reference
                };
                self.expand(level, |reader| reader.describe_element(declaration))?
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
            .and_then(|it| self.find_declaration("attribute", it));
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
}
