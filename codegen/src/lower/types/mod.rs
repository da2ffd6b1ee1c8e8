//! JSON Schemas to Rust types.

mod branch_name;
mod choices;
mod classify;
mod composition;
mod constant;
mod merge_equal;
mod naming;
mod objects;
mod open;
mod range_doc;
mod recursion;
mod scalars;
mod symbols;
mod union;

use std::collections::HashMap;

use indexmap::IndexMap;
use serde_json::Value;

use crate::model::{Definition, Operation, Shape, Type, TypeDef};
use crate::names::{NameLock, name_of_shared_type, pascal_name, singular_of_last_word};
use crate::schema::Schema;
use crate::schema::{UNEVALUATED, expansion_budget, resolve_reference};
use crate::stack;

pub(crate) use classify::{Kind, classify};
use composition::{Compositions, is_composition};
use merge_equal::merge_equal_types;
use naming::{Naming, TypePlace, wanted_name};
pub(crate) use objects::{is_extended, required_names};
pub(crate) use range_doc::with_range;
use symbols::SymbolKey;
pub(crate) use union::with_known_values;

/// Makes types from schemas, each named type once.
#[derive(Debug)]
pub(crate) struct Types<'a> {
    definitions: &'a IndexMap<String, Definition>,
    naming: Naming<'a>,
    by_key: HashMap<String, Type>,
    by_pointer: HashMap<String, Type>,
    /// What is read: the request struct, the component or the shared place.
    home: String,
    symbols: HashMap<SymbolKey, Type>,
    compositions: Compositions,
    made: Vec<TypeDef>,
}

/// What a type is the type of, if others can refer to it: so that a schema that contains itself gets a
/// type that contains itself.
#[derive(Clone, Copy, Debug)]
enum Known<'a> {
    /// Something that nothing else can refer to.
    Nowhere,
    /// The definition of that key.
    Definition(&'a str),
    /// A composition of schemas, or null.
    Composition {
        schema: &'a Value,
        is_nullable: bool,
    },
}

impl<'a> Known<'a> {
    /// The key of the definition that it is.
    fn definition_key(self) -> Option<&'a str> {
        match self {
            Self::Definition(key) => Some(key),
            _ => None,
        }
    }

    /// The same, of which null is a value.
    fn or_null(self) -> Self {
        match self {
            Self::Composition { schema, .. } => Self::Composition {
                schema,
                is_nullable: true,
            },
            other => other,
        }
    }
}

/// All types, named.
pub(crate) struct Made {
    /// In the order of their names.
    pub(crate) all: Vec<TypeDef>,
    /// The places of schemas that are typed as any JSON, since their types would have grown too large.
    pub(crate) widened: Vec<String>,
    /// The names that do not follow from one place alone, with the places of each: several want it, or share the type.
    pub(crate) contested: HashMap<String, Vec<TypePlace>>,
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
    /// None yet of these definitions, and of the schemas that stand in operations.
    pub(crate) fn new(
        definitions: &'a IndexMap<String, Definition>,
        in_operations: &[Schema],
        lock: &'a NameLock,
    ) -> Self {
        let in_operations = in_operations.iter().map(|schema| &schema.value);
        let budget = expansion_budget(definitions, in_operations);
        Self {
            definitions,
            naming: Naming::for_definitions(definitions, lock),
            by_key: HashMap::new(),
            by_pointer: HashMap::new(),
            home: String::new(),
            symbols: HashMap::new(),
            compositions: Compositions::with_budget(budget),
            made: Vec::new(),
        }
    }

    /// The types made so far, with boxes where a type contains itself, and a variant for values that
    /// the spec does not name where a response has the type. They are named in the operations, too.
    pub(crate) fn finish_types(mut self, operations: &mut [Operation]) -> Made {
        // The order matters. Opening an enum may add a variant, closing cycles adds boxes, only then can it be seen
        // which types are equal, and names are chosen when no type comes or goes any more.
        open::open_enums(
            &mut self.made,
            operations.iter().flat_map(Operation::received),
        );
        recursion::close_cycles(&mut self.made);
        merge_equal_types(&mut self.made, operations, &mut self.naming);
        let contested = self.naming.finish_names(&mut self.made, operations);
        // Sorted by name, because the order in which types are made follows the operations and
        // would move with them.
        self.made.sort_by(|a, b| a.ident.cmp(&b.ident));
        Made {
            all: self.made,
            widened: self.compositions.into_widened(),
            contested,
        }
    }

    pub(crate) fn definitions(&self) -> &'a IndexMap<String, Definition> {
        self.definitions
    }

    /// The type of a schema that stands in the operation at a pointer, or in what operations share;
    /// the same shared place in the spec gives the same type.
    pub(crate) fn lower_place(
        &mut self,
        schema: &Value,
        context: Context<'_>,
        operation: &str,
    ) -> Type {
        self.lower_shared_place(schema, context, operation, context.pointer.to_owned())
    }

    /// [`lower_place`](Self::lower_place), where `place` says which place it is.
    pub(crate) fn lower_shared_place(
        &mut self,
        schema: &Value,
        context: Context<'_>,
        operation: &str,
        place: String,
    ) -> Type {
        let inside = context.pointer.strip_prefix(operation);
        if context.pointer.is_empty() || inside.is_some_and(|inside| inside.starts_with('/')) {
            return self.at_home(context.owner, |types| types.lower_schema(schema, context));
        }
        if let Some(known) = self.by_pointer.get(&place) {
            return known.clone();
        }
        let shared = Context {
            owner: "",
            name: &name_of_shared_type(context.pointer, context.name),
            ..context
        };
        let made = self.at_home(context.pointer, |types| types.lower_schema(schema, shared));
        self.by_pointer.insert(place, made.clone());
        made
    }

    /// The type of a component some of whose properties are files in a multipart body.
    pub(crate) fn lower_form(&mut self, schema: &Value, key: &str, pointer: &str) -> Type {
        if let Some(known) = self.by_pointer.get(pointer) {
            return known.clone();
        }
        let form = Context {
            owner: "",
            name: &format!("{key} form"),
            pointer,
        };
        let made = self.at_home(pointer, |types| types.lower_schema(schema, form));
        self.by_pointer.insert(pointer.to_owned(), made.clone());
        made
    }

    /// The type of a schema.
    pub(crate) fn lower_schema(&mut self, schema: &Value, context: Context<'_>) -> Type {
        match lone_reference(schema) {
            Some(key) => self.lower_definition(key),
            None if is_composition(schema) => self.lower_composition(schema, context),
            None => {
                if !self.compositions.spend_inside(1, context.pointer) {
                    return Type::Json;
                }
                self.lower_kind(classify(schema, self.definitions), context, Known::Nowhere)
            }
        }
    }

    /// The type of a schema that is put together of others. Each place gets a type of its own, so that
    /// a schema that contains itself this way would never end, and one that others contain twice each
    /// would double with each of them.
    fn lower_composition(&mut self, schema: &Value, context: Context<'_>) -> Type {
        if let Some(known) = self.compositions.begin_composition(schema) {
            return known;
        }
        let known = Known::Composition {
            schema,
            is_nullable: false,
        };
        let made = stack::with_stack_room(|| self.lower_parts(schema, context, known));
        self.compositions.end_composition(schema);
        made
    }

    /// The type of a schema by what it consists of. What is put together of other schemas is paid for, all
    /// its properties with it.
    fn lower_parts(&mut self, schema: &Value, context: Context<'_>, known: Known<'_>) -> Type {
        if !is_composition(schema) {
            let kind = classify(schema, self.definitions);
            return self.lower_kind(kind, context, known);
        }
        if !self.compositions.spend_budget(1, context.pointer) {
            return Type::Json;
        }
        let kind = classify(schema, self.definitions);
        let properties = count_merged_properties(&kind);
        match self.compositions.spend_budget(properties, context.pointer) {
            true => self.lower_kind(kind, context, known),
            false => Type::Json,
        }
    }

    /// Notes the type that a schema will have, before what it consists of is typed.
    fn announce_type(&mut self, known: Known<'_>, ident: &str) {
        let made = Type::Named(ident.to_owned());
        match known {
            Known::Nowhere => {}
            Known::Definition(key) => drop(self.by_key.insert(key.to_owned(), made)),
            Known::Composition {
                schema,
                is_nullable: true,
            } => self
                .compositions
                .announce_composition(schema, make_nullable(made)),
            Known::Composition { schema, .. } => {
                self.compositions.announce_composition(schema, made)
            }
        }
    }

    fn at_home(&mut self, home: &str, make: impl FnOnce(&mut Self) -> Type) -> Type {
        let around = std::mem::replace(&mut self.home, home.to_owned());
        let made = make(self);
        self.home = around;
        made
    }

    fn lower_definition(&mut self, key: &str) -> Type {
        let key = follow_alias(key, self.definitions);
        if let Some(known) = self.by_key.get(key) {
            return known.clone();
        }
        let Some(definition) = self.definitions.get(key) else {
            return Type::Json;
        };
        // A definition that reaches itself before its type has a name, such as a list of itself,
        // has no finite Rust type. It finds this entry and becomes any JSON there.
        self.by_key.insert(key.to_owned(), Type::Json);
        let context = Context {
            owner: "",
            name: key,
            pointer: &definition.pointer,
        };
        let known = Known::Definition(key);
        let made = stack::with_stack_room(|| {
            self.at_home(&definition.pointer, |types| {
                types.lower_parts(&definition.schema, context, known)
            })
        });
        // `A = [B]`, `B = [C]` and so on would nest as deep as there are definitions, and rustc
        // would have to print such a type in every error.
        let made = if nesting_depth(&made) > DEEPEST {
            Type::Json
        } else {
            made
        };
        self.by_key.insert(key.to_owned(), made.clone());
        made
    }

    fn lower_kind(&mut self, kind: Kind, context: Context<'_>, known: Known<'_>) -> Type {
        match kind {
            Kind::Scalar(ty) => ty,
            Kind::TooLarge => {
                self.compositions.widen_composition(context.pointer);
                Type::Json
            }
            Kind::Nullable(inner) => {
                make_nullable(self.lower_kind(*inner, context, known.or_null()))
            }
            Kind::Alias(inner) => self.lower_schema(&inner, context),
            Kind::List(items) => {
                let item = Context {
                    // `tags` gives `TagItem`: what the list holds, not `TagsItem`.
                    name: &format!("{} item", singular_of_last_word(context.name)),
                    ..context
                };
                Type::List(Box::new(
                    items.map_or(Type::Json, |items| self.lower_schema(&items, item)),
                ))
            }
            Kind::Map(values) => {
                let value = Context {
                    name: &format!("{} value", context.name),
                    ..context
                };
                Type::Map(Box::new(
                    values.map_or(Type::Json, |values| self.lower_schema(&values, value)),
                ))
            }
            Kind::Symbols(values) => self.symbol_variant(values, context, known.definition_key()),
            Kind::Codes(values) => self.code_variant(&values, context, known.definition_key()),
            Kind::Object(schema) => self.lower_object(&schema, context, known),
            Kind::Choice(schema, branches) => self.lower_choice(&schema, &branches, context, known),
        }
    }

    /// A mark for the name of a type: its own where it is a component, else of its owner and itself.
    fn claim_name(&mut self, context: Context<'_>) -> String {
        let component = match context.owner {
            "" => self.naming.component_name(context.name, context.pointer),
            _ => None,
        };
        component.unwrap_or_else(|| {
            let name = name_of_place(context);
            self.naming.claim_ident(name, context.name, context.pointer)
        })
    }

    fn add_type(&mut self, ident: String, schema: &Value, context: Context<'_>, shape: Shape) {
        self.made.push(TypeDef {
            ident,
            doc: doc_of(schema),
            pointer: context.pointer.to_owned(),
            shape,
        });
    }
}

/// The name of a type after what is around it.
fn name_of_place(context: Context<'_>) -> String {
    format!(
        "{}{}",
        wanted_name(context.owner),
        pascal_name(context.name)
    )
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
    let is_open = schema
        .get(UNEVALUATED)
        .is_some_and(|rest| rest != &Value::Bool(false));
    let has_shape = is_open || SHAPE.iter().any(|keyword| schema.get(keyword).is_some());
    (!has_shape).then_some(key)
}

/// The key of the definition that gives its type to the definitions that but refer to it, that of
/// `key` among them.
fn follow_alias<'k>(key: &'k str, definitions: &'k IndexMap<String, Definition>) -> &'k str {
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

fn make_nullable(inner: Type) -> Type {
    match inner {
        // Any JSON includes null already.
        Type::Nullable(_) | Type::Json => inner,
        inner => Type::Nullable(Box::new(inner)),
    }
}

/// How many properties the types of a composition will have that other schemas have as well.
fn count_merged_properties(kind: &Kind) -> usize {
    let count = |schema: &Value| {
        let properties = schema.get("properties").and_then(Value::as_object);
        properties.map_or(0, serde_json::Map::len)
    };
    match kind {
        Kind::Object(schema) => count(schema),
        Kind::Choice(_, branches) => branches.iter().map(count).sum(),
        Kind::Nullable(inner) => count_merged_properties(inner),
        _ => 0,
    }
}

/// How many lists, maps and the like stand around the innermost type.
fn nesting_depth(ty: &Type) -> usize {
    let mut nesting = 0;
    let mut inner = ty;
    while let Type::List(next) | Type::Map(next) | Type::Nullable(next) | Type::Boxed(next) = inner
    {
        inner = next;
        nesting += 1;
    }
    nesting
}

/// Whether a schema, references followed, is an object whose properties are known.
pub(crate) fn object_of(
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> Option<Value> {
    let resolved = resolve_reference(schema, definitions);
    match classify(resolved, definitions) {
        Kind::Object(object) => Some(object),
        Kind::Alias(inner) if inner != *resolved && reference_key(&inner).is_some() => {
            object_of(&inner, definitions)
        }
        _ => None,
    }
}
