use quick_xml::Writer;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesCData, BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::name::QName;
use serde_json::Map;

use super::{Xml, XmlNode, text};
use crate::http::shape::leaf;
use crate::value::{Json, Violation, ViolationList, push_escaped};

/// The document of `value`, which stands at the JSON pointer `at`.
pub(in crate::http::body) fn write(
    at: &str,
    root: &str,
    xml: &Xml,
    value: &Json,
) -> Result<Vec<u8>, Vec<Violation>> {
    let mut document = Document {
        out: Writer::new(Vec::new()),
        pointer: at.to_owned(),
        problems: ViolationList::default(),
    };
    document.event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    document.root(root, xml, value);
    if document.problems.is_empty() {
        Ok(document.out.into_inner())
    } else {
        Err(document.problems.into_vec())
    }
}

struct Document {
    out: Writer<Vec<u8>>,
    pointer: String,
    problems: ViolationList,
}

/// The name of a root that has none.
const ROOT: &str = "root";

impl Document {
    /// A document has one root, so a list is always wrapped. An object that has no name and one
    /// member only is the frame that some specs put around the root.
    fn root(&mut self, name: &str, xml: &Xml, value: &Json) {
        match (xml.name_or(name), value) {
            ("", Json::Object(members)) if members.len() == 1 => {
                for (member, value) in members {
                    self.within(member, |document| {
                        document.root(member, xml.member(member), value);
                    });
                }
            }
            (name, value) => {
                let name = if name.is_empty() { ROOT } else { name };
                let wrapped = Xml {
                    wrapped: true,
                    ..*xml
                };
                self.element(name, &wrapped, value);
            }
        }
    }

    fn element(&mut self, name: &str, xml: &Xml, value: &Json) {
        match value {
            Json::Null => {}
            Json::Array(items) if xml.wrapped => {
                let start = self.start(name, xml);
                self.enclosed(start, |document| document.items(name, xml, items));
            }
            Json::Array(items) => self.items(name, xml, items),
            Json::Object(members) => {
                let mut start = self.start(name, xml);
                for (member, value) in members {
                    self.attribute(&mut start, member, xml.member(member), value);
                }
                self.enclosed(start, |document| document.members(xml, members));
            }
            scalar => {
                let start = self.start(name, xml);
                self.enclosed(start, |document| document.text(scalar));
            }
        }
    }

    fn members(&mut self, xml: &Xml, members: &Map<String, Json>) {
        for (member, value) in members {
            self.within(member, |document| {
                document.member(member, xml.member(member), value);
            });
        }
    }

    /// Items without a name of their own have that of their list.
    fn items(&mut self, name: &str, xml: &Xml, items: &[Json]) {
        let hints = xml.item();
        for (index, item) in items.iter().enumerate() {
            self.within(&index.to_string(), |document| match (hints.node, item) {
                (XmlNode::Text, item) if !item.is_object() => document.text(item),
                (XmlNode::CData, item) if !item.is_object() => document.cdata(item),
                (XmlNode::None, Json::Object(members)) => document.members(hints, members),
                _ => document.element(hints.name_or(name), hints, item),
            });
        }
    }

    fn member(&mut self, member: &str, xml: &Xml, value: &Json) {
        match xml.node {
            XmlNode::Attribute if !value.is_object() => {}
            XmlNode::Text => self.text(value),
            XmlNode::CData => self.cdata(value),
            XmlNode::None => match value {
                Json::Object(members) => self.members(xml, members),
                value => self.text(value),
            },
            _ => self.element(xml.name_or(member), xml, value),
        }
    }

    fn attribute(&mut self, start: &mut BytesStart<'_>, member: &str, xml: &Xml, value: &Json) {
        if let (XmlNode::None, Json::Object(members)) = (xml.node, value) {
            for (inner, value) in members {
                self.within(member, |document| {
                    document.attribute(start, inner, xml.member(inner), value);
                });
            }
        }
        if xml.node != XmlNode::Attribute || value.is_object() {
            return;
        }
        let Some(value) = list_text(value) else {
            return;
        };
        let name = qualified(xml.name_or(member), xml);
        self.within(member, |document| document.check(&name, &value));
        declare(start, xml);
        push(start, &name, &value);
    }

    fn start(&mut self, name: &str, xml: &Xml) -> BytesStart<'static> {
        let name = qualified(name, xml);
        self.check(&name, "");
        let mut start = BytesStart::new(name);
        declare(&mut start, xml);
        start
    }

    fn enclosed(&mut self, start: BytesStart<'static>, content: impl FnOnce(&mut Self)) {
        let end = BytesEnd::from(start.name()).into_owned();
        self.event(Event::Start(start));
        content(self);
        self.event(Event::End(end));
    }

    fn text(&mut self, value: &Json) {
        if let Some(text) = list_text(value) {
            self.check("_", &text);
            let escaped = text::content(&text);
            self.event(Event::Text(BytesText::from_escaped(escaped)));
        }
    }

    /// Where the text has what ends a section, there are several.
    fn cdata(&mut self, value: &Json) {
        if let Some(text) = list_text(value) {
            self.check("_", &text);
            for section in BytesCData::escaped(&text) {
                self.event(Event::CData(section));
            }
        }
    }

    fn check(&mut self, name: &str, value: &str) {
        if !text::is_name(name) {
            self.problem(format!("'{name}' can't be the name of an XML element"));
        }
        if let Some(why) = text::refusal(value) {
            self.problem(why);
        }
    }

    fn event(&mut self, event: Event<'_>) {
        if let Err(error) = self.out.write_event(event) {
            self.problem(error.to_string());
        }
    }

    fn problem(&mut self, message: String) {
        let pointer = &self.pointer;
        self.problems.push_with(|| Violation {
            pointer: pointer.clone(),
            message,
        });
    }

    fn within(&mut self, step: &str, run: impl FnOnce(&mut Self)) {
        let length = self.pointer.len();
        self.pointer.push('/');
        push_escaped(&mut self.pointer, step);
        run(self);
        self.pointer.truncate(length);
    }
}

/// The text of a scalar; of a list, its items with spaces between them (XML Schema, "list").
fn list_text(value: &Json) -> Option<String> {
    match value {
        Json::Array(items) => {
            let texts: Vec<String> = items.iter().cloned().filter_map(leaf).collect();
            Some(texts.join(" "))
        }
        value => leaf(value.clone()),
    }
}

fn qualified(name: &str, xml: &Xml) -> String {
    if xml.prefix.is_empty() {
        name.to_owned()
    } else {
        format!("{}:{name}", xml.prefix)
    }
}

fn declare(start: &mut BytesStart<'_>, xml: &Xml) {
    if !xml.namespace.is_empty() {
        let name = match xml.prefix {
            "" => "xmlns".to_owned(),
            prefix => format!("xmlns:{prefix}"),
        };
        let is_there = start
            .attributes()
            .flatten()
            .any(|attribute| attribute.key.as_ref() == name);
        if !is_there {
            push(start, &name, xml.namespace);
        }
    }
}

fn push(start: &mut BytesStart<'_>, name: &str, value: &str) {
    start.push_attribute(Attribute {
        key: QName(name),
        value: text::attribute(value).into(),
    });
}
