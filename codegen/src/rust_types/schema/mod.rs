//! The JSON Schema of a user's type.

mod choice;
mod contents;
mod value;

use indexmap::IndexMap;
use quote::ToTokens as _;
use serde_json::{Map, Value, json};

use super::Direction;
use super::kind::Kind;
use super::model::{About, Member, Shape, UserType};
use crate::model::Definition;
use crate::schema::{conforms_to_schema, simplify_schema};

/// The schema of a type, in the forms that are needed of it.
pub(crate) struct Schemas {
    /// What values are held to.
    pub(crate) check: Value,
    /// The same, with flattened types as properties `$part:0`.
    pub(crate) faithful: Value,
    /// What clients are shown.
    pub(crate) listed: Value,
    /// The types that `#/$defs/0` and so on stand for.
    pub(crate) types: Types,
}

impl Schemas {
    pub(crate) fn of(user_type: &UserType, direction: Direction) -> Self {
        let mut types = Types::default();
        let mut form = |purpose| {
            let mut writer = Writer {
                purpose,
                direction,
                types: &mut types,
            };
            writer.user_type(user_type)
        };
        let check = form(Purpose::Check);
        let faithful = form(Purpose::Faithful);
        let shown = form(Purpose::Listed);
        let definitions: IndexMap<String, Definition> = (0..types.0.len())
            .map(|index| (index.to_string(), unseen()))
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
fn unseen() -> Definition {
    Definition {
        constant: String::new(),
        pointer: String::new(),
        schema: json!({"properties": {"unseen": {}}}),
    }
}

/// Types that have an implementation of their own, each once.
#[derive(Default)]
pub(crate) struct Types(pub(crate) Vec<syn::Type>);

impl Types {
    /// The number under which schemas refer to a type.
    pub(crate) fn index(&mut self, ty: &syn::Type) -> usize {
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
enum Purpose {
    Check,
    Faithful,
    Listed,
}

struct Writer<'a> {
    purpose: Purpose,
    direction: Direction,
    types: &'a mut Types,
}

type Object = Map<String, Value>;

impl Writer<'_> {
    fn user_type(&mut self, user_type: &UserType) -> Value {
        let mut schema = match &user_type.shape {
            Shape::Struct(contents) => self.contents(contents, &user_type.about),
            Shape::Names(names) => choice::names(names, &user_type.about),
            Shape::Choice(tagging, variants) => self.choice(tagging, variants, &user_type.about),
        };
        if let (Value::Object(object), Some(title)) = (&mut schema, &user_type.about.title) {
            object.insert("title".to_owned(), json!(title));
        }
        schema
    }

    fn reference(&mut self, ty: &syn::Type) -> Value {
        json!({"$ref": format!("#/$defs/{}", self.types.index(ty))})
    }
}

/// Whether the schema of a field admits a value, as far as it is seen here.
pub(super) fn admits(member: &Member, value: &Value) -> bool {
    let mut types = Types::default();
    let mut writer = Writer {
        purpose: Purpose::Check,
        direction: Direction::Input,
        types: &mut types,
    };
    let schema = writer.held(&member.kind, &member.keywords);
    let unseen = Definition {
        schema: json!({}),
        ..unseen()
    };
    let definitions = (0..writer.types.0.len())
        .map(|index| (index.to_string(), unseen.clone()))
        .collect();
    conforms_to_schema(value, &schema, &definitions)
}

/// Puts annotations before what a schema says.
fn annotated(schema: Value, about: &About, default: Option<&Value>) -> Value {
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
        Direction::Input => matches!(member.kind, Kind::Option(_)) || member.default.is_some(),
        Direction::Output => member.skip_if.is_some(),
    }
}
