use serde_json::{Map, Value};

use super::{Tagged, Tags, property};
use crate::schema::Schemas;
use crate::schema::keyword::Object;

/// A property and the values that it may have.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tag {
    property: String,
    values: Vec<Value>,
}

impl Tag {
    /// What an alternative does not say of its tags.
    pub(super) fn missing(tagged: &Tagged<'_>, branch: &Value) -> Option<Self> {
        let Tags::Only(values) = tagged.tags(branch) else {
            return None;
        };
        let property = tagged.property();
        property::untouched(branch, property)?;
        let stated = tagged.stated(branch)?;
        (stated.values.as_ref() != Some(&values)).then(|| Self {
            property: property.to_owned(),
            values,
        })
    }

    /// Whether a definition can narrow the property: it says something of it, and would not admit
    /// by that what it does not admit now.
    pub(super) fn has_place_in(&self, key: &str, schemas: &Schemas) -> bool {
        let definitions = &schemas.definitions;
        definitions.get(key).is_some_and(|definition| {
            let says = |keyword: &str| definition.value.get(keyword).is_some();
            let is_closed = says("additionalProperties") || says("unevaluatedProperties");
            let own = definition.value.get("properties");
            match own.and_then(|own| own.get(&self.property)) {
                Some(property) => property.is_object(),
                None => {
                    !is_closed && property::names(&definition.value, &self.property, definitions)
                }
            }
        })
    }

    /// Narrows the property of an object's schema.
    pub(super) fn put(&self, object: &mut Object) {
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
        property.shift_remove("const");
        property.insert("enum".to_owned(), self.values.clone().into());
    }
}
