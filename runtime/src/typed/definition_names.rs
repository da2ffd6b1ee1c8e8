//! Names of types under `$defs`, each unique. It finds which types a type reaches, which contain themselves and
//! which occur several times.

use super::type_schema::TypeSchema;

/// The types that stand under `$defs`, and what they are called there.
#[derive(Default)]
pub(super) struct DefinitionNames {
    all: Vec<(String, &'static TypeSchema)>,
    /// Indices of those that a schema refers to, in the order in which they are met.
    used: Vec<usize>,
    /// How many of these were asked for.
    asked: usize,
}

impl DefinitionNames {
    /// All types with a name that `root` reaches.
    pub(super) fn add_all(&mut self, root: &'static TypeSchema) {
        for (schema, _) in reachable_types(root) {
            self.add_name(schema);
        }
    }

    /// The types with a name that contain themselves.
    pub(super) fn add_recursive(&mut self, root: &'static TypeSchema) {
        for (schema, _) in reachable_types(root) {
            if reachable_types(schema)
                .iter()
                .any(|(inner, _)| is_same_type(inner, schema))
            {
                self.add_name(schema);
            }
        }
    }

    /// The types with a name that stand in several places.
    pub(super) fn add_repeated(&mut self, root: &'static TypeSchema) {
        for (schema, places) in reachable_types(root) {
            if places > 1 {
                self.add_name(schema);
            }
        }
    }

    fn add_name(&mut self, schema: &'static TypeSchema) {
        if schema.name.is_empty() || self.definition_index(schema).is_some() {
            return;
        }
        let mut name = schema.name.to_owned();
        let mut number = 1;
        // Two types may have the same name in different modules.
        while self.all.iter().any(|(taken, _)| *taken == name) {
            number += 1;
            name = format!("{}_{number}", schema.name);
        }
        self.all.push((name, schema));
    }

    fn definition_index(&self, schema: &'static TypeSchema) -> Option<usize> {
        self.all
            .iter()
            .position(|(_, known)| is_same_type(known, schema))
    }

    pub(super) fn forget_uses(&mut self) {
        self.used.clear();
        self.asked = 0;
    }

    /// The name of a type that stands under `$defs`, which is needed there from now on.
    pub(super) fn use_name(&mut self, schema: &'static TypeSchema) -> Option<&str> {
        let index = self.definition_index(schema)?;
        if !self.used.contains(&index) {
            self.used.push(index);
        }
        Some(&self.all[index].0)
    }

    /// The next type that is needed under `$defs`.
    pub(super) fn next_used(&mut self) -> Option<(String, &'static TypeSchema)> {
        let index = *self.used.get(self.asked)?;
        self.asked += 1;
        Some(self.all[index].clone())
    }
}

fn is_same_type(one: &TypeSchema, other: &TypeSchema) -> bool {
    std::ptr::eq(one, other)
}

/// The types that one contains, each with the number of types that mention it. One without a name
/// has no address of its own, so it is followed wherever it stands; it can't contain itself.
fn reachable_types(root: &'static TypeSchema) -> Vec<(&'static TypeSchema, usize)> {
    let mut found: Vec<(&'static TypeSchema, usize)> = Vec::new();
    let mut open = vec![root];
    while let Some(schema) = open.pop() {
        for inner in schema.types.iter().map(|inner| inner()) {
            match found
                .iter_mut()
                .find(|(known, _)| is_same_type(known, inner))
            {
                Some((_, places)) if !inner.name.is_empty() => *places += 1,
                _ => {
                    found.push((inner, 1));
                    open.push(inner);
                }
            }
        }
    }
    found
}
