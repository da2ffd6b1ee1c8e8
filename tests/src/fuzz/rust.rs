//! What rustc would refuse, as far as it can be told without rustc: text that is no Rust, names
//! given twice, names of nothing, and types without an end.

use std::collections::{HashMap, HashSet};

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{ExprStruct, Fields, GenericArgument, Item, Path, PathArguments, Type};

/// What a type is behind, so that it may refer to itself.
const POINTERS: [&str; 3] = ["Box", "Map", "Vec"];

/// Holds a generated file to what rustc would.
pub(super) fn hold(text: &str) {
    let file = match syn::parse_file(text) {
        Ok(file) => file,
        Err(error) => panic!("{error}\n{text}"),
    };
    let mut names = Names::default();
    names.module("", &file.items);
    names.uses("", &file.items);
    let problems = names.problems;
    assert!(problems.is_empty(), "{problems:?}\n{text}");
    if let Some(name) = endless(&file.items) {
        panic!("{name} has no end\n{text}");
    }
}

/// The items of every module: types, and values.
#[derive(Default)]
struct Names {
    known: HashMap<String, HashSet<String>>,
    problems: Vec<String>,
}

impl Names {
    fn module(&mut self, path: &str, items: &[Item]) {
        let (mut types, mut values) = (HashSet::new(), HashSet::new());
        for item in items {
            let (name, into) = match item {
                Item::Struct(item) => {
                    self.fields(&item.ident.to_string(), &item.fields);
                    (&item.ident, &mut types)
                }
                Item::Enum(item) => {
                    let variants = item
                        .variants
                        .iter()
                        .map(|variant| variant.ident.to_string());
                    self.once(&item.ident.to_string(), variants);
                    (&item.ident, &mut types)
                }
                Item::Trait(item) => (&item.ident, &mut types),
                Item::Mod(item) => {
                    let inner = item.content.as_ref().map_or(&[][..], |(_, items)| items);
                    self.module(&format!("{path}{}::", item.ident), inner);
                    (&item.ident, &mut types)
                }
                Item::Static(item) => (&item.ident, &mut values),
                Item::Const(item) => (&item.ident, &mut values),
                Item::Fn(item) => (&item.sig.ident, &mut values),
                _ => continue,
            };
            if name != "_" && !into.insert(name.to_string()) {
                self.problems.push(format!("{path}{name} is given twice"));
            }
        }
        types.extend(values);
        self.known.insert(path.to_owned(), types);
    }

    fn fields(&mut self, of: &str, fields: &Fields) {
        let names = fields.iter().filter_map(|field| field.ident.as_ref());
        self.once(of, names.map(ToString::to_string));
    }

    fn once(&mut self, of: &str, names: impl Iterator<Item = String>) {
        let mut seen = HashSet::new();
        for name in names {
            if seen.contains(&name) {
                self.problems.push(format!("{of}.{name} is given twice"));
            }
            seen.insert(name);
        }
    }

    fn uses(&mut self, path: &str, items: &[Item]) {
        for item in items {
            if let Item::Mod(module) = item {
                let inner = module.content.as_ref().map_or(&[][..], |(_, items)| items);
                self.uses(&format!("{path}{}::", module.ident), inner);
            } else {
                let mut uses = Uses { path, names: self };
                uses.visit_item(item);
            }
        }
    }
}

/// Looks up what a module refers to in the file's other modules.
struct Uses<'a> {
    path: &'a str,
    names: &'a mut Names,
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_path(&mut self, path: &'ast Path) {
        let segments: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        if let [module, .., name] = &segments[..] {
            let middle = segments[1..segments.len() - 1].iter();
            let below: String = middle.map(|segment| format!("{segment}::")).collect();
            let places = match module.as_str() {
                "super" => vec![below],
                _ => vec![
                    format!("{}{module}::{below}", self.path),
                    format!("{module}::{below}"),
                ],
            };
            let known = places.iter().find_map(|place| self.names.known.get(place));
            if known.is_some_and(|known| !known.contains(name)) {
                let text = segments.join("::");
                self.names.problems.push(format!("there is no {text}"));
            }
        }
        visit::visit_path(self, path);
    }

    fn visit_expr_struct(&mut self, value: &'ast ExprStruct) {
        let names = value.fields.iter().map(|field| match &field.member {
            syn::Member::Named(name) => name.to_string(),
            syn::Member::Unnamed(index) => index.index.to_string(),
        });
        self.names.once("a value", names);
        visit::visit_expr_struct(self, value);
    }
}

/// A type that has itself as a part.
fn endless(items: &[Item]) -> Option<String> {
    let types = items.iter().find_map(|item| match item {
        Item::Mod(module) if module.ident == "types" => module.content.as_ref(),
        _ => None,
    });
    let mut parts: HashMap<String, Vec<String>> = HashMap::new();
    for item in types.map_or(&[][..], |(_, items)| items) {
        let (name, fields): (_, Vec<&Type>) = match item {
            Item::Struct(item) => (&item.ident, item.fields.iter().map(|f| &f.ty).collect()),
            Item::Enum(item) => {
                let variants = item.variants.iter();
                let fields = variants.flat_map(|variant| &variant.fields);
                (&item.ident, fields.map(|field| &field.ty).collect())
            }
            _ => continue,
        };
        let of = parts.entry(name.to_string()).or_default();
        fields.into_iter().for_each(|field| add_parts(field, of));
    }
    let mut done = HashSet::new();
    parts
        .keys()
        .find(|name| is_endless(name, &parts, &mut HashSet::new(), &mut done))
        .cloned()
}

fn is_endless<'a>(
    name: &'a str,
    parts: &'a HashMap<String, Vec<String>>,
    open: &mut HashSet<&'a str>,
    done: &mut HashSet<&'a str>,
) -> bool {
    if done.contains(name) {
        return false;
    }
    if !open.insert(name) {
        return true;
    }
    let of = parts.get(name).map_or(&[][..], Vec::as_slice);
    let found = of.iter().any(|part| is_endless(part, parts, open, done));
    open.remove(name);
    done.insert(name);
    found
}

fn add_parts(ty: &Type, parts: &mut Vec<String>) {
    let Type::Path(path) = ty else { return };
    let Some(last) = path.path.segments.last() else {
        return;
    };
    let name = last.ident.to_string();
    if POINTERS.contains(&name.as_str()) {
        return;
    }
    parts.push(name);
    if let PathArguments::AngleBracketed(arguments) = &last.arguments {
        let arguments: &Punctuated<GenericArgument, _> = &arguments.args;
        for argument in arguments {
            if let GenericArgument::Type(ty) = argument {
                add_parts(ty, parts);
            }
        }
    }
}
