//! The parameters of one operation as the schema provider describes them: required and optional,
//! those in the path, and counts by type. Reads them from the listed input schema, so that names
//! and order are those that a caller sees, and from the model only where they go.

use serde_json::{Map, Value, json};

use super::method;
use super::path::{self, PathParameter};
use super::shown::{Shown, properties, required};
use crate::model::{Location, Operation};

/// A parameter as callers see it.
#[derive(Clone, Copy)]
pub(super) struct Parameter<'a> {
    pub(super) name: &'a str,
    pub(super) schema: Shown<'a>,
}

/// The parameters of an operation, as its input schema has them.
pub(super) struct Parameters<'a> {
    /// How many there are.
    pub(super) count: usize,
    /// In the order of `required`.
    pub(super) required: Vec<Parameter<'a>>,
    /// The others, in the order of their declaration.
    pub(super) optional: Vec<Parameter<'a>>,
    /// The placeholders of the path.
    pub(super) path: Vec<PathParameter<'a>>,
    /// Those that hold others, in the order of their declaration.
    complex: Vec<Parameter<'a>>,
    /// The names of the arguments that are put into the path.
    in_path: Vec<&'a str>,
    all: Vec<Parameter<'a>>,
}

impl<'a> Parameters<'a> {
    pub(super) fn from_operation(operation: &'a Operation, input: &'a Value) -> Self {
        let definitions = input.get("$defs");
        let parameter = |name: &'a str, schema: &'a Value| Parameter {
            name,
            schema: Shown {
                schema,
                definitions,
            },
        };
        let all = properties(input).map(|(name, schema)| parameter(name, schema));
        let all: Vec<Parameter<'a>> = all.collect();
        let names = required(input);
        let (of_required, optional): (Vec<_>, Vec<_>) =
            all.iter().copied().partition(|it| names.contains(&it.name));
        let find = |name: &'a str| {
            let found = of_required.iter().find(|it| it.name == name).copied();
            // `required` may name a property that is declared nowhere. It must be given all the
            // same, so it is listed without a type.
            found.unwrap_or_else(|| parameter(name, &Value::Null))
        };
        let complex = all.iter().copied().filter(Parameter::is_complex).collect();
        let placed = operation.parameters.iter();
        let placed = placed.filter(|parameter| parameter.location == Location::Path);
        Self {
            count: all.len(),
            required: names.into_iter().map(find).collect(),
            optional,
            path: path::parameters(&operation.path),
            complex,
            in_path: placed
                .map(|parameter| parameter.field.wire.as_str())
                .collect(),
            all,
        }
    }

    /// Whether any of them holds others.
    pub(super) fn has_complex_types(&self) -> bool {
        !self.complex.is_empty()
    }

    /// Whether an argument is put into the path.
    pub(super) fn is_in_path(&self, name: &str) -> bool {
        self.in_path.contains(&name)
    }

    /// Their names, in the order of their declaration.
    pub(super) fn names(&self) -> Vec<String> {
        self.all.iter().map(|it| it.name.to_owned()).collect()
    }

    /// What callers are told of them at once.
    pub(super) fn info(&self, operation: &Operation) -> Value {
        let path = self.path.iter().map(
            |it| json!({"name": it.name, "placeholder": it.placeholder, "position": it.position}),
        );
        json!({
            "total_parameters": self.count,
            "required_parameters": infos(&self.required),
            "optional_parameters": infos(&self.optional),
            "path_parameters": path.collect::<Value>(),
            "type_analysis": {
                "type_counts": self.type_counts(),
                "complex_types": self.complex.iter().map(Parameter::analysis).collect::<Value>(),
                "has_complex_types": self.has_complex_types(),
            },
            "requires_body": method::requires_body(&operation.method),
            "method_info": method::info(&operation.method),
        })
    }

    /// All but those of the path, as an object schema.
    pub(super) fn body_structure(&self) -> Value {
        let is_in_body = |it: &&Parameter<'_>| !self.is_in_path(it.name);
        let properties = self.all.iter().filter(is_in_body);
        let properties = properties.map(|it| (it.name.to_owned(), it.schema.schema.clone()));
        let required = self.required.iter().filter(is_in_body).map(|it| it.name);
        json!({
            "type": "object",
            "properties": properties.collect::<Map<_, _>>(),
            "required": required.collect::<Vec<_>>(),
        })
    }

    fn type_counts(&self) -> Map<String, Value> {
        let mut counts = Map::new();
        for parameter in &self.all {
            let kind = parameter.schema.kind();
            let kind = kind.unwrap_or_else(|| "unknown".to_owned());
            let count = counts.get(&kind).and_then(Value::as_u64).unwrap_or(0);
            counts.insert(kind, Value::from(count + 1));
        }
        counts
    }
}

impl Parameter<'_> {
    fn is_complex(&self) -> bool {
        matches!(self.schema.kind().as_deref(), Some("object" | "array"))
    }

    fn analysis(&self) -> Value {
        json!({"name": self.name, "type": self.schema.kind(), "schema": self.schema.schema})
    }

    /// Its schema with its name.
    fn info(&self) -> Value {
        let mut info = Map::new();
        info.insert("name".to_owned(), self.name.into());
        for (keyword, value) in self.schema.schema.as_object().into_iter().flatten() {
            // A schema may have a keyword `name` of its own, which must not replace the parameter's
            // name.
            info.entry(keyword.as_str())
                .or_insert_with(|| value.clone());
        }
        info.into()
    }
}

fn infos(parameters: &[Parameter<'_>]) -> Value {
    parameters.iter().map(Parameter::info).collect()
}
