//! The JSON Schema of a struct or of the contents of a variant: an object with its properties, a tuple, or the one
//! value in it. Flattened types are parts whose properties are not known when a macro runs.

use serde_json::{Value, json};

use super::kind_schema::tuple_schema;
use super::{Object, SchemaBuilder, SchemaForm, is_optional, with_annotations};
use crate::rust_types::Direction;
use crate::rust_types::rust_kind::RustKind;
use crate::rust_types::user_type::{About, Contents, Default, Member, Role};

impl SchemaBuilder<'_> {
    /// The schema of a struct or of what a variant has in it.
    pub(super) fn contents_schema(&mut self, contents: &Contents, about: &About) -> Value {
        match contents {
            Contents::Unit => with_annotations(json!({"type": "null"}), about, None),
            Contents::One(member) => {
                let schema = self.item_schema(member);
                with_annotations(schema, about, None)
            }
            Contents::Row(members) => {
                let items = members
                    .iter()
                    .map(|member| self.item_schema(member))
                    .collect();
                with_annotations(tuple_schema(items), about, None)
            }
            Contents::Fields {
                members, closed, ..
            } => {
                let object = self.object_schema(members, *closed, None);
                with_annotations(object, about, None)
            }
        }
    }

    fn item_schema(&mut self, member: &Member) -> Value {
        let schema = self.schema_with_keywords(&member.kind, &member.keywords);
        with_annotations(schema, &member.about, None)
    }

    /// The schema of an object with these fields, and a tag before them.
    pub(super) fn object_schema(
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
                    properties.insert(member.wire.clone(), self.property_schema(member));
                    if !is_optional(member, self.direction) {
                        required.push(&member.wire);
                    }
                }
                (Role::Part, kind) => parts.push(self.schema_with_keywords(kind, &[])),
                (Role::Rest, RustKind::Map(value)) => {
                    rest = Some(self.schema_with_keywords(value, &[]))
                }
                _ => {}
            }
        }
        if self.purpose != SchemaForm::Check {
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
        let in_parts = self.purpose == SchemaForm::Check && !parts.is_empty();
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
    fn property_schema(&mut self, member: &Member) -> Value {
        let is_input = self.direction == Direction::Input;
        let left_out = match (&member.kind, &member.skip_if) {
            (RustKind::Option(inner), None) if is_input && self.purpose == SchemaForm::Listed => {
                Some(inner)
            }
            (RustKind::Option(inner), Some(path)) if is_option_is_none(path) => Some(inner),
            _ => None,
        };
        let kind = left_out.map_or(&member.kind, |inner| inner);
        let schema = self.schema_with_keywords(kind, &member.keywords);
        let default = match &member.default {
            Some(Default::Value(value)) => Some(value),
            _ => None,
        };
        with_annotations(schema, &member.about, default)
    }
}

fn is_option_is_none(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev();
    let ends = |name: Option<&syn::PathSegment>, wanted: &str| {
        name.is_some_and(|name| name.ident == wanted)
    };
    ends(names.next(), "is_none") && ends(names.next(), "Option")
}
