//! Modules of `codegen`, `runtime` and `inspect` use only modules below them, in the order that
//! ARCHITECTURE.md lists. Code for tests may use anything.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// What a file says of modules: those that it declares, and the names behind each `crate::`, `use` of
/// the root of the crate, or as many `super::` as lead there.
#[derive(Default)]
struct ModuleUses {
    declared: Vec<String>,
    used: Vec<String>,
    /// The module behind each name that the root of the crate exports.
    exports: HashMap<String, String>,
}

impl ModuleUses {
    fn read(&mut self, tokens: TokenStream, depth: usize) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let text = |at: usize| match tokens.get(at) {
            Some(TokenTree::Group(_)) | None => String::new(),
            Some(token) => token.to_string(),
        };
        let mut at = 0;
        while at < tokens.len() {
            if text(at) == "#" && tokens.get(at + 1).is_some_and(is_test_attribute) {
                let is_end = |token: &TokenTree| match token {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    token => token.to_string() == ";",
                };
                at += tokens[at..].iter().position(is_end).unwrap_or(tokens.len()) + 1;
                continue;
            }
            if text(at) == "mod" && text(at + 2) == ";" {
                self.declared.push(text(at + 1));
            } else if depth == 0 && text(at) == "use" {
                let module = text(at + 1);
                let names = names_in(tokens.get(at + 4));
                self.exports
                    .extend(names.into_iter().map(|name| (name, module.clone())));
            } else if matches!(text(at).as_str(), "crate" | "super")
                && (at == 0 || text(at - 1) != "$")
            {
                let supers = (at..)
                    .step_by(3)
                    .take_while(|at| text(*at) == "super")
                    .count();
                at += 3 * supers.max(1);
                if supers == 0 || supers == depth {
                    self.used.extend(names_in(tokens.get(at)));
                }
            }
            if let Some(TokenTree::Group(group)) = tokens.get(at) {
                self.read(group.stream(), depth);
            }
            at += 1;
        }
    }
}

/// Whether it is `[cfg(test)]` or `[cfg(all(test, …))]`.
fn is_test_attribute(token: &TokenTree) -> bool {
    let text = token.to_string();
    text.starts_with("[cfg (test") || text.starts_with("[cfg (all (test")
}

/// `["a", "b"]` of `{a::{c, d}, b}`, and `["a"]` of `a`.
fn names_in(token: Option<&TokenTree>) -> Vec<String> {
    let Some(TokenTree::Group(group)) = token else {
        return token.map(ToString::to_string).into_iter().collect();
    };
    let members: Vec<TokenTree> = group.stream().into_iter().collect();
    let members = members.split(|token| token.to_string() == ",");
    members
        .filter_map(|member| member.first())
        .map(ToString::to_string)
        .collect()
}

/// Every use in a file and the modules below it that points upwards.
fn find_upward_uses(file: &Path, path: &[String], layers: &mut Layers) {
    let text = fs::read_to_string(file).expect("is readable");
    let mut uses = ModuleUses::default();
    uses.read(text.parse().expect("is Rust"), path.len());
    layers.exports.extend(uses.exports);
    let own = path.first().and_then(|own| layers.position(own));
    for name in &uses.used {
        // The root may export a macro that is called like a module.
        let export = layers
            .exports
            .get(name)
            .filter(|_| layers.position(name).is_none());
        let module = export.unwrap_or(name);
        if layers.position(module) < own && layers.position(module).is_some() {
            layers
                .wrong
                .push(format!("{} uses {module}", file.display()));
        }
    }
    let is_folder = path.is_empty() || file.ends_with("mod.rs");
    let folder = if is_folder {
        file.with_file_name("")
    } else {
        file.with_extension("")
    };
    for name in uses.declared {
        if path.is_empty() && layers.position(&name).is_none() {
            layers.wrong.push(format!(
                "{} declares {name}, which is in no layer",
                file.display()
            ));
        }
        let paths = [format!("{name}.rs"), format!("{name}/mod.rs")].map(|end| folder.join(end));
        let file = paths
            .iter()
            .find(|path| path.exists())
            .expect("is a module");
        find_upward_uses(file, &[path, &[name]].concat(), layers);
    }
}

struct Layers {
    /// From top to bottom.
    modules: Vec<String>,
    exports: HashMap<String, String>,
    wrong: Vec<String>,
}

impl Layers {
    fn of_crate(name: &str) -> Self {
        let map = fs::read_to_string("../ARCHITECTURE.md").expect("is there");
        let start = format!("- `{name}`, from top to bottom: ");
        let list = map
            .split(&start)
            .nth(1)
            .expect("lists the modules of the crate");
        let list = list.split("\n\n").next().unwrap_or_default();
        let list = list.split("\n- ").next().unwrap_or_default();
        let modules = list
            .split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect();
        Self {
            modules,
            exports: HashMap::new(),
            wrong: Vec::new(),
        }
    }

    fn position(&self, module: &str) -> Option<usize> {
        self.modules.iter().position(|known| known == module)
    }
}

#[test]
fn modules_use_only_modules_below_them() {
    let crates = ["codegen", "runtime", "inspect"]
        .into_iter()
        .flat_map(|name| {
            let mut layers = Layers::of_crate(name);
            find_upward_uses(
                &Path::new("..").join(name).join("src/lib.rs"),
                &[],
                &mut layers,
            );
            layers.wrong
        });
    let wrong: Vec<String> = crates.collect();
    assert!(wrong.is_empty(), "upward uses:\n{}", wrong.join("\n"));
}
