//! Alternatives that are constants of one primitive type: one Rust type, not one for each.

use std::hash::Hash;

use indexmap::{IndexMap, IndexSet};
use serde_json::Value;

use super::classify::{Kind, MOST_CONSTANTS, by_type};
use super::constant::{Constant, Notes};
use super::{doc_of, reference_key};
use crate::model::{Definition, Type};
use crate::schema::{file_argument, resolve_reference};

/// How many schemas of a union are looked at; definitions that refer to each other again and again
/// have more than anybody wrote.
const MOST_SCHEMAS: usize = 20_000;

/// The kind of alternatives that are constants of one primitive type, alone or in lists, perhaps
/// beside any other value of that type.
pub(super) fn merge_constant_branches(
    branches: &[&Value],
    around: &Value,
    definitions: &IndexMap<String, Definition>,
) -> Option<Kind> {
    let mut union = Union::new(definitions);
    branches
        .iter()
        .try_for_each(|branch| union.add_branch(branch, around))?;
    let kind = union.merged_kind()?;
    Some(match union.null {
        true => Kind::Nullable(Box::new(kind)),
        false => kind,
    })
}

/// How many known values a comment names.
const MOST_NAMED: usize = 100;

/// Documentation with the constants that a schema names beside any other value of their type: in
/// the Rust type they have no place.
pub(crate) fn with_known_values(
    doc: String,
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> String {
    let mut union = Union::new(definitions);
    let is_open = union.add_branch(schema, schema).is_some() && union.open.is_some();
    if !is_open || union.merged_kind().is_none() {
        return doc;
    }
    let known: IndexSet<String> = union.constants.iter().map(spelled_kinds).collect();
    let named: Vec<&str> = known.iter().take(MOST_NAMED).map(String::as_str).collect();
    let rest = match known.len() - named.len() {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    let values = format!("Known values: {}{rest}.", named.join(", "));
    match doc.trim() {
        "" => values,
        doc => format!("{doc}\n\n{values}"),
    }
}

/// A constant as a code span; what has backticks stands as it is.
fn spelled_kinds(constant: &Constant<Value>) -> String {
    match &constant.value {
        Value::String(text) if text.is_empty() => "the empty string".to_owned(),
        Value::String(text) if text.contains('`') => text.clone(),
        Value::String(text) => format!("`{text}`"),
        number => format!("`{number}`"),
    }
}

#[derive(Debug)]
struct Union<'a> {
    definitions: &'a IndexMap<String, Definition>,
    constants: Vec<Constant<Value>>,
    /// The type of all other values, if they are admitted.
    open: Option<Type>,
    null: bool,
    /// Whether one of the alternatives is a definition with several constants, which has a type.
    has_named: bool,
    seen: usize,
}

impl<'a> Union<'a> {
    fn new(definitions: &'a IndexMap<String, Definition>) -> Self {
        Self {
            definitions,
            constants: Vec::new(),
            open: None,
            null: false,
            has_named: false,
            seen: 0,
        }
    }

    /// Adds an alternative; `None` if it is neither constants nor a primitive type. Where it has no
    /// type, that of the schema around it holds.
    fn add_branch(&mut self, branch: &Value, around: &Value) -> Option<()> {
        self.seen += 1;
        let schema = resolve_reference(branch, self.definitions);
        let object = schema.as_object()?;
        let is_more = ["$ref", "allOf"]
            .iter()
            .any(|key| object.contains_key(*key));
        // Beyond constants and primitive types, the alternatives need an enum of their own.
        if self.seen > MOST_SCHEMAS || is_more || file_argument::is_file_argument(object) {
            return None;
        }
        if let Some(values) = constants_of(schema) {
            self.has_named |= values.len() > 1 && reference_key(branch).is_some();
            self.add_constants(schema, &values);
            return Some(());
        }
        let nested = ["anyOf", "oneOf"]
            .into_iter()
            .find_map(|keyword| object.get(keyword)?.as_array());
        if let Some(nested) = nested {
            return nested
                .iter()
                .try_for_each(|branch| self.add_branch(branch, schema));
        }
        let is_typed = object.contains_key("type");
        self.admit_branch(by_type(if is_typed { schema } else { around }))
    }

    fn admit_branch(&mut self, kind: Kind) -> Option<()> {
        let ty = match kind {
            Kind::Nullable(inner) => {
                self.null = true;
                return self.admit_branch(*inner);
            }
            Kind::Scalar(ty @ (Type::String | Type::I32 | Type::I64 | Type::U64 | Type::F64)) => ty,
            _ => return None,
        };
        match &self.open {
            Some(open) if *open != ty => None,
            _ => {
                self.open = Some(ty);
                Some(())
            }
        }
    }

    fn add_constants(&mut self, schema: &Value, values: &[&Value]) {
        let alone = (values.len() == 1).then_some(schema);
        let notes = Notes::from_schema(schema);
        for value in values {
            if value.is_null() {
                self.null = true;
                continue;
            }
            let mut constant = notes.make_constant((*value).clone(), value);
            if let Some(schema) = alone {
                let title = schema.get("title").and_then(Value::as_str);
                constant.title = title.map(str::to_owned);
                constant.doc = doc_of(schema);
            }
            self.constants.push(constant);
        }
    }

    /// What holds all that was added, null aside.
    fn merged_kind(&self) -> Option<Kind> {
        if self.constants.is_empty() {
            return None;
        }
        if let Some(open) = &self.open {
            let holds = |constant: &Constant<Value>| holds_value(open, &constant.value);
            // `anyOf: [{enum: [a, b]}, {type: string}]` is how specs write an open enum: the
            // constants document the string.
            let all = self.constants.iter().all(holds);
            return all.then(|| Kind::Scalar(open.clone()));
        }
        // A component that is an enum keeps its own type, which callers can name.
        if self.has_named {
            return None;
        }
        let texts = self.all_constants(|value| value.as_str().map(str::to_owned));
        if let Some(texts) = texts {
            return Some(match texts.len() {
                ..=MOST_CONSTANTS => Kind::Symbols(texts),
                _ => Kind::Scalar(Type::String),
            });
        }
        let numbers = self.all_constants(Value::as_i64)?;
        Some(match numbers.len() {
            ..=MOST_CONSTANTS => Kind::Codes(numbers),
            _ => Kind::Scalar(Type::I64),
        })
    }

    /// The constants, each value once, if all are of one type.
    fn all_constants<T: Clone + Eq + Hash>(
        &self,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Option<Vec<Constant<T>>> {
        let mut known = IndexMap::new();
        for constant in &self.constants {
            let value = read(&constant.value)?;
            known
                .entry(value.clone())
                .or_insert_with(|| constant.with_value(value));
        }
        Some(known.into_values().collect())
    }
}

fn constants_of(schema: &Value) -> Option<Vec<&Value>> {
    match (schema.get("enum"), schema.get("const")) {
        (Some(Value::Array(values)), _) => Some(values.iter().collect()),
        (_, Some(value)) => Some(vec![value]),
        _ => None,
    }
}

fn holds_value(ty: &Type, value: &Value) -> bool {
    match ty {
        Type::String => value.is_string(),
        Type::I32 => value
            .as_i64()
            .is_some_and(|value| i32::try_from(value).is_ok()),
        Type::I64 => value.as_i64().is_some(),
        Type::U64 => value.as_u64().is_some(),
        _ => value.is_number(),
    }
}
