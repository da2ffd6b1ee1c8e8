//! What changed between two specs for a model that uses the tools, and for Rust code that uses the
//! generated types.

mod change_rules;
mod collect_entries;
mod compare_apis;
mod compare_security;
mod entry;
mod entry_words;
mod json_report;
mod markdown_report;
mod match_operations;
mod operation;
mod placed_field;
mod rust_change;
mod rust_items;
mod schemas;
mod spec_version;
mod text_report;
mod type_names;
mod word_diff;

use std::collections::HashSet;

use crate::modelled::Modelled;
use crate::stack::on_large_stack;

pub use change_rules::{Class, RULES, Rule, RustClass, SecurityRelevance};
pub use entry::{Audience, Entry, Place, Side, Site};

/// What changed between two specs.
///
/// ```
/// use toolwright_codegen::diff::{Audience, Class};
/// use toolwright_codegen::source::Source;
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
/// assert_eq!(diff.entries[0].rule.id, "bound-narrowed");
/// assert_eq!(diff.entries[0].sites[0].tools, ["list_pets"]);
/// assert_eq!(diff.count(Class::Breaking, Audience::Model), 1);
/// assert_eq!(diff.count(Class::Breaking, Audience::Rust), 0);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Diff {
    /// The old spec.
    pub old: Compared,
    /// The new spec.
    pub new: Compared,
    /// The changes: of the API, then those of tools in the order of the new spec, then those of
    /// Rust items alone.
    pub entries: Vec<Entry>,
    /// The addresses of what operations are skipped for in both specs, so that they are not compared.
    pub skipped_in_both: Vec<String>,
}

/// A spec that was compared.
///
/// ```
/// use toolwright_codegen::{Builder, Diff};
///
/// let shop = Builder::new("tests/doc/shop.yaml");
/// let diff = Diff::between(&shop, &shop.clone().exclude("placeOrder"))?;
/// assert_eq!((diff.old.title.as_str(), diff.old.version.as_str()), ("Shop", "1.0.0"));
/// assert_eq!((diff.old.tools, diff.new.tools), (4, 3));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The file.
    pub file: String,
    /// `info.title`
    pub title: String,
    /// `info.version`
    pub version: String,
    /// How many tools it becomes.
    pub tools: usize,
}

impl Diff {
    /// Compares two specs. Results are compared where they were read with
    /// [`Builder::output_schemas`](crate::Builder::output_schemas).
    pub fn from_models(old: &Modelled, new: &Modelled) -> Self {
        on_large_stack(|| Self {
            old: Compared::from_model(old),
            new: Compared::from_model(new),
            entries: collect_entries::collect_entries(old, new),
            skipped_in_both: list_skipped_in_both(old, new),
        })
    }

    /// The changes that matter for an audience: for the model all but those of Rust alone, for Rust
    /// those that are not neutral.
    pub fn entries(&self, audience: Audience) -> impl Iterator<Item = &Entry> {
        let entries = self.entries.iter();
        entries.filter(move |entry| entry.matters_for(audience))
    }

    /// The changes that matter for security, whatever their class is and whoever the audience is: servers,
    /// credentials, what is sent that no caller gives, and texts that models read.
    ///
    /// ```
    /// use toolwright_codegen::source::Source;
    /// use toolwright_codegen::{Builder, Diff};
    ///
    /// let model = |server: &str| {
    ///     let text = format!(
    ///         "openapi: 3.0.3\ninfo: {{title: Pets, version: '1'}}\nservers: [{{url: '{server}'}}]\npaths: {{}}\n"
    ///     );
    ///     let source = Source::from_text("pets.yaml", text).expect("is YAML");
    ///     Builder::new("pets.yaml").model_source(source)
    /// };
    /// let diff = Diff::from_models(&model("https://pets.example")?, &model("http://pets.example")?);
    /// let security: Vec<_> = diff.security().map(|entry| entry.rule.id).collect();
    /// assert_eq!(security, ["base-url-changed"]);
    /// # Ok::<(), toolwright_codegen::BuildError>(())
    /// ```
    pub fn security(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.is_security())
    }

    /// The changes that are shown to an audience: its own, and those that matter for security.
    fn entries_to_show(&self, audience: Audience) -> impl Iterator<Item = &Entry> {
        let entries = self.entries.iter();
        entries.filter(move |entry| entry.is_security() || entry.matters_for(audience))
    }

    /// How many changes of a class there are for an audience.
    pub fn count(&self, class: Class, audience: Audience) -> usize {
        let entries = self.entries(audience);
        entries
            .filter(|entry| entry.class(audience) == class)
            .count()
    }
}

fn list_skipped_in_both(old: &Modelled, new: &Modelled) -> Vec<String> {
    let old: HashSet<&str> = old.skipped().map(|it| it.pointer.as_str()).collect();
    let new = new.skipped().map(|it| it.pointer.as_str());
    new.filter(|it| old.contains(it))
        .map(str::to_owned)
        .collect()
}

impl Compared {
    fn from_model(modelled: &Modelled) -> Self {
        let api = &modelled.api;
        Self {
            file: modelled.sources.root().path().display().to_string(),
            title: api.title.clone(),
            version: api.version.clone(),
            tools: api.operations.len(),
        }
    }
}

#[cfg(test)]
mod tests;
