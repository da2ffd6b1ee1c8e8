//! The values of a discriminator's property that an alternative does not state itself, and where they can be
//! written.

use serde_json::{Map, Value};

use super::{DiscriminatedUnion, DiscriminatorValues, property_facts};
use crate::schema::Schemas;
use crate::schema::keyword::Object;

/// A property and the values that it may have.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PropertyValues {
    property: String,
    values: Vec<Value>,
}

impl PropertyValues {
    /// What an alternative does not say of its tags.
    pub(super) fn missing_in_alternative(
        tagged: &DiscriminatedUnion<'_>,
        branch: &Value,
    ) -> Option<Self> {
        let DiscriminatorValues::Only(values) = tagged.values_for_alternative(branch) else {
            return None;
        };
        let property = tagged.property_name();
        property_facts::reference_without_property(branch, property)?;
        let stated = tagged.property_facts(branch)?;
        (stated.values.as_ref() != Some(&values)).then(|| Self {
            property: property.to_owned(),
            values,
        })
    }

    /// Whether a definition can narrow the property: it says something of it, and would not admit
    /// by that what it does not admit now.
    pub(super) fn can_narrow_definition(&self, key: &str, schemas: &Schemas) -> bool {
        let definitions = &schemas.definitions;
        definitions.get(key).is_some_and(|definition| {
            let says = |keyword: &str| definition.value.get(keyword).is_some();
            let is_closed = says("additionalProperties") || says("unevaluatedProperties");
            let own = definition.value.get("properties");
            match own.and_then(|own| own.get(&self.property)) {
                Some(property) => property.is_object(),
                None => {
                    !is_closed
                        && property_facts::has_property(
                            &definition.value,
                            &self.property,
                            definitions,
                        )
                }
            }
        })
    }

    /// Narrows the property of an object's schema.
    pub(super) fn write_into_schema(&self, object: &mut Object) {
        let properties = object
            .entry("properties")
            .or_insert_with(|| Value::Object(Map::new()));
        let Some(properties) = properties.as_object_mut() else {
            return;
        };
        let property = properties
            .entry(self.property.clone())
            .or_insert_with(|| Value::Object(Map::new()));
        let Value::Object(property) = property else {
            return;
        };
        // `enum` takes its place: the two would have to agree.
        property.shift_remove("const");
        property.insert("enum".to_owned(), self.values.clone().into());
    }
}
