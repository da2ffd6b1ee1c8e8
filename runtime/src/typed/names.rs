use super::schema::TypeSchema;

/// The types that stand under `$defs`, and what they are called there.
#[derive(Default)]
pub(super) struct Names {
    all: Vec<(String, &'static TypeSchema)>,
    /// Indices of those that a schema refers to, in the order in which they are met.
    used: Vec<usize>,
    /// How many of these were asked for.
    asked: usize,
}

impl Names {
    /// All types with a name that `root` reaches.
    pub(super) fn add_all(&mut self, root: &'static TypeSchema) {
        for (schema, _) in reached(root) {
            self.add(schema);
        }
    }

    /// The types with a name that contain themselves.
    pub(super) fn add_recursive(&mut self, root: &'static TypeSchema) {
        for (schema, _) in reached(root) {
            if reached(schema).iter().any(|(inner, _)| same(inner, schema)) {
                self.add(schema);
            }
        }
    }

    /// The types with a name that stand in several places.
    pub(super) fn add_repeated(&mut self, root: &'static TypeSchema) {
        for (schema, places) in reached(root) {
            if places > 1 {
                self.add(schema);
            }
        }
    }

    fn add(&mut self, schema: &'static TypeSchema) {
        if schema.name.is_empty() || self.index(schema).is_some() {
            return;
        }
        let mut name = schema.name.to_owned();
        let mut number = 1;
        while self.all.iter().any(|(taken, _)| *taken == name) {
            number += 1;
            name = format!("{}_{number}", schema.name);
        }
        self.all.push((name, schema));
    }

    fn index(&self, schema: &'static TypeSchema) -> Option<usize> {
        self.all.iter().position(|(_, known)| same(known, schema))
    }

    pub(super) fn forget_uses(&mut self) {
        self.used.clear();
        self.asked = 0;
    }

    /// The name of a type that stands under `$defs`, which is needed there from now on.
    pub(super) fn used(&mut self, schema: &'static TypeSchema) -> Option<&str> {
        let index = self.index(schema)?;
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

fn same(one: &TypeSchema, other: &TypeSchema) -> bool {
    std::ptr::eq(one, other)
}

/// The types that one contains, each with the number of types that mention it. One without a name
/// has no address of its own, so it is followed wherever it stands; it can't contain itself.
fn reached(root: &'static TypeSchema) -> Vec<(&'static TypeSchema, usize)> {
    let mut found: Vec<(&'static TypeSchema, usize)> = Vec::new();
    let mut open = vec![root];
    while let Some(schema) = open.pop() {
        for inner in schema.types.iter().map(|inner| inner()) {
            match found.iter_mut().find(|(known, _)| same(known, inner)) {
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
