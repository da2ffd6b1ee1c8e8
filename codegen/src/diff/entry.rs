//! The result of a comparison: an entry for each change, its class for models and for Rust callers, and the places
//! in both specs where it is. Entries are data; which rule a change falls under is decided where schemas and operations
//! are compared.

use super::change_rules::{Class, Rule, RustClass};

/// For whom a change is classed.
///
/// ```
/// use toolwright_codegen::diff::{Audience, Class};
/// use toolwright_codegen::{Builder, Diff};
///
/// let shop = Builder::new("tests/doc/shop.yaml");
/// let diff = Diff::between(&shop, &shop.clone().exclude("placeOrder"))?;
/// // A tool that is gone, models and Rust callers miss.
/// assert_eq!(diff.count(Class::Breaking, Audience::Model), 1);
/// assert!(diff.count(Class::Breaking, Audience::Rust) > 0);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
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
///
/// ```
/// use toolwright_codegen::diff::Side;
/// # use toolwright_codegen::source::Source;
/// use toolwright_codegen::{Builder, Diff};
///
/// let model = |parameter: &str| {
///     let text = format!(
///         "swagger: '2.0'\ninfo: {{title: Pets, version: '1'}}\npaths:\n  /pets:\n    get:\n      \
///          operationId: listPets\n      parameters: [{{in: query, name: limit, {parameter}}}]\n"
///     );
///     let source = Source::from_text("pets.yaml", text).expect("is YAML");
///     Builder::new("pets.yaml").model_source(source)
/// };
/// let diff = Diff::from_models(&model("type: integer")?, &model("type: integer, maximum: 50")?);
/// assert_eq!(diff.entries[0].side, Some(Side::Arguments));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The input schema.
    Arguments,
    /// The output schema.
    Results,
}

impl Side {
    /// `arguments`, `results`
    pub fn name(self) -> &'static str {
        match self {
            Self::Arguments => "arguments",
            Self::Results => "results",
        }
    }
}

/// One change.
///
/// ```
/// use toolwright_codegen::diff::{Audience, Class};
/// use toolwright_codegen::{Builder, Diff};
///
/// let shop = Builder::new("tests/doc/shop.yaml");
/// let diff = Diff::between(&shop, &shop.clone().exclude("placeOrder"))?;
/// let entry = diff.entries(Audience::Model).next().expect("a tool is gone");
/// assert_eq!((entry.rule.id, entry.tools()), ("tool-removed", vec!["place_order"]));
/// assert_eq!(entry.class(Audience::Model), Class::Breaking);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
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
///
/// ```
/// use toolwright_codegen::diff::Site;
/// use toolwright_codegen::{Builder, Diff};
///
/// let shop = Builder::new("tests/doc/shop.yaml");
/// let diff = Diff::between(&shop, &shop.clone().exclude("placeOrder"))?;
/// let Site { tools, old, new } = &diff.entries[0].sites[0];
/// assert_eq!(tools, &["place_order"]);
/// assert!(old.as_ref().is_some_and(|old| old.pointer == "/paths/~1orders/post"));
/// assert_eq!(new, &None);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
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

/// What was and what is, in words. `None` stands for nothing: what was added was nothing before.
#[derive(Clone, Debug, Default)]
pub(super) struct ChangeText {
    pub(super) was: Option<String>,
    pub(super) is: Option<String>,
}

impl ChangeText {
    /// The rule says it all.
    pub(super) const NONE: Self = Self {
        was: None,
        is: None,
    };

    pub(super) fn added(is: impl Into<String>) -> Self {
        Self {
            was: None,
            is: Some(is.into()),
        }
    }

    pub(super) fn removed(was: impl Into<String>) -> Self {
        Self {
            was: Some(was.into()),
            is: None,
        }
    }

    pub(super) fn replaced(was: impl Into<String>, is: impl Into<String>) -> Self {
        Self {
            was: Some(was.into()),
            is: Some(is.into()),
        }
    }
}

/// A change at one place.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) rule: &'static Rule,
    pub(super) side: Option<Side>,
    pub(super) model: Class,
    pub(super) subject: String,
    pub(super) was: Option<String>,
    pub(super) is: Option<String>,
    pub(super) old_at: Option<String>,
    pub(super) new_at: Option<String>,
}

impl Change {
    /// A change of a whole tool or of the API, at no place: struct update syntax adds what is known beyond that.
    pub(super) fn new(rule: &'static Rule, text: ChangeText) -> Self {
        Self {
            rule,
            side: None,
            model: rule.arguments,
            subject: String::new(),
            was: text.was,
            is: text.is,
            old_at: None,
            new_at: None,
        }
    }
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

    /// Whether it matters for security, whatever its class: see [`SecurityRelevance`].
    ///
    /// [`SecurityRelevance`]: super::SecurityRelevance
    pub fn is_security(&self) -> bool {
        self.rule.security.applies_to(self.side)
    }

    /// Whether it is about Rust items and nothing that a model sees.
    pub fn is_rust_alone(&self) -> bool {
        let Rule {
            arguments, results, ..
        } = self.rule;
        let never = (*arguments, *results) == (Class::Neutral, Class::Neutral);
        never && matches!(self.rule.rust, RustClass::Always(class) if class != Class::Neutral)
    }

    /// Whether it is among the changes of an audience.
    pub(super) fn matters_for(&self, audience: Audience) -> bool {
        match audience {
            Audience::Model => !self.is_rust_alone(),
            Audience::Rust => self.rust != Class::Neutral,
            Audience::Both => true,
        }
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
