//! The tables that arguments are validated against: JSON Schemas as static values of the runtime's
//! `Schema`.
//!
//! Schemas are read into nodes that are equal where the schemas mean the same; a node that is used
//! once is written where it is used, any other becomes a static.

mod cycles;
mod evaluation;
mod format;
mod names;
mod node;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use self::write::{alias, literal};

use indexmap::{IndexMap, IndexSet};
use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value;

use self::names::Names;
use self::node::{Link, Node};
use self::write::Writer;
use crate::model::Definition;
use crate::schema::ecma_regex::{self, BoundedRegex};
use crate::source::pointer::push_token;

/// The schemas that generated code checks values against, collected while it is written.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::emit::checks::Checks;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let mut checks = Checks::new(&modelled.api().definitions).asserting_formats(true);
/// checks.declare_schema("ORDER", &serde_json::json!({"type": "object", "required": ["id"]}));
/// let any = checks.expression(&serde_json::json!({"type": "string"}));
/// assert!(any.to_string().contains("STRING"), "{any}");
/// assert!(checks.problems().is_empty());
/// assert!(checks.into_module().to_string().contains("ORDER"));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Checks {
    definitions: IndexMap<String, Known>,
    nodes: IndexSet<Node>,
    patterns: IndexMap<String, Pattern>,
    named: Vec<(String, Link)>,
    names: Names,
    /// Definitions that were referred to and are not read yet.
    pending: Vec<usize>,
    /// How many types of the user's `#/$defs/0` and so on refer to.
    types: usize,
    /// Where the reader stands.
    root: Root,
    place: Vec<String>,
    /// Whether what the schema being read evaluates matters to one around it.
    noting: bool,
    asserts_formats: bool,
    problems: Vec<Problem>,
}

/// A definition, and what became of it.
#[derive(Debug)]
struct Known {
    definition: Definition,
    reached: bool,
    /// Whether what it evaluates matters to a schema that refers to it.
    noting: bool,
    /// What its schema was read as.
    link: Link,
}

/// A pattern by its source.
#[derive(Debug)]
struct Pattern {
    name: String,
    /// What the regex engine takes.
    translated: BoundedRegex,
}

/// The schema being read, for [`Problem`].
#[derive(Clone, Debug, Default)]
struct Root {
    constant: String,
    pointer: String,
}

/// What a table leaves out because it can't be checked.
///
/// ```
/// use toolwright_codegen::emit::checks::Checks;
///
/// let mut checks = Checks::new(&Default::default());
/// checks.declare_schema("ORDER", &serde_json::json!({"pattern": "("}));
/// let problem = &checks.problems()[0];
/// assert_eq!((problem.constant.as_str(), problem.pointer.as_str()), ("ORDER", "/pattern"));
/// assert!(problem.message.starts_with("the pattern `(` is ignored"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The constant of the definition or of the operation; empty for any other schema.
    pub constant: String,
    /// In a definition, the JSON pointer of the keyword in the spec, provided that the schema
    /// stands there as it is written; otherwise, its pointer within the schema.
    pub pointer: String,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
}

impl Checks {
    /// No schemas yet; those that come may refer to `definitions`.
    pub fn new(definitions: &IndexMap<String, Definition>) -> Self {
        let known = |definition: &Definition| Known {
            definition: definition.clone(),
            reached: false,
            noting: false,
            link: Link::ANY,
        };
        Self {
            definitions: definitions
                .iter()
                .map(|(key, definition)| (key.clone(), known(definition)))
                .collect(),
            nodes: IndexSet::new(),
            patterns: IndexMap::new(),
            named: Vec::new(),
            names: Names::new(definitions.values().map(|definition| &definition.constant)),
            pending: Vec::new(),
            types: 0,
            root: Root::default(),
            place: Vec::new(),
            noting: false,
            asserts_formats: false,
            problems: Vec::new(),
        }
    }

    /// Whether `format` must hold; by default it annotates, as the standard has it.
    #[must_use]
    pub fn asserting_formats(mut self, on: bool) -> Self {
        self.asserts_formats = on;
        self
    }

    /// No definitions, but so many types of the user's, which `#/$defs/0` and so on refer to. They are
    /// `__Type0` and so on where the tables stand.
    pub(crate) fn of_types(count: usize) -> Self {
        Self {
            types: count,
            ..Self::new(&IndexMap::new())
        }
    }

    /// Declares `checks::CONSTANT`. The constants of definitions are in a module of their own, so
    /// only these have to differ from each other.
    pub fn declare_schema(&mut self, constant: &str, schema: &Value) {
        let link = self.read(
            Root {
                constant: constant.to_owned(),
                pointer: String::new(),
            },
            schema,
        );
        self.named.push((constant.to_owned(), link));
    }

    /// An expression of type `&'static Schema`, for any place where `checks` is in scope.
    pub fn expression(&mut self, schema: &Value) -> TokenStream {
        let link = self.read(Root::default(), schema);
        let link = self.resolve(link);
        if let Link::Node(index) = link {
            self.names.give(index, &self.nodes, &self.definitions);
        }
        let path = Writer::path(self, link);
        match link {
            // A spec may have a `Schema` of its own.
            Link::Constant(_) => quote!(::toolwright::schema::#path),
            _ => quote!(&checks::shared::#path),
        }
    }

    /// What the tables leave out, in the order in which it was found.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The items of `mod checks`.
    pub fn into_module(mut self) -> TokenStream {
        self.cut_cycles();
        self.name_shared();
        write::module(&self)
    }

    /// The tables as items of one block.
    pub(crate) fn into_block(mut self) -> TokenStream {
        self.cut_cycles();
        self.name_shared();
        write::block(&self)
    }

    fn read(&mut self, root: Root, schema: &Value) -> Link {
        self.root = root;
        self.noting = false;
        let link = self.link(schema);
        while let Some(index) = self.pending.pop() {
            self.read_definition(index);
        }
        link
    }

    /// What was read before is read again where more of it is to be noted.
    fn reach(&mut self, index: usize, noting: bool) {
        let known = &mut self.definitions[index];
        if !known.reached || (noting && !known.noting) {
            known.reached = true;
            known.noting |= noting;
            self.pending.push(index);
        }
    }

    fn read_definition(&mut self, index: usize) {
        let definition = self.definitions[index].definition.clone();
        self.noting = self.definitions[index].noting;
        self.root = Root {
            constant: definition.constant,
            pointer: definition.pointer,
        };
        self.definitions[index].link = self.link(&definition.schema);
    }

    /// The index of a pattern that can be checked.
    fn pattern(&mut self, keyword: &str, source: &str) -> Option<usize> {
        if let Some(index) = self.patterns.get_index_of(source) {
            return Some(index);
        }
        match ecma_regex::translate_checked(source) {
            Ok(translated) => {
                let pattern = Pattern {
                    name: self.names.pattern(),
                    translated,
                };
                Some(self.patterns.insert_full(source.to_owned(), pattern).0)
            }
            Err(error) => {
                self.place.push(keyword.to_owned());
                self.problem(format!("the pattern `{source}` is ignored: {error}"));
                self.place.pop();
                None
            }
        }
    }

    fn problem(&mut self, message: String) {
        let mut pointer = self.root.pointer.clone();
        for token in &self.place {
            push_token(&mut pointer, token);
        }
        let problem = Problem {
            constant: self.root.constant.clone(),
            pointer,
            message,
        };
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// Follows definitions that are nothing but a reference or a schema of the runtime.
    fn resolve(&self, link: Link) -> Link {
        let mut link = link;
        for _ in 0..=self.definitions.len() {
            match link {
                Link::Definition(index) => match self.definitions[index].link {
                    Link::Node(_) => return link,
                    next => link = next,
                },
                _ => return link,
            }
        }
        Link::ANY
    }

    /// Gives a name to every node that more than one place needs.
    fn name_shared(&mut self) {
        let mut uses = vec![0_usize; self.nodes.len()];
        let mut open: Vec<usize> = Vec::new();
        let named = self.named.iter().map(|(_, link)| *link);
        let reached = self.definitions.values().filter(|known| known.reached);
        for link in named.chain(reached.map(|known| known.link)) {
            if let Link::Node(index) = link {
                open.push(index);
            }
        }
        open.extend(self.names.nodes());
        let mut order: IndexSet<usize> = self.names.nodes().collect();
        while let Some(index) = open.pop() {
            for link in self.nodes[index]
                .keywords
                .iter()
                .flat_map(node::Keyword::links)
                .rev()
            {
                if let Link::Node(child) = link {
                    uses[child] += 1;
                    if order.insert(child) {
                        open.push(child);
                    }
                }
            }
        }
        order.sort_unstable();
        for index in order {
            if uses[index] > 1 {
                self.names.give(index, &self.nodes, &self.definitions);
            }
        }
    }
}
