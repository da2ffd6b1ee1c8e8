//! The values of a discriminator's property that lead to each of the alternatives.
//!
//! There is one answer for the Rust type, for validation and for what a client is shown:
//! [`write_discriminator_values`] writes it into the schemas, where all three find it.

mod alternative_uses;
mod discriminator_remarks;
mod inline_tags;
mod missing_values;
mod property_facts;
#[cfg(test)]
mod tests;
mod write_values;

use serde_json::Value;

use super::keyword::{Object, referenced_key, string_list};
use super::resolve_reference::DefinitionLookup;
pub(crate) use inline_tags::add_discriminator_property;
use property_facts::PropertyFacts;
pub(crate) use write_values::write_discriminator_values;

/// Where the schemas are that can be meant by their name.
const COMPONENT_SECTIONS: [&str; 2] = ["/components/schemas/", "/definitions/"];

/// Alternatives with a discriminator.
pub(crate) struct DiscriminatedUnion<'a> {
    definitions: &'a dyn DefinitionLookup,
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
pub(crate) enum DiscriminatorValues {
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

impl<'a> DiscriminatedUnion<'a> {
    /// The discriminator of a schema that lists its alternatives.
    pub(crate) fn from_schema(
        schema: &'a Object,
        definitions: &'a dyn DefinitionLookup,
    ) -> Option<Self> {
        let discriminator = schema.get("discriminator")?;
        let lists = ["oneOf", "anyOf"].into_iter();
        let branches = lists
            .filter_map(|list| schema.get(list)?.as_array())
            .next()?;
        // `defaultMapping` is OpenAPI 3.2's ("Discriminator Object"), and selects an alternative for all other values.
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
    pub(crate) fn property_name(&self) -> &'a str {
        self.property
    }

    /// The alternatives.
    pub(crate) fn alternatives(&self) -> &'a [Value] {
        self.branches
    }

    /// Whether an alternative is the one for values with no tag or another.
    pub(crate) fn is_default_alternative(&self, branch: &Value) -> bool {
        self.default.is_some() && referenced_key(branch) == self.default
    }

    /// The values that the discriminator has for an alternative: those of the mapping, or else the
    /// name of its schema, as OpenAPI 3.0 has it: a name in the mapping stands "rather than the
    /// default (implicit) value".
    pub(crate) fn discriminator_names(&self, branch: &Value) -> Vec<String> {
        let explicit = self.mapped_names(branch);
        match explicit.is_empty() {
            true => self
                .implicit_name(branch)
                .into_iter()
                .map(str::to_owned)
                .collect(),
            false => explicit,
        }
    }

    fn mapped_names(&self, branch: &Value) -> Vec<String> {
        let target = branch.get("$ref");
        let mapping = self.mapping.into_iter().flatten();
        mapping
            .filter(|(_, leads_to)| target == Some(leads_to))
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// The name of a component that the mapping does not have for another one.
    fn implicit_name(&self, branch: &Value) -> Option<&'a str> {
        let name = component_name(self.definitions.pointer(referenced_key(branch)?)?)?;
        let is_taken = self
            .mapping
            .is_some_and(|mapping| mapping.contains_key(name));
        (!is_taken).then_some(name)
    }

    /// The values of the property that an alternative is for.
    pub(crate) fn values_for_alternative(&self, branch: &Value) -> DiscriminatorValues {
        let Some(stated) = self.property_facts(branch) else {
            return DiscriminatorValues::Open;
        };
        if self.is_default_alternative(branch) || referenced_key(branch).is_none() {
            return DiscriminatorValues::Open;
        }
        let mapped = self.mapped_names(branch);
        match mapped.is_empty() {
            false => self.values_from_mapping(mapped, &stated),
            true => self.values_from_name(branch, &stated),
        }
    }

    /// The values that an alternative itself lists for the property.
    pub(crate) fn list_property_values(&self, branch: &Value) -> Vec<Value> {
        let stated = self.property_facts(branch);
        stated.and_then(|stated| stated.values).unwrap_or_default()
    }

    /// What is said of the property where an alternative stands.
    fn property_facts(&self, branch: &Value) -> Option<PropertyFacts> {
        property_facts::collect_property_facts(branch, self.base, self.property, self.definitions)
    }

    fn values_from_mapping(
        &self,
        mut mapped: Vec<String>,
        stated: &PropertyFacts,
    ) -> DiscriminatorValues {
        let Some(own) = &stated.values else {
            mapped.extend(self.unclaimed_example_names(stated));
            return stated.to_allowed_values(mapped);
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
            true => DiscriminatorValues::Only(common),
            false => DiscriminatorValues::Contradicted {
                mapped,
                own: own.clone(),
            },
        }
    }

    /// The tags of an alternative that only its name leads to. What it says itself is more likely
    /// to be what is sent, unless all alternatives have the same list of names.
    fn values_from_name(&self, branch: &Value, stated: &PropertyFacts) -> DiscriminatorValues {
        let name = self.implicit_name(branch).filter(|_| !self.has_lost_names);
        match (name, &stated.values) {
            (Some(name), Some(own)) => {
                let others = self.branches.iter().filter(|other| *other != branch);
                let mut names = others.flat_map(|other| self.discriminator_names(other));
                let lists = |name: &str| own.iter().any(|value| value == name);
                match lists(name) && names.any(|name| lists(&name)) {
                    true => DiscriminatorValues::Only(vec![name.into()]),
                    false => DiscriminatorValues::Only(own.clone()),
                }
            }
            (None, Some(own)) => DiscriminatorValues::Only(own.clone()),
            (Some(name), None) if self.unclaimed_example_names(stated).is_empty() => {
                stated.to_allowed_values(vec![name.to_owned()])
            }
            (Some(_), None) => DiscriminatorValues::Open,
            (None, None) => DiscriminatorValues::Open,
        }
    }

    /// Examples and defaults of the property that are no names of any alternative: what is sent in
    /// fact, it seems.
    fn unclaimed_example_names(&self, stated: &PropertyFacts) -> Vec<String> {
        let names: Vec<String> = self
            .branches
            .iter()
            .flat_map(|branch| self.discriminator_names(branch))
            .collect();
        let shown = stated
            .examples
            .iter()
            .filter(|shown| !names.contains(shown));
        shown.cloned().collect()
    }

    /// Whether the tags leave no value to two alternatives.
    pub(crate) fn has_disjoint_values(&self) -> bool {
        let mut seen: Vec<Value> = Vec::new();
        self.branches
            .iter()
            .filter(|branch| !is_null_alternative(branch))
            .all(|branch| {
                let DiscriminatorValues::Only(values) = self.values_for_alternative(branch) else {
                    return false;
                };
                let is_new = values.iter().all(|value| !seen.contains(value));
                seen.extend(values);
                is_new && self.requires_property(branch)
            })
    }

    /// Whether the schema of an alternative has the property without saying which values it has.
    pub(crate) fn leaves_property_open(&self) -> bool {
        self.branches.iter().any(|branch| {
            let target = referenced_key(branch).and_then(|key| self.definitions.schema(key));
            self.property_facts(target.unwrap_or(branch))
                .is_some_and(|stated| stated.values.is_none())
        })
    }

    /// Whether all alternatives are objects whose properties are known, and the discriminator's is
    /// not among them.
    pub(crate) fn lacks_property(&self) -> bool {
        let mut objects = self
            .branches
            .iter()
            .filter(|branch| !is_null_alternative(branch))
            .peekable();
        let lacks = |branch| {
            property_facts::has_known_properties(branch, self.definitions)
                && self.property_facts(branch).is_none()
                && !property_facts::has_property(branch, self.property, self.definitions)
        };
        let beside = self.base.get("properties");
        let is_beside = beside.is_some_and(|all| all.get(self.property).is_some());
        let is_composed = self.base.contains_key("allOf") || self.base.contains_key("$ref");
        !is_beside && !is_composed && objects.peek().is_some() && objects.all(lacks)
    }

    fn requires_property(&self, branch: &Value) -> bool {
        string_list(self.base, "required").contains(&self.property)
            || property_facts::requires_property(branch, self.property, self.definitions)
    }
}

/// The name of the component at a pointer, if a schema is one.
pub(crate) fn component_name(pointer: &str) -> Option<&str> {
    let (_, pointer) = crate::source::address::split(pointer);
    let mut sections = COMPONENT_SECTIONS.iter();
    let name = sections.find_map(|section| pointer.strip_prefix(section))?;
    (!name.contains(['/', '~'])).then_some(name)
}

fn is_null_alternative(branch: &Value) -> bool {
    branch.get("type").is_some_and(|name| name == "null")
}
