//! JSON Schema to nodes.

use serde_json::{Map, Value};

use super::node::{Keyword, Link, Node, Property, Types};
use super::{Checks, format};
use crate::schema::file_argument;

pub(super) type Object = Map<String, Value>;

const DEFINITIONS: &str = "#/$defs/";

impl Checks {
    /// The node of a schema, or what stands for it.
    pub(super) fn link(&mut self, schema: &Value) -> Link {
        match schema {
            Value::Bool(false) => Link::NEVER,
            Value::Object(object) => {
                let node = self.node(object);
                self.intern(node)
            }
            _ => Link::ANY,
        }
    }

    pub(super) fn intern(&mut self, node: Node) -> Link {
        if let (Some(name), []) = (node.types.schema_constant(), node.keywords.as_slice()) {
            return Link::Constant(name);
        }
        match (node.types, node.keywords.as_slice()) {
            (Types(32), [Keyword::Items(Link::Constant("STRING"))]) => Link::Constant("STRINGS"),
            (Types(32), [Keyword::Items(Link::Constant("INTEGER"))]) => Link::Constant("INTEGERS"),
            (Types::FILE, [Keyword::File]) => Link::Constant("FILE"),
            (Types::NULLABLE_FILE, [Keyword::File]) => Link::Constant("NULLABLE_FILE"),
            (Types(32), [Keyword::Items(Link::Constant("FILE"))]) => Link::Constant("FILES"),
            (Types::ANY, [Keyword::Ref(link)]) => *link,
            _ => Link::Node(self.nodes.insert_full(node).0),
        }
    }

    fn link_keyword(&mut self, keyword: &str, schema: &Value) -> Link {
        self.within(keyword, |checks| checks.link(schema))
    }

    fn link_member(&mut self, keyword: &str, token: impl ToString, schema: &Value) -> Link {
        self.within(keyword, |checks| {
            checks.place.push(token.to_string());
            let link = checks.link(schema);
            checks.place.pop();
            link
        })
    }

    /// The keywords come in the order in which they are checked: what is cheap first.
    fn node(&mut self, schema: &Object) -> Node {
        let noting = self.noting;
        self.noting = self.asks(schema);
        let types = schema.get("type").and_then(Types::read).unwrap_or_default();
        if file_argument::is_file_argument(schema) {
            self.noting = noting;
            let keywords = vec![Keyword::File];
            return Node { types, keywords };
        }
        let mut keywords = Vec::new();
        choices(schema, &mut keywords);
        bounds(schema, &mut keywords);
        counts(schema, &mut keywords);
        self.members(schema, &mut keywords);
        if let Some(Value::String(source)) = schema.get("pattern") {
            keywords.extend(self.pattern("pattern", source).map(Keyword::Pattern));
        }
        if self.asserts_formats
            && let Some(Value::String(format)) = schema.get("format")
        {
            keywords.extend(format::constant(format).map(Keyword::Format));
        }
        self.items(schema, &mut keywords);
        self.applicators(schema, &mut keywords);
        let node = Node { types, keywords };
        let node = self.unevaluated(schema, node);
        self.noting = noting;
        node
    }

    fn members(&mut self, schema: &Object, keywords: &mut Vec<Keyword>) {
        let required = schema.get("required").map(strings).unwrap_or_default();
        let properties = self.properties(schema, &required);
        let mut bare: Vec<String> = Vec::new();
        for name in required {
            if !properties.iter().any(|known| known.name == name) && !bare.contains(&name) {
                bare.push(name);
            }
        }
        if !bare.is_empty() {
            keywords.push(Keyword::Required(bare));
        }
        if let Some(Value::Object(dependents)) = schema.get("dependentRequired") {
            let dependents = dependents.iter().filter(|(_, needed)| needed.is_array());
            let dependents: Vec<_> = dependents
                .map(|(name, needed)| (name.clone(), strings(needed)))
                .collect();
            if !dependents.is_empty() {
                keywords.push(Keyword::DependentRequired(dependents));
            }
        }
        if let Some(names) = schema.get("propertyNames").filter(|value| is_schema(value)) {
            keywords.push(Keyword::PropertyNames(
                self.link_keyword("propertyNames", names),
            ));
        }
        keywords.extend(self.object(schema, properties));
        let maps = matches!(keywords.last(), Some(Keyword::Map(_)));
        if self.noting && !maps && self.evaluates_all(schema) {
            keywords.push(Keyword::Map(Link::ANY));
        }
    }

    fn properties(&mut self, schema: &Object, required: &[String]) -> Vec<Property> {
        let Some(Value::Object(properties)) = schema.get("properties") else {
            return Vec::new();
        };
        properties
            .iter()
            .map(|(name, schema)| Property {
                name: name.clone(),
                schema: self.link_member("properties", name, schema),
                required: required.contains(name),
            })
            .collect()
    }

    fn object(&mut self, schema: &Object, properties: Vec<Property>) -> Option<Keyword> {
        let mut additional = match schema.get("additionalProperties") {
            Some(value) if is_schema(value) => self.link_keyword("additionalProperties", value),
            _ => Link::ANY,
        };
        let mut patterns = Vec::new();
        if let Some(Value::Object(all)) = schema.get("patternProperties") {
            for (source, schema) in all {
                match self.pattern("patternProperties", source) {
                    Some(pattern) => {
                        let link = self.link_member("patternProperties", source, schema);
                        patterns.push((pattern, link));
                    }
                    // Which properties are additional can't be told without it.
                    None => additional = Link::ANY,
                }
            }
        }
        if !patterns.is_empty() {
            return Some(Keyword::Members {
                properties,
                patterns,
                additional,
            });
        }
        match additional {
            Link::ANY if properties.is_empty() => None,
            Link::ANY => Some(Keyword::Object(properties)),
            Link::NEVER => Some(Keyword::ClosedObject(properties)),
            link if properties.is_empty() => Some(Keyword::Map(link)),
            additional => Some(Keyword::Members {
                properties,
                patterns,
                additional,
            }),
        }
    }

    fn items(&mut self, schema: &Object, keywords: &mut Vec<Keyword>) {
        let prefix = self.several(schema, "prefixItems");
        let after = prefix.len();
        if after > 0 {
            keywords.push(Keyword::PrefixItems(prefix));
        }
        if let Some(items) = schema.get("items").filter(|value| is_schema(value)) {
            match (after, self.link_keyword("items", items)) {
                (_, Link::ANY) if !self.noting => {}
                (0, link) => keywords.push(Keyword::Items(link)),
                (_, link) => keywords.push(Keyword::ItemsAfter(after, link)),
            }
        }
        if let Some(contains) = schema.get("contains").filter(|value| is_schema(value)) {
            keywords.push(Keyword::Contains {
                schema: self.link_keyword("contains", contains),
                min: schema.get("minContains").and_then(count).unwrap_or(1),
                max: schema
                    .get("maxContains")
                    .and_then(count)
                    .unwrap_or(u64::MAX),
            });
        }
    }

    fn applicators(&mut self, schema: &Object, keywords: &mut Vec<Keyword>) {
        if let Some(Value::Object(dependents)) = schema.get("dependentSchemas") {
            let dependents: Vec<_> = dependents
                .iter()
                .map(|(name, schema)| {
                    (
                        name.clone(),
                        self.link_member("dependentSchemas", name, schema),
                    )
                })
                .collect();
            keywords.push(Keyword::DependentSchemas(dependents));
        }
        if let Some(Value::String(reference)) = schema.get("$ref") {
            keywords.push(Keyword::Ref(self.reference(reference)));
        }
        for (name, variant) in [("allOf", "AllOf"), ("anyOf", "AnyOf"), ("oneOf", "OneOf")] {
            match self.several(schema, name).as_slice() {
                [] => {}
                [one] => keywords.push(Keyword::Ref(*one)),
                all => keywords.push(Keyword::Combined(variant, all.to_vec())),
            }
        }
        if let Some(not) = schema.get("not").filter(|value| is_schema(value)) {
            keywords.push(Keyword::Not(self.link_keyword("not", not)));
        }
        if let Some(condition) = schema.get("if").filter(|value| is_schema(value)) {
            let mut branch = |name| match schema.get(name) {
                Some(value) if is_schema(value) => self.link_keyword(name, value),
                _ => Link::ANY,
            };
            let (then, otherwise) = (branch("then"), branch("else"));
            if self.noting || (then, otherwise) != (Link::ANY, Link::ANY) {
                keywords.push(Keyword::If {
                    condition: self.link_keyword("if", condition),
                    then,
                    otherwise,
                });
            }
        }
    }

    fn several(&mut self, schema: &Object, name: &str) -> Vec<Link> {
        let Some(Value::Array(schemas)) = schema.get(name) else {
            return Vec::new();
        };
        schemas
            .iter()
            .enumerate()
            .map(|(index, schema)| self.link_member(name, index, schema))
            .collect()
    }

    fn reference(&mut self, reference: &str) -> Link {
        let key = reference.strip_prefix(DEFINITIONS);
        let index = key.and_then(|key| key.parse::<usize>().ok());
        if let Some(index) = index.filter(|index| *index < self.types) {
            return Link::Type(index);
        }
        match key.and_then(|key| self.definitions.get_index_of(key)) {
            Some(index) => {
                self.reach(index, self.noting);
                Link::Definition(index)
            }
            None => {
                self.problem(format!("the schema `{reference}` is not defined"));
                Link::ANY
            }
        }
    }
}

fn choices(schema: &Object, keywords: &mut Vec<Keyword>) {
    if let Some(Value::Array(values)) = schema.get("enum") {
        let all_strings = values.iter().all(Value::is_string) && !values.is_empty();
        keywords.push(if all_strings {
            Keyword::EnumOfStrings(
                values
                    .iter()
                    .filter_map(Value::as_str)
                    .map(str::to_owned)
                    .collect(),
            )
        } else {
            Keyword::Enum(values.clone())
        });
    }
    if let Some(value) = schema.get("const") {
        keywords.push(Keyword::Const(value.clone()));
    }
}

fn bounds(schema: &Object, keywords: &mut Vec<Keyword>) {
    for (name, variant) in [
        ("minimum", "Minimum"),
        ("maximum", "Maximum"),
        ("exclusiveMinimum", "ExclusiveMinimum"),
        ("exclusiveMaximum", "ExclusiveMaximum"),
        ("multipleOf", "MultipleOf"),
    ] {
        if let Some(Value::Number(bound)) = schema.get(name) {
            let divides = bound.as_f64().is_some_and(|divisor| divisor > 0.0);
            if name != "multipleOf" || divides {
                keywords.push(Keyword::Bound(variant, bound.clone()));
            }
        }
    }
}

fn counts(schema: &Object, keywords: &mut Vec<Keyword>) {
    for (name, variant) in [
        ("minLength", "MinLength"),
        ("maxLength", "MaxLength"),
        ("minItems", "MinItems"),
        ("maxItems", "MaxItems"),
        ("minProperties", "MinProperties"),
        ("maxProperties", "MaxProperties"),
    ] {
        match schema.get(name).and_then(count) {
            Some(0) if name.starts_with("min") => {}
            Some(count) => keywords.push(Keyword::Count(variant, count)),
            None => {}
        }
    }
    if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
        keywords.push(Keyword::UniqueItems);
    }
}

/// A non-negative integer; `2.0` is one.
fn count(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| {
        let float = value.as_f64()?;
        (float.fract() == 0.0 && float >= 0.0).then_some(float as u64)
    })
}

pub(super) fn is_schema(value: &Value) -> bool {
    value.is_object() || value.is_boolean()
}

fn strings(value: &Value) -> Vec<String> {
    let values = value.as_array().map(Vec::as_slice).unwrap_or_default();
    values
        .iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}
