use serde_json::{Value, json};

use super::value::row;
use super::{Object, Purpose, Writer, annotated, is_optional};
use crate::rust_types::Direction;
use crate::rust_types::kind::Kind;
use crate::rust_types::model::{About, Contents, Default, Member, Role};

impl Writer<'_> {
    /// The schema of a struct or of what a variant has in it.
    pub(super) fn contents(&mut self, contents: &Contents, about: &About) -> Value {
        match contents {
            Contents::Unit => annotated(json!({"type": "null"}), about, None),
            Contents::One(member) => {
                let schema = self.item(member);
                annotated(schema, about, None)
            }
            Contents::Row(members) => {
                let items = members.iter().map(|member| self.item(member)).collect();
                annotated(row(items), about, None)
            }
            Contents::Fields {
                members, closed, ..
            } => {
                let object = self.object(members, *closed, None);
                annotated(object, about, None)
            }
        }
    }

    fn item(&mut self, member: &Member) -> Value {
        let schema = self.held(&member.kind, &member.keywords);
        annotated(schema, &member.about, None)
    }

    /// The schema of an object with these fields, and a tag before them.
    pub(super) fn object(
        &mut self,
        members: &[Member],
        closed: bool,
        tag: Option<(&str, Value)>,
    ) -> Value {
        let mut properties = Object::new();
        let mut required: Vec<&str> = Vec::new();
        if let Some((tag, schema)) = tag {
            properties.insert(tag.to_owned(), schema);
            required.push(tag);
        }
        let mut parts = Vec::new();
        let mut rest = None;
        for member in members {
            match (member.role, &member.kind) {
                (Role::Property, _) => {
                    properties.insert(member.wire.clone(), self.property(member));
                    if !is_optional(member, self.direction) {
                        required.push(&member.wire);
                    }
                }
                (Role::Part, kind) => parts.push(self.held(kind, &[])),
                (Role::Rest, Kind::Map(value)) => rest = Some(self.held(value, &[])),
                _ => {}
            }
        }
        if self.purpose != Purpose::Check {
            for (index, part) in parts.iter().enumerate() {
                properties.insert(format!("$part:{index}"), part.clone());
            }
        }
        let mut object = Object::new();
        object.insert("type".to_owned(), json!("object"));
        if !properties.is_empty() {
            object.insert("properties".to_owned(), properties.into());
        }
        if !required.is_empty() {
            object.insert("required".to_owned(), json!(required));
        }
        let others = rest.or(closed.then_some(Value::Bool(false)));
        let in_parts = self.purpose == Purpose::Check && !parts.is_empty();
        if in_parts {
            object.insert("allOf".to_owned(), parts.into());
        }
        if let Some(others) = others {
            let keyword = match in_parts {
                true => "unevaluatedProperties",
                false => "additionalProperties",
            };
            object.insert(keyword.to_owned(), others);
        }
        object.into()
    }

    /// A property that need not be there is shown without `null`, which says nothing else.
    fn property(&mut self, member: &Member) -> Value {
        let is_input = self.direction == Direction::Input;
        let left_out = match (&member.kind, &member.skip_if) {
            (Kind::Option(inner), None) if is_input && self.purpose == Purpose::Listed => {
                Some(inner)
            }
            (Kind::Option(inner), Some(path)) if is_is_none(path) => Some(inner),
            _ => None,
        };
        let kind = left_out.map_or(&member.kind, |inner| inner);
        let schema = self.held(kind, &member.keywords);
        let default = match &member.default {
            Some(Default::Value(value)) => Some(value),
            _ => None,
        };
        annotated(schema, &member.about, default)
    }
}

fn is_is_none(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev();
    let ends = |name: Option<&syn::PathSegment>, wanted: &str| {
        name.is_some_and(|name| name.ident == wanted)
    };
    ends(names.next(), "is_none") && ends(names.next(), "Option")
}
