//! Lets references lead to unions instead of the schemas that have descendants, but not those by which a schema extends
//! another one.
//!
//! A union that leads back to itself without a property or an item in between would never let a validator end. None
//! can: a union applies the members of its family to the same value, these apply other definitions, and all of them keep the references
//! that they have for that value. They form no circle, because `normalize` opened all that there were.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::union::definition_reference;
use crate::schema::Schemas;
use crate::schema::keyword::{
    is_in_place_applicator, object_referenced_key, schemas_in_keyword_mut,
};

/// Which references of a schema are redirected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Those for the value itself and those for its properties and items.
    Value,
    /// Those for its properties and items.
    Parts,
}

/// The unions that references lead to.
pub(super) struct Redirects {
    /// The keys of unions, by the keys of their parents.
    pub(super) unions: HashMap<String, String>,
    /// The keys of the definitions that unions apply to the same value.
    pub(super) applied: HashSet<String>,
}

impl Redirects {
    /// Redirects the references of all definitions.
    pub(super) fn redirect_definitions(&self, schemas: &mut Schemas) {
        for (key, schema) in &mut schemas.definitions {
            // A definition that a union applies to the same value must not lead to a union that way.
            let scope = match self.applied.contains(key) {
                true => Scope::Parts,
                false => Scope::Value,
            };
            self.redirect_within(&mut schema.value, scope);
        }
    }

    /// Redirects the references of a schema of an operation; those for the value itself unless they are kept.
    pub(super) fn redirect_lifted(&self, schema: &mut Value, is_kept: bool) {
        if is_kept {
            return self.redirect_within(schema, Scope::Parts);
        }
        self.redirect_own(schema);
        self.redirect_within(schema, Scope::Value);
    }

    /// Redirects the reference of a schema, if it is one.
    fn redirect_own(&self, schema: &mut Value) {
        if let Value::Object(object) = schema
            && let Some(key) = object_referenced_key(object).and_then(|key| self.unions.get(key))
        {
            object.insert("$ref".to_owned(), json!(definition_reference(key)));
        }
    }

    /// Redirects the references in a schema, but not its own, nor those to what it extends or lists as tagged alternatives.
    fn redirect_within(&self, schema: &mut Value, scope: Scope) {
        let is_extension = !is_wrapper(schema);
        let Value::Object(object) = schema else {
            return;
        };
        let is_tagged = object.contains_key("discriminator");
        // A union admits less than its schema. So what must not hold, and the condition for what must, would be something else.
        let asserted = object
            .iter_mut()
            .filter(|(keyword, _)| !matches!(keyword.as_str(), "not" | "if"));
        for (keyword, value) in asserted {
            let (is_kept, scope) = match keyword.as_str() {
                keyword if !is_in_place_applicator(keyword) => (false, Scope::Value),
                "allOf" => (is_extension || scope == Scope::Parts, scope),
                "oneOf" | "anyOf" => (is_tagged || scope == Scope::Parts, scope),
                _ => (scope == Scope::Parts, scope),
            };
            for inner in schemas_in_keyword_mut(keyword, value) {
                if !is_kept {
                    self.redirect_own(inner);
                }
                self.redirect_within(inner, scope);
            }
        }
    }
}

/// Whether a schema is a reference in an `allOf`, since nothing may stand beside it in OpenAPI 3.0. A definition of that form may be
/// another kind of what it refers to all the same.
pub(super) fn is_wrapper(schema: &Value) -> bool {
    let members = schema.get("allOf").and_then(Value::as_array);
    let is_one = members.is_some_and(|members| members.len() == 1);
    is_one && schema.get("properties").is_none()
}
