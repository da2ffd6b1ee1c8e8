//! The values of a discriminator's property that lead to each of the alternatives.
//!
//! There is one answer for the Rust type, for validation and for what a client is shown:
//! [`put_tags`] writes it into the schemas, where all three find it.

mod inline;
mod property;
mod put;
mod reach;
mod remarks;
mod tag;
#[cfg(test)]
mod tests;

use serde_json::Value;

use super::keyword::{Object, reference, strings};
use super::resolve::Definitions;
pub(crate) use inline::add_inline_tags;
use property::Stated;
pub(crate) use put::put_tags;

/// Where the schemas are that can be meant by their name.
const COMPONENTS: [&str; 2] = ["/components/schemas/", "/definitions/"];

/// Alternatives with a discriminator.
pub(crate) struct Tagged<'a> {
    definitions: &'a dyn Definitions,
    property: &'a str,
    mapping: Option<&'a Object>,
    /// Whether the mapping has names that lead nowhere, so that they may be anybody's.
    has_lost_names: bool,
    default: Option<&'a str>,
    branches: &'a [Value],
    /// What stands beside the alternatives and holds for each of them.
    base: &'a Object,
}

/// The tags of an alternative.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tags {
    /// Nobody knows: all values, or none that the alternative has a place for.
    Open,
    /// These values; `null` among them where the property admits it.
    Only(Vec<Value>),
    /// The alternative's own values, none of which the mapping has for it.
    Contradicted {
        /// What the mapping has.
        mapped: Vec<String>,
        /// What the alternative says itself.
        own: Vec<Value>,
    },
}

impl<'a> Tagged<'a> {
    /// The discriminator of a schema that lists its alternatives.
    pub(crate) fn of(schema: &'a Object, definitions: &'a dyn Definitions) -> Option<Self> {
        let discriminator = schema.get("discriminator")?;
        let lists = ["oneOf", "anyOf"].into_iter();
        let branches = lists
            .filter_map(|list| schema.get(list)?.as_array())
            .next()?;
        let default = discriminator.get("defaultMapping").and_then(Value::as_str);
        Some(Self {
            definitions,
            property: discriminator.get("propertyName")?.as_str()?,
            mapping: discriminator.get("mapping").and_then(Value::as_object),
            has_lost_names: discriminator.get("lost").is_some(),
            default: default.and_then(|target| target.strip_prefix("#/$defs/")),
            branches,
            base: schema,
        })
    }

    /// The name of the property.
    pub(crate) fn property(&self) -> &'a str {
        self.property
    }

    /// The alternatives.
    pub(crate) fn branches(&self) -> &'a [Value] {
        self.branches
    }

    /// Whether an alternative is the one for values with no tag or another.
    pub(crate) fn is_default(&self, branch: &Value) -> bool {
        self.default.is_some() && reference(branch) == self.default
    }

    /// The values that the discriminator has for an alternative: those of the mapping, or else the
    /// name of its schema, as OpenAPI 3.0 has it: a name in the mapping stands "rather than the
    /// default (implicit) value".
    pub(crate) fn names(&self, branch: &Value) -> Vec<String> {
        let explicit = self.mapped(branch);
        match explicit.is_empty() {
            true => self
                .implicit(branch)
                .into_iter()
                .map(str::to_owned)
                .collect(),
            false => explicit,
        }
    }

    fn mapped(&self, branch: &Value) -> Vec<String> {
        let target = branch.get("$ref");
        let mapping = self.mapping.into_iter().flatten();
        mapping
            .filter(|(_, leads_to)| target == Some(leads_to))
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// The name of a component that the mapping does not have for another one.
    fn implicit(&self, branch: &Value) -> Option<&'a str> {
        let pointer = self.definitions.pointer(reference(branch)?)?;
        let (_, pointer) = crate::source::address::split(pointer);
        let name = COMPONENTS
            .iter()
            .find_map(|section| pointer.strip_prefix(section))?;
        let is_taken = self
            .mapping
            .is_some_and(|mapping| mapping.contains_key(name));
        (!is_taken && !name.contains(['/', '~'])).then_some(name)
    }

    /// The values of the property that an alternative is for.
    pub(crate) fn tags(&self, branch: &Value) -> Tags {
        let Some(stated) = self.stated(branch) else {
            return Tags::Open;
        };
        if self.is_default(branch) || reference(branch).is_none() {
            return Tags::Open;
        }
        let mapped = self.mapped(branch);
        match mapped.is_empty() {
            false => self.explicit(mapped, &stated),
            true => self.named(branch, &stated),
        }
    }

    /// What is said of the property where an alternative stands.
    fn stated(&self, branch: &Value) -> Option<Stated> {
        property::stated(branch, self.base, self.property, self.definitions)
    }

    fn explicit(&self, mut mapped: Vec<String>, stated: &Stated) -> Tags {
        let Some(own) = &stated.values else {
            mapped.extend(self.shown_beyond_names(stated));
            return stated.admitted(mapped);
        };
        let is_mapped = |value: &Value| {
            let name = value.as_str();
            name.is_none_or(|name| mapped.iter().any(|mapped| mapped == name))
        };
        let common: Vec<Value> = own
            .iter()
            .filter(|value| is_mapped(value))
            .cloned()
            .collect();
        match common.iter().any(Value::is_string) {
            true => Tags::Only(common),
            false => Tags::Contradicted {
                mapped,
                own: own.clone(),
            },
        }
    }

    /// The tags of an alternative that only its name leads to. What it says itself is more likely
    /// to be what is sent, unless all alternatives have the same list of names.
    fn named(&self, branch: &Value, stated: &Stated) -> Tags {
        let name = self.implicit(branch).filter(|_| !self.has_lost_names);
        match (name, &stated.values) {
            (Some(name), Some(own)) => {
                let others = self.branches.iter().filter(|other| *other != branch);
                let mut names = others.flat_map(|other| self.names(other));
                let lists = |name: &str| own.iter().any(|value| value == name);
                match lists(name) && names.any(|name| lists(&name)) {
                    true => Tags::Only(vec![name.into()]),
                    false => Tags::Only(own.clone()),
                }
            }
            (None, Some(own)) => Tags::Only(own.clone()),
            (Some(name), None) if self.shown_beyond_names(stated).is_empty() => {
                stated.admitted(vec![name.to_owned()])
            }
            (Some(_), None) => Tags::Open,
            (None, None) => Tags::Open,
        }
    }

    /// Examples and defaults of the property that are no names of any alternative: what is sent in
    /// fact, it seems.
    fn shown_beyond_names(&self, stated: &Stated) -> Vec<String> {
        let names: Vec<String> = self
            .branches
            .iter()
            .flat_map(|branch| self.names(branch))
            .collect();
        let shown = stated.shown.iter().filter(|shown| !names.contains(shown));
        shown.cloned().collect()
    }

    /// Whether the tags leave no value to two alternatives.
    pub(crate) fn are_apart(&self) -> bool {
        let mut seen: Vec<Value> = Vec::new();
        self.branches
            .iter()
            .filter(|branch| !is_null(branch))
            .all(|branch| {
                let Tags::Only(values) = self.tags(branch) else {
                    return false;
                };
                let is_new = values.iter().all(|value| !seen.contains(value));
                seen.extend(values);
                is_new && self.requires(branch)
            })
    }

    /// Whether the schema of an alternative has the property without saying which values it has.
    pub(crate) fn leave_it_open(&self) -> bool {
        self.branches.iter().any(|branch| {
            let target = reference(branch).and_then(|key| self.definitions.schema(key));
            self.stated(target.unwrap_or(branch))
                .is_some_and(|stated| stated.values.is_none())
        })
    }

    /// Whether all alternatives are objects whose properties are known, and the discriminator's is
    /// not among them.
    pub(crate) fn is_of_no_use(&self) -> bool {
        let mut objects = self
            .branches
            .iter()
            .filter(|branch| !is_null(branch))
            .peekable();
        let lacks = |branch| {
            property::describes_objects(branch, self.definitions)
                && self.stated(branch).is_none()
                && !property::names(branch, self.property, self.definitions)
        };
        let beside = self.base.get("properties");
        let is_beside = beside.is_some_and(|all| all.get(self.property).is_some());
        let is_composed = self.base.contains_key("allOf") || self.base.contains_key("$ref");
        !is_beside && !is_composed && objects.peek().is_some() && objects.all(lacks)
    }

    fn requires(&self, branch: &Value) -> bool {
        strings(self.base, "required").contains(&self.property)
            || property::is_required(branch, self.property, self.definitions)
    }
}

fn is_null(branch: &Value) -> bool {
    branch.get("type").is_some_and(|name| name == "null")
}
