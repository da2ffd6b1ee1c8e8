//! Every public type, trait, function and macro of the libraries has an example, and every method of the
//! crate that users call is in one of its type. Public is what says `pub`; that examples are true is for
//! `cargo test --doc` to say.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::{
    Attribute, Expr, Ident, ImplItem, Item, Lit, Meta, TraitItem, Type, UseTree, Visibility,
};
use toolwright_tests::pages::root;

/// What of the runtime has none: `include_tools!` needs a build script, and nothing has `HasTool`.
const RUNTIME: &[&str] = &[
    "runtime/src/typed/method_lists.rs: HasTool",
    "runtime/src/include.rs: include_tools",
];

#[test]
fn public_items_of_the_runtime_have_examples() {
    let found = Found::of("runtime");
    held(found.items().chain(found.methods()).collect(), RUNTIME);
}

#[test]
fn public_items_of_the_compiler_have_examples() {
    held(Found::of("codegen").items().collect(), &[]);
}

fn held(missing: Vec<String>, owed: &[&str]) {
    for owed in owed {
        let is_owed = missing.iter().any(|item| item == owed);
        assert!(is_owed, "{owed} has an example: take it out of the list");
    }
    let missing = missing
        .into_iter()
        .filter(|item| !owed.contains(&item.as_str()));
    let missing: Vec<_> = missing.collect();
    assert!(missing.is_empty(), "no example:\n{}", missing.join("\n"));
}

/// What a crate has. Items of one name share their examples: a macro and its trait.
#[derive(Default)]
struct Found {
    /// Where each item is, by its name.
    items: BTreeMap<String, PathBuf>,
    /// The same of methods, by the names of type and method.
    methods: BTreeMap<(String, String), PathBuf>,
    /// The words of each item's examples, and of its methods'.
    examples: BTreeMap<String, HashSet<String>>,
}

impl Found {
    fn of(folder: &str) -> Self {
        let mut found = Self::default();
        found.file(&Path::new(folder).join("src/lib.rs"));
        found
    }

    fn items(&self) -> impl Iterator<Item = String> {
        let items = self.items.iter();
        let missing = items.filter(|(name, _)| !self.examples.contains_key(*name));
        missing.map(|(name, file)| format!("{}: {name}", file.display()))
    }

    fn methods(&self) -> impl Iterator<Item = String> {
        let missing = self.methods.iter().filter(|((owner, method), _)| {
            let words = self.examples.get(owner);
            !words.is_some_and(|words| words.contains(method))
        });
        missing.map(|((owner, method), file)| format!("{}: {owner}::{method}", file.display()))
    }

    fn file(&mut self, file: &Path) {
        let text = fs::read_to_string(root().join(file)).expect("is there");
        let syntax = syn::parse_file(&text).expect("is Rust");
        let folder = match file.file_stem().and_then(|stem| stem.to_str()) {
            Some("lib" | "mod") => file.parent().expect("is in a folder").to_owned(),
            _ => file.with_extension(""),
        };
        for item in &syntax.items {
            self.item(item, file, &folder);
        }
    }

    fn item(&mut self, item: &Item, file: &Path, folder: &Path) {
        match item {
            Item::Mod(it) if it.content.is_none() && !is_for_tests(&it.attrs) => {
                let beside = folder.join(format!("{}.rs", it.ident));
                let inside = folder.join(format!("{}/mod.rs", it.ident));
                let is_beside = root().join(&beside).exists();
                self.file(if is_beside { &beside } else { &inside });
            }
            Item::Struct(it) if is_public(&it.vis) => self.named(&it.ident, &it.attrs, file),
            Item::Enum(it) if is_public(&it.vis) => self.named(&it.ident, &it.attrs, file),
            Item::Type(it) if is_public(&it.vis) => self.named(&it.ident, &it.attrs, file),
            Item::Fn(it) if is_public(&it.vis) => self.named(&it.sig.ident, &it.attrs, file),
            Item::Macro(it) if it.attrs.iter().any(|it| it.path().is_ident("macro_export")) => {
                self.named(it.ident.as_ref().expect("a macro"), &it.attrs, file);
            }
            Item::Use(it) if is_public(&it.vis) => {
                if let UseTree::Path(path) = &it.tree
                    && path.ident == "toolwright_macros"
                    && let UseTree::Name(name) = &*path.tree
                {
                    self.named(&name.ident, &it.attrs, file);
                }
            }
            Item::Trait(it) if is_public(&it.vis) => {
                self.named(&it.ident, &it.attrs, file);
                for item in &it.items {
                    if let TraitItem::Fn(method) = item {
                        self.method(&it.ident, &method.sig.ident, &method.attrs, file);
                    }
                }
            }
            Item::Impl(it) if it.trait_.is_none() => {
                let Type::Path(owner) = &*it.self_ty else {
                    return;
                };
                let owner = &owner.path.segments.last().expect("a name").ident;
                for item in &it.items {
                    if let ImplItem::Fn(method) = item
                        && is_public(&method.vis)
                    {
                        self.method(owner, &method.sig.ident, &method.attrs, file);
                    }
                }
            }
            _ => {}
        }
    }

    fn named(&mut self, name: &Ident, attributes: &[Attribute], file: &Path) {
        if !is_hidden(attributes) {
            self.shown(name, attributes);
            self.items.insert(name.to_string(), file.to_owned());
        }
    }

    fn method(&mut self, owner: &Ident, name: &Ident, attributes: &[Attribute], file: &Path) {
        if !is_hidden(attributes) {
            self.shown(owner, attributes);
            let name = (owner.to_string(), name.to_string());
            self.methods.insert(name, file.to_owned());
        }
    }

    fn shown(&mut self, name: &Ident, attributes: &[Attribute]) {
        let words = example(attributes);
        if !words.is_empty() {
            self.examples
                .entry(name.to_string())
                .or_default()
                .extend(words);
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    lists(attributes, "cfg").any(|condition| {
        condition
            .split([' ', '(', ','])
            .any(|it| it.trim_end_matches(')') == "test")
    })
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    lists(attributes, "doc").any(|what| what == "hidden")
}

fn lists<'a>(attributes: &'a [Attribute], name: &'a str) -> impl Iterator<Item = String> + 'a {
    attributes
        .iter()
        .filter_map(move |attribute| match &attribute.meta {
            Meta::List(list) if list.path.is_ident(name) => Some(list.tokens.to_string()),
            _ => None,
        })
}

/// The words of those examples in a doc comment that are compiled.
fn example(attributes: &[Attribute]) -> HashSet<String> {
    let mut is_code = None;
    let mut words = HashSet::new();
    for line in attributes.iter().filter_map(line) {
        match (line.trim().strip_prefix("```"), is_code) {
            (Some(kind), None) => is_code = Some(["", "no_run", "should_panic"].contains(&kind)),
            (Some(_), Some(_)) => is_code = None,
            (None, Some(true)) => {
                let parts = line.split(|c: char| !c.is_alphanumeric() && c != '_');
                words.extend(parts.map(str::to_owned));
            }
            (None, _) => {}
        }
    }
    words
}

/// A line of a doc comment.
fn line(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(doc) = &attribute.meta else {
        return None;
    };
    match &doc.value {
        Expr::Lit(text) if doc.path.is_ident("doc") => match &text.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}
