//! The `xml` hints of schemas as tables.

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::types::{Kind, classify, lone_reference, reference_key};
use crate::model::{Definition, Xml, XmlLink, XmlNode, XmlRoot};
use crate::schema::component_name;

/// The tables of a document: of definitions, and of bodies, by the names of their constants.
#[derive(Debug)]
pub(super) struct Tables<'a> {
    definitions: &'a IndexMap<String, Definition>,
    made: IndexMap<String, Xml>,
}

/// The name of the root element where the spec has none for it.
pub(super) const UNNAMED_ROOT: &str = "root";

/// Schemas that only contain themselves end somewhere.
const MAX_DEPTH: usize = 32;

impl<'a> Tables<'a> {
    pub(super) fn new(definitions: &'a IndexMap<String, Definition>) -> Self {
        Self {
            definitions,
            made: IndexMap::new(),
        }
    }

    pub(super) fn into_tables(self) -> IndexMap<String, Xml> {
        self.made
    }

    /// The root of a body. Where its table has no name, that is the component's, or else [`UNNAMED_ROOT`]:
    /// but an object of one property is the frame that some specs put around the root.
    pub(super) fn add_body(&mut self, schema: &Value, constant: &str) -> XmlRoot {
        let mut name = self.name_component(schema).to_owned();
        let table = match self.link_schema(schema) {
            XmlLink::Shared(constant) => constant,
            XmlLink::Inline(table) => {
                if name.is_empty() && table.name.is_empty() && !self.is_frame(schema) {
                    UNNAMED_ROOT.clone_into(&mut name);
                }
                self.made.insert(constant.to_owned(), table);
                constant.to_owned()
            }
        };
        XmlRoot { name, table }
    }

    /// The name of the component that a schema refers to. Its key may be another: the union of a schema and those that
    /// extend it stands for the component.
    fn name_component<'s>(&'s self, schema: &'s Value) -> &'s str {
        let Some(key) = reference_key(schema) else {
            return "";
        };
        let definition = self.definitions.get(key);
        definition
            .and_then(|definition| component_name(&definition.pointer))
            .unwrap_or(key)
    }

    /// Whether a schema has one property and no place for others.
    fn is_frame(&self, schema: &Value) -> bool {
        let Kind::Object(object) = classify(schema, self.definitions) else {
            return false;
        };
        let properties = object.get("properties").and_then(Value::as_object);
        let rest = object.get("additionalProperties");
        properties.is_some_and(|properties| properties.len() == 1)
            && rest.is_none_or(|rest| rest == &Value::Bool(false))
    }

    fn link_schema(&mut self, schema: &Value) -> XmlLink {
        let bare = lone_reference(schema).filter(|_| schema.get("xml").is_none());
        match bare.and_then(|key| self.share_definition(key)) {
            Some(constant) => XmlLink::Shared(constant),
            None => XmlLink::Inline(self.make_table(schema)),
        }
    }

    /// The constant of the table of a definition.
    fn share_definition(&mut self, key: &str) -> Option<String> {
        let definition = self.definitions.get(key)?;
        let constant = definition.constant.clone();
        if !self.made.contains_key(&constant) {
            // A placeholder, so that a definition which contains itself ends here.
            self.made.insert(constant.clone(), Xml::default());
            let table = self.make_table(&definition.schema);
            self.made.insert(constant.clone(), table);
        }
        Some(constant)
    }

    fn make_table(&mut self, schema: &Value) -> Xml {
        let mut hints = Map::new();
        self.collect_hints(schema, &mut hints, MAX_DEPTH);
        let mut parts = Parts::default();
        match lone_reference(schema) {
            Some(key) => parts.bases.push(key.to_owned()),
            None => self.collect_parts(classify(schema, self.definitions), &mut parts, MAX_DEPTH),
        }
        let text = |key: &str| {
            let text = hints.get(key).and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        let flag = |key: &str| hints.get(key) == Some(&Value::Bool(true));
        let node_type = text("nodeType");
        Xml {
            name: text("name"),
            namespace: text("namespace"),
            prefix: text("prefix"),
            node: match node_type.as_str() {
                "attribute" => XmlNode::Attribute,
                "text" => XmlNode::Text,
                "cdata" => XmlNode::CData,
                // A list has no element of its own anyway.
                "none" if parts.items.is_none() => XmlNode::None,
                _ if flag("attribute") => XmlNode::Attribute,
                _ => XmlNode::Element,
            },
            wrapped: flag("wrapped") || (node_type == "element" && parts.items.is_some()),
            members: parts
                .members
                .iter()
                .map(|(name, schema)| (name.clone(), self.link_schema(schema)))
                .filter(|(_, link)| !is_plain(link))
                .collect(),
            items: parts
                .items
                .map(|items| self.link_schema(&items))
                .filter(|link| !is_plain(link))
                .map(Box::new),
            bases: parts
                .bases
                .iter()
                .filter_map(|key| self.share_definition(key))
                .collect(),
        }
    }

    /// The hints of a schema; those nearer to the place of use come first.
    fn collect_hints(&self, schema: &Value, hints: &mut Map<String, Value>, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        let own = schema.get("xml").and_then(Value::as_object);
        for (key, value) in own.into_iter().flatten() {
            hints.entry(key.clone()).or_insert_with(|| value.clone());
        }
        let target = reference_key(schema).and_then(|key| self.definitions.get(key));
        if let Some(definition) = target {
            self.collect_hints(&definition.schema, hints, depth);
        }
        if let Some([only]) = schema
            .get("allOf")
            .and_then(Value::as_array)
            .map(Vec::as_slice)
        {
            self.collect_hints(only, hints, depth);
        }
    }

    /// The properties and items of a schema, those of its alternatives among them.
    fn collect_parts(&self, kind: Kind, parts: &mut Parts, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        let inner = |schema: &Value, parts: &mut Parts| match lone_reference(schema) {
            Some(key) => parts.bases.push(key.to_owned()),
            None => self.collect_parts(classify(schema, self.definitions), parts, depth),
        };
        match kind {
            Kind::Nullable(kind) => self.collect_parts(*kind, parts, depth),
            Kind::Alias(schema) => inner(&schema, parts),
            Kind::List(items) => {
                parts.items.get_or_insert(items.unwrap_or_default());
            }
            Kind::Object(schema) => parts.add_properties(&schema),
            Kind::Choice(schema, branches) => {
                parts.add_properties(&schema);
                for branch in &branches {
                    inner(branch, parts);
                }
            }
            Kind::Scalar(_) | Kind::TooLarge | Kind::Map(_) | Kind::Symbols(_) | Kind::Codes(_) => {
            }
        }
    }
}

#[derive(Default)]
struct Parts {
    members: IndexMap<String, Value>,
    items: Option<Value>,
    bases: Vec<String>,
}

impl Parts {
    fn add_properties(&mut self, schema: &Value) {
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            let known = self.members.entry(name.clone());
            known.or_insert_with(|| property.clone());
        }
    }
}

fn is_plain(link: &XmlLink) -> bool {
    *link == XmlLink::Inline(Xml::default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::testing::definitions_from_json;

    #[test]
    fn hints_of_references_yield_to_those_of_the_place() {
        let known = definitions_from_json(json!({
            "Pet": {
                "type": "object",
                "xml": {"name": "pet", "prefix": "p"},
                "properties": {
                    "id": {"type": "integer", "xml": {"attribute": true}},
                    "name": {"type": "string"},
                    "friend": {"$ref": "#/$defs/Pet"},
                    "foe": {"allOf": [{"$ref": "#/$defs/Pet"}], "xml": {"name": "foe"}},
                    "tags": {"type": "array", "xml": {"wrapped": true}, "items": {"type": "string", "xml": {"name": "tag"}}},
                },
            },
        }));
        let mut tables = Tables::new(&known);
        let root = tables.add_body(&json!({"$ref": "#/$defs/Pet"}), "ADD_PET");
        assert_eq!(root.name, "Pet");
        let made = tables.into_tables();
        let pet = &made[&root.table];
        assert_eq!(pet.name, "pet");
        let names: Vec<_> = pet.members.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["id", "friend", "foe", "tags"]);
        assert_eq!(pet.members[1].1, XmlLink::Shared(root.table.clone()));
        let XmlLink::Inline(foe) = &pet.members[2].1 else {
            panic!("is inline");
        };
        assert_eq!((foe.name.as_str(), foe.prefix.as_str()), ("foe", "p"));
        assert_eq!(foe.bases, [root.table]);
    }

    #[test]
    fn hints_beside_a_reference_count_as_well() {
        let hidden = json!({"type": "string", "xml": {"attribute": true}});
        let known =
            definitions_from_json(json!({"Pet": {"type": "object", "properties": {"id": hidden}}}));
        let dog = json!({"$ref": "#/$defs/Pet", "properties": {"breed": hidden}});
        let table = Tables::new(&known).make_table(&dog);
        let names: Vec<_> = table
            .members
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(names, ["breed", "id"]);
    }

    #[test]
    fn node_types() {
        let none = IndexMap::new();
        let mut tables = Tables::new(&none);
        let node = |tables: &mut Tables<'_>, schema: Value| tables.make_table(&schema);
        let text = json!({"type": "string", "xml": {"nodeType": "text"}});
        assert_eq!(node(&mut tables, text).node, XmlNode::Text);
        let attribute = json!({"type": "string", "xml": {"nodeType": "attribute"}});
        assert_eq!(node(&mut tables, attribute).node, XmlNode::Attribute);
        let cdata = json!({"type": "string", "xml": {"nodeType": "cdata"}});
        assert_eq!(node(&mut tables, cdata).node, XmlNode::CData);
        let none = json!({"type": "object", "xml": {"nodeType": "none"}});
        assert_eq!(node(&mut tables, none).node, XmlNode::None);
        let list = json!({"type": "array", "items": {}, "xml": {"nodeType": "none"}});
        let list = node(&mut tables, list);
        assert!(list.node == XmlNode::Element && !list.wrapped);
        let list = json!({"type": "array", "items": {}, "xml": {"nodeType": "element"}});
        assert!(node(&mut tables, list).wrapped);
    }
}
