//! JSON Schemas to Rust types.

mod branch_name;
mod choices;
mod classify;
mod objects;
mod open;
mod recursion;
mod scalars;
mod symbols;
mod union;

use std::collections::HashMap;

use indexmap::IndexMap;
use serde_json::Value;

use crate::model::{Definition, Shape, Type, TypeDef};
use crate::names::{Scope, pascal_name};
use crate::schema::resolve;
use crate::stack;

pub(crate) use classify::{Kind, classify};
pub(crate) use objects::{is_extended, required_names};
use symbols::SymbolKey;
pub(crate) use union::with_known_values;

/// Makes types from schemas, each named type once.
#[derive(Debug)]
pub(crate) struct Types<'a> {
    definitions: &'a IndexMap<String, Definition>,
    scope: Scope,
    by_key: HashMap<String, Type>,
    by_pointer: HashMap<String, Type>,
    symbols: HashMap<SymbolKey, Type>,
    made: Vec<TypeDef>,
}

/// What a schema is lowered for: where its type gets name and documentation from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'a> {
    /// Name of the type around it, `ListPets`.
    pub(crate) owner: &'a str,
    /// Name of the property or parameter, `status`.
    pub(crate) name: &'a str,
    /// JSON pointer of the schema.
    pub(crate) pointer: &'a str,
}

/// Lists of lists nested deeper than this by way of definitions are any JSON.
const DEEPEST: usize = 32;

/// Identifiers that generated code uses for other things.
pub(crate) const RESERVED_TYPES: &str = "\
    Annotations Answer Answers Api ApiKeyIn BaseUrl Box Choice Clone Code Copy Cursor Debug \
    Decode Default Definition Encode Encoder Encoding Eq Err Fields Handler HttpRequest \
    InputSchema Json Keyword Literal Map Method None Nullable OAuthFlow OAuthGrant Ok Option \
    OutputSchema PartialEq Pattern Preset Property Request Requirement Schema SchemaText Schemas \
    SecurityKind SecurityScheme Self Some String Style Symbol Tag Tool Types UrlVariable Vec Xml \
    XmlNode";

impl<'a> Types<'a> {
    pub(crate) fn new(definitions: &'a IndexMap<String, Definition>) -> Self {
        Self {
            definitions,
            scope: Scope::reserving(RESERVED_TYPES.split_whitespace()),
            by_key: HashMap::new(),
            by_pointer: HashMap::new(),
            symbols: HashMap::new(),
            made: Vec::new(),
        }
    }

    /// The types made so far, with boxes where a type contains itself, and a variant for values that
    /// the spec does not name where a response has the type.
    pub(crate) fn finish<'r>(
        mut self,
        received: impl IntoIterator<Item = &'r Type>,
    ) -> Vec<TypeDef> {
        open::open(&mut self.made, received);
        recursion::close(&mut self.made);
        self.made.sort_by(|a, b| a.ident.cmp(&b.ident));
        self.made
    }

    pub(crate) fn definitions(&self) -> &'a IndexMap<String, Definition> {
        self.definitions
    }

    /// The type of a schema that stands in an operation, not in another schema; the same place in
    /// the spec gives the same type.
    pub(crate) fn of_place(&mut self, schema: &Value, context: Context<'_>) -> Type {
        self.of_place_as(schema, context, context.pointer.to_owned())
    }

    /// [`of_place`](Self::of_place), where `place` says which place it is.
    pub(crate) fn of_place_as(
        &mut self,
        schema: &Value,
        context: Context<'_>,
        place: String,
    ) -> Type {
        if let Some(known) = self.by_pointer.get(&place) {
            return known.clone();
        }
        let made = self.of(schema, context);
        self.by_pointer.insert(place, made.clone());
        made
    }

    /// The type of a schema.
    pub(crate) fn of(&mut self, schema: &Value, context: Context<'_>) -> Type {
        match lone_reference(schema) {
            Some(key) => self.of_definition(key),
            None => self.of_kind(classify(schema, self.definitions), context, None),
        }
    }

    fn of_definition(&mut self, key: &str) -> Type {
        let key = behind(key, self.definitions);
        if let Some(known) = self.by_key.get(key) {
            return known.clone();
        }
        let Some(definition) = self.definitions.get(key) else {
            return Type::Json;
        };
        self.by_key.insert(key.to_owned(), Type::Json);
        let context = Context {
            owner: "",
            name: key,
            pointer: &definition.pointer,
        };
        let kind = classify(&definition.schema, self.definitions);
        let made = stack::with_room(|| self.of_kind(kind, context, Some(key)));
        let made = if nesting(&made) > DEEPEST {
            Type::Json
        } else {
            made
        };
        self.by_key.insert(key.to_owned(), made.clone());
        made
    }

    fn of_kind(&mut self, kind: Kind, context: Context<'_>, key: Option<&str>) -> Type {
        match kind {
            Kind::Scalar(ty) => ty,
            Kind::Nullable(inner) => nullable(self.of_kind(*inner, context, key)),
            Kind::Alias(inner) => self.of(&inner, context),
            Kind::List(items) => {
                let item = Context {
                    name: &format!("{} item", singular(context.name)),
                    ..context
                };
                Type::List(Box::new(
                    items.map_or(Type::Json, |items| self.of(&items, item)),
                ))
            }
            Kind::Map(values) => {
                let value = Context {
                    name: &format!("{} value", context.name),
                    ..context
                };
                Type::Map(Box::new(
                    values.map_or(Type::Json, |values| self.of(&values, value)),
                ))
            }
            Kind::Symbols(values) => self.symbol(values, context, key.is_some()),
            Kind::Codes(values) => self.code(values, context),
            Kind::Object(schema) => self.object(&schema, context, key),
            Kind::Choice(schema, branches) => self.choice(&schema, &branches, context, key),
        }
    }

    /// Takes a name for a type: of its own where it is a component, else of its owner and itself.
    fn claim(&mut self, context: Context<'_>) -> String {
        let own = pascal_name(context.name);
        if context.owner.is_empty() {
            self.scope.claim([own.clone(), format!("{own}Model")])
        } else {
            self.scope.claim([format!("{}{own}", context.owner)])
        }
    }

    fn push(&mut self, ident: String, schema: &Value, context: Context<'_>, shape: Shape) {
        self.made.push(TypeDef {
            ident,
            doc: doc_of(schema),
            pointer: context.pointer.to_owned(),
            shape,
        });
    }
}

/// The key of a `$ref: #/$defs/{key}`.
pub(crate) fn reference_key(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

/// The key of a `$ref` beside which nothing stands that a type would need a place for: what only
/// restricts the values of a schema leaves them their type.
pub(crate) fn lone_reference(schema: &Value) -> Option<&str> {
    const SHAPE: [&str; 9] = [
        "properties",
        "required",
        "additionalProperties",
        "patternProperties",
        "items",
        "prefixItems",
        "allOf",
        "anyOf",
        "oneOf",
    ];
    let key = reference_key(schema)?;
    let has_shape = SHAPE.iter().any(|keyword| schema.get(keyword).is_some());
    (!has_shape).then_some(key)
}

/// The key of the definition that gives its type to the definitions that but refer to it, that of
/// `key` among them.
fn behind<'k>(key: &'k str, definitions: &'k IndexMap<String, Definition>) -> &'k str {
    let mut passed = vec![key];
    while let Some(last) = passed.last().and_then(|last| definitions.get(*last))
        && let Some(next) = lone_reference(&last.schema)
        && !passed.contains(&next)
    {
        passed.push(next);
    }
    passed.pop().unwrap_or(key)
}

/// Title and description of a schema as documentation.
pub(crate) fn doc_of(schema: &Value) -> String {
    let text = |key| schema.get(key).and_then(Value::as_str).map(str::trim);
    text("description")
        .filter(|text| !text.is_empty())
        .or_else(|| text("title"))
        .unwrap_or_default()
        .to_owned()
}

fn nullable(inner: Type) -> Type {
    match inner {
        Type::Nullable(_) | Type::Json => inner,
        inner => Type::Nullable(Box::new(inner)),
    }
}

/// How many lists, maps and the like stand around the innermost type.
fn nesting(ty: &Type) -> usize {
    let mut nesting = 0;
    let mut inner = ty;
    while let Type::List(next) | Type::Map(next) | Type::Nullable(next) | Type::Boxed(next) = inner
    {
        inner = next;
        nesting += 1;
    }
    nesting
}

fn singular(name: &str) -> &str {
    name.strip_suffix('s').unwrap_or(name)
}

/// Whether a schema, references followed, is an object whose properties are known.
pub(crate) fn object_of(
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> Option<Value> {
    let resolved = resolve(schema, definitions);
    match classify(resolved, definitions) {
        Kind::Object(object) => Some(object),
        Kind::Alias(inner) if inner != *resolved && reference_key(&inner).is_some() => {
            object_of(&inner, definitions)
        }
        _ => None,
    }
}
