use super::rule::{Class, Rule, RustClass};

/// For whom a change is classed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// The model that sees the list of tools, and reads results.
    Model,
    /// Rust code that uses the generated types.
    Rust,
    /// Both.
    #[default]
    Both,
}

/// Which schema of a tool a change is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The input schema.
    Arguments,
    /// The output schema.
    Results,
}

/// One change.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The kind of change.
    pub rule: &'static Rule,
    /// Its class for the model.
    pub model: Class,
    /// Its class for Rust callers.
    pub rust: Class,
    /// Which schema it is in; none where it is about a whole tool, the API or Rust alone.
    pub side: Option<Side>,
    /// What it is about: an argument (`limit`, `filter.status`), a part of a schema (`Pet.name`,
    /// `tags[]`), a Rust item; empty for a whole tool.
    pub subject: String,
    /// What was.
    pub was: Option<String>,
    /// What is.
    pub is: Option<String>,
    /// What becomes of generated Rust, a line for each item.
    pub rust_notes: Vec<String>,
    /// Where it is, at least once.
    pub sites: Vec<Site>,
}

/// A place of a change, in both specs, and the tools that it matters for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The names of the tools in the new spec, or in the old one where they are gone.
    pub tools: Vec<String>,
    /// The place in the old spec, if there is one.
    pub old: Option<Place>,
    /// The place in the new spec, if there is one.
    pub new: Option<Place>,
}

/// A place in a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// JSON pointer; `document#pointer` in what the spec refers to.
    pub pointer: String,
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Entry {
    /// The class for an audience.
    pub fn class(&self, audience: Audience) -> Class {
        match audience {
            Audience::Model => self.model,
            Audience::Rust => self.rust,
            Audience::Both => self.model.max(self.rust),
        }
    }

    /// Whether it is about Rust items and nothing that a model sees.
    pub fn is_rust_alone(&self) -> bool {
        let Rule {
            arguments, results, ..
        } = self.rule;
        let never = (*arguments, *results) == (Class::Neutral, Class::Neutral);
        never && matches!(self.rule.rust, RustClass::Always(class) if class != Class::Neutral)
    }

    /// The tools that it matters for, each once, in the order of the specs.
    pub fn tools(&self) -> Vec<&str> {
        let mut tools: Vec<&str> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for tool in self.sites.iter().flat_map(|site| &site.tools) {
            if seen.insert(tool.as_str()) {
                tools.push(tool);
            }
        }
        tools
    }
}
