//! The JSON Schema of a user's type.

mod enum_schema;
mod kind_schema;
mod object_schema;

use indexmap::IndexMap;
use quote::ToTokens as _;
use serde_json::{Map, Value, json};

use super::Direction;
use super::rust_kind::RustKind;
use super::user_type::{About, Member, Shape, UserType};
use crate::model::Definition;
use crate::schema::{conforms_to_schema, simplify_schema};

/// The schema of a type, in the forms that are needed of it.
pub(crate) struct TypeSchemas {
    /// What values are held to.
    pub(crate) check: Value,
    /// The same, with flattened types as properties `$part:0`.
    pub(crate) faithful: Value,
    /// What clients are shown.
    pub(crate) listed: Value,
    /// The types that `#/$defs/0` and so on stand for.
    pub(crate) types: ReferencedTypes,
}

impl TypeSchemas {
    pub(crate) fn for_type(user_type: &UserType, direction: Direction) -> Self {
        let mut types = ReferencedTypes::default();
        let mut form = |purpose| {
            let mut writer = SchemaBuilder {
                purpose,
                direction,
                types: &mut types,
            };
            writer.type_schema(user_type)
        };
        // The forms share one list of types, so that a number means the same type in all of them.
        let check = form(SchemaForm::Check);
        let faithful = form(SchemaForm::Faithful);
        let shown = form(SchemaForm::Listed);
        let definitions: IndexMap<String, Definition> = (0..types.0.len())
            .map(|index| (index.to_string(), opaque_definition()))
            .collect();
        Self {
            listed: simplify_schema(&shown, &user_type.name, definitions),
            check,
            faithful,
            types,
        }
    }
}

/// A type that only its own implementation knows.
fn opaque_definition() -> Definition {
    Definition {
        constant: String::new(),
        pointer: String::new(),
        schema: json!({"properties": {"unseen": {}}}),
    }
}

/// Types that have an implementation of their own, each once.
#[derive(Default)]
pub(crate) struct ReferencedTypes(pub(crate) Vec<syn::Type>);

impl ReferencedTypes {
    /// The number under which schemas refer to a type.
    pub(crate) fn index_of_type(&mut self, ty: &syn::Type) -> usize {
        let text = ty.to_token_stream().to_string();
        let known = self
            .0
            .iter()
            .position(|known| known.to_token_stream().to_string() == text);
        known.unwrap_or_else(|| {
            self.0.push(ty.clone());
            self.0.len() - 1
        })
    }
}

/// What a schema is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SchemaForm {
    Check,
    Faithful,
    Listed,
}

struct SchemaBuilder<'a> {
    purpose: SchemaForm,
    direction: Direction,
    types: &'a mut ReferencedTypes,
}

type Object = Map<String, Value>;

impl SchemaBuilder<'_> {
    fn type_schema(&mut self, user_type: &UserType) -> Value {
        let mut schema = match &user_type.shape {
            Shape::Struct(contents) => self.contents_schema(contents, &user_type.about),
            Shape::Names(names) => enum_schema::string_enum_schema(names, &user_type.about),
            Shape::Choice(tagging, variants) => {
                self.union_schema(tagging, variants, &user_type.about)
            }
        };
        if let (Value::Object(object), Some(title)) = (&mut schema, &user_type.about.title) {
            object.insert("title".to_owned(), json!(title));
        }
        schema
    }

    fn reference_to_type(&mut self, ty: &syn::Type) -> Value {
        json!({"$ref": format!("#/$defs/{}", self.types.index_of_type(ty))})
    }
}

/// Whether the schema of a field admits a value, as far as it is seen here.
pub(super) fn is_valid_value(member: &Member, value: &Value) -> bool {
    let mut types = ReferencedTypes::default();
    let mut writer = SchemaBuilder {
        purpose: SchemaForm::Check,
        direction: Direction::Input,
        types: &mut types,
    };
    let schema = writer.schema_with_keywords(&member.kind, &member.keywords);
    let unseen = Definition {
        schema: json!({}),
        ..opaque_definition()
    };
    let definitions = (0..writer.types.0.len())
        .map(|index| (index.to_string(), unseen.clone()))
        .collect();
    conforms_to_schema(value, &schema, &definitions)
}

/// Puts annotations before what a schema says.
fn with_annotations(schema: Value, about: &About, default: Option<&Value>) -> Value {
    let mut object = Object::new();
    if let Some(title) = &about.title {
        object.insert("title".to_owned(), json!(title));
    }
    if !about.description.is_empty() {
        object.insert("description".to_owned(), json!(about.description));
    }
    if let Value::Object(own) = schema {
        for (keyword, value) in own {
            object.entry(keyword).or_insert(value);
        }
    }
    if let Some(default) = default {
        object.insert("default".to_owned(), default.clone());
    }
    if !about.examples.is_empty() {
        object.insert("examples".to_owned(), json!(about.examples));
    }
    if about.deprecated {
        object.insert("deprecated".to_owned(), json!(true));
    }
    Value::Object(object)
}

/// Whether the JSON may lack the property of a field.
fn is_optional(member: &Member, direction: Direction) -> bool {
    match direction {
        Direction::Input => matches!(member.kind, RustKind::Option(_)) || member.default.is_some(),
        Direction::Output => member.skip_if.is_some(),
    }
}
