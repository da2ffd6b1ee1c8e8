//! Writes a JSON value as an XML document by a table of hints. It gives UTF-8 bytes, or violations for names and
//! characters that XML does not allow. Escaping rules are in `xml_text`.

use quick_xml::Writer;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesCData, BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::name::QName;
use serde_json::Map;

use super::{Xml, XmlNode, xml_text};
use crate::json::{Json, push_escaped};
use crate::request::value_shape::leaf_text;
use crate::violation::{Violation, ViolationList};

/// The document of `value`, which stands at the JSON pointer `at`.
pub(in crate::request::body) fn write_document(
    at: &str,
    root: &str,
    xml: &Xml,
    value: &Json,
) -> Result<Vec<u8>, Vec<Violation>> {
    let mut document = DocumentWriter {
        out: Writer::new(Vec::new()),
        pointer: at.to_owned(),
        problems: ViolationList::default(),
    };
    // Optional in XML 1.0, but it tells the encoding to parsers that do not assume UTF-8.
    document.write_xml_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    document.write_root(root, xml, value);
    if document.problems.is_empty() {
        Ok(document.out.into_inner())
    } else {
        Err(document.problems.into_vec())
    }
}

struct DocumentWriter {
    out: Writer<Vec<u8>>,
    pointer: String,
    problems: ViolationList,
}

/// The name of a root that has none.
const ROOT: &str = "root";

impl DocumentWriter {
    /// A document has one root, so a list is always wrapped. An object that has no name and one
    /// member only is the frame that some specs put around the root.
    fn write_root(&mut self, name: &str, xml: &Xml, value: &Json) {
        match (xml.name_or_default(name), value) {
            ("", Json::Object(members)) if members.len() == 1 => {
                for (member, value) in members {
                    self.with_pointer_step(member, |document| {
                        document.write_root(member, xml.member_hints(member), value);
                    });
                }
            }
            (name, value) => {
                let name = if name.is_empty() { ROOT } else { name };
                let wrapped = Xml {
                    wrapped: true,
                    ..*xml
                };
                self.write_element(name, &wrapped, value);
            }
        }
    }

    fn write_element(&mut self, name: &str, xml: &Xml, value: &Json) {
        match value {
            // XML has no null, so the element is left out.
            Json::Null => {}
            Json::Array(items) if xml.wrapped => {
                let start = self.start_element(name, xml);
                self.write_enclosed(start, |document| document.write_items(name, xml, items));
            }
            Json::Array(items) => self.write_items(name, xml, items),
            Json::Object(members) => {
                let mut start = self.start_element(name, xml);
                for (member, value) in members {
                    self.push_attribute(&mut start, member, xml.member_hints(member), value);
                }
                self.write_enclosed(start, |document| document.write_members(xml, members));
            }
            scalar => {
                let start = self.start_element(name, xml);
                self.write_enclosed(start, |document| document.write_text(scalar));
            }
        }
    }

    fn write_members(&mut self, xml: &Xml, members: &Map<String, Json>) {
        for (member, value) in members {
            self.with_pointer_step(member, |document| {
                document.write_member(member, xml.member_hints(member), value);
            });
        }
    }

    /// Items without a name of their own have that of their list.
    fn write_items(&mut self, name: &str, xml: &Xml, items: &[Json]) {
        let hints = xml.item_hints();
        for (index, item) in items.iter().enumerate() {
            self.with_pointer_step(&index.to_string(), |document| match (hints.node, item) {
                (XmlNode::Text, item) if !item.is_object() => document.write_text(item),
                (XmlNode::CData, item) if !item.is_object() => document.write_cdata(item),
                (XmlNode::None, Json::Object(members)) => document.write_members(hints, members),
                _ => document.write_element(hints.name_or_default(name), hints, item),
            });
        }
    }

    fn write_member(&mut self, member: &str, xml: &Xml, value: &Json) {
        match xml.node {
            // Attributes were written with the start tag, before any child.
            XmlNode::Attribute if !value.is_object() => {}
            XmlNode::Text => self.write_text(value),
            XmlNode::CData => self.write_cdata(value),
            XmlNode::None => match value {
                Json::Object(members) => self.write_members(xml, members),
                value => self.write_text(value),
            },
            _ => self.write_element(xml.name_or_default(member), xml, value),
        }
    }

    fn push_attribute(
        &mut self,
        start: &mut BytesStart<'_>,
        member: &str,
        xml: &Xml,
        value: &Json,
    ) {
        if let (XmlNode::None, Json::Object(members)) = (xml.node, value) {
            for (inner, value) in members {
                self.with_pointer_step(member, |document| {
                    document.push_attribute(start, inner, xml.member_hints(inner), value);
                });
            }
        }
        if xml.node != XmlNode::Attribute || value.is_object() {
            return;
        }
        let Some(value) = join_list_text(value) else {
            return;
        };
        let name = qualify_name(xml.name_or_default(member), xml);
        self.with_pointer_step(member, |document| {
            document.check_name_and_text(&name, &value)
        });
        declare_namespace(start, xml);
        push_escaped_attribute(start, &name, &value);
    }

    fn start_element(&mut self, name: &str, xml: &Xml) -> BytesStart<'static> {
        let name = qualify_name(name, xml);
        self.check_name_and_text(&name, "");
        let mut start = BytesStart::new(name);
        declare_namespace(&mut start, xml);
        start
    }

    fn write_enclosed(&mut self, start: BytesStart<'static>, content: impl FnOnce(&mut Self)) {
        let end = BytesEnd::from(start.name()).into_owned();
        self.write_xml_event(Event::Start(start));
        content(self);
        self.write_xml_event(Event::End(end));
    }

    fn write_text(&mut self, value: &Json) {
        if let Some(text) = join_list_text(value) {
            self.check_name_and_text("_", &text);
            let escaped = xml_text::escape_content(&text);
            self.write_xml_event(Event::Text(BytesText::from_escaped(escaped)));
        }
    }

    /// Where the text has what ends a section, there are several.
    fn write_cdata(&mut self, value: &Json) {
        if let Some(text) = join_list_text(value) {
            self.check_name_and_text("_", &text);
            for section in BytesCData::escaped(&text) {
                self.write_xml_event(Event::CData(section));
            }
        }
    }

    fn check_name_and_text(&mut self, name: &str, value: &str) {
        if !xml_text::is_xml_name(name) {
            self.push_problem(format!("'{name}' cannot be the name of an XML element"));
        }
        if let Some(why) = xml_text::find_forbidden_character(value) {
            self.push_problem(why);
        }
    }

    fn write_xml_event(&mut self, event: Event<'_>) {
        if let Err(error) = self.out.write_event(event) {
            self.push_problem(error.to_string());
        }
    }

    fn push_problem(&mut self, message: String) {
        let pointer = &self.pointer;
        self.problems
            .push_with(|| Violation::new(pointer.clone(), message));
    }

    fn with_pointer_step(&mut self, step: &str, run: impl FnOnce(&mut Self)) {
        let length = self.pointer.len();
        self.pointer.push('/');
        push_escaped(&mut self.pointer, step);
        run(self);
        self.pointer.truncate(length);
    }
}

/// The text of a scalar; of a list, its items with spaces between them (XML Schema, "list").
fn join_list_text(value: &Json) -> Option<String> {
    match value {
        Json::Array(items) => {
            let texts: Vec<String> = items.iter().cloned().filter_map(leaf_text).collect();
            Some(texts.join(" "))
        }
        value => leaf_text(value.clone()),
    }
}

fn qualify_name(name: &str, xml: &Xml) -> String {
    if xml.prefix.is_empty() {
        name.to_owned()
    } else {
        format!("{}:{name}", xml.prefix)
    }
}

fn declare_namespace(start: &mut BytesStart<'_>, xml: &Xml) {
    if !xml.namespace.is_empty() {
        let name = match xml.prefix {
            "" => "xmlns".to_owned(),
            prefix => format!("xmlns:{prefix}"),
        };
        let is_there = start
            .attributes()
            .flatten()
            .any(|attribute| attribute.key.as_ref() == name);
        // XML 1.0, section 3.1: an element must not have the same attribute twice.
        if !is_there {
            push_escaped_attribute(start, &name, xml.namespace);
        }
    }
}

fn push_escaped_attribute(start: &mut BytesStart<'_>, name: &str, value: &str) {
    start.push_attribute(Attribute {
        key: QName(name),
        value: xml_text::escape_attribute(value).into(),
    });
}
