//! Enums that the compiler's model and the runtime both have, with the same variants: generated code names
//! a variant of the runtime by its name in the model. Neither crate may depend on the other.

use std::fs;
use std::path::{Path, PathBuf};

use toolwright::{Annotations, Method};
use toolwright_codegen::model;

/// The names in the model and in the runtime.
const MIRRORED: [(&str, &str); 6] = [
    ("Method", "Method"),
    ("ParameterStyle", "Style"),
    ("SecurityKind", "SecurityKind"),
    ("ApiKeyIn", "ApiKeyIn"),
    ("OAuthGrant", "OAuthGrant"),
    ("PresetValue", "PresetValue"),
];

/// The variants of an enum that some file of a folder declares, each with how many values it holds.
fn read_variants(folder: &str, name: &str) -> Vec<(String, usize)> {
    let declaration = format!("pub enum {name} {{");
    let files = rust_files(Path::new(folder)).into_iter();
    let texts = files.map(|file| fs::read_to_string(file).expect("is readable"));
    let text = texts.into_iter().find(|text| text.contains(&declaration));
    let file = syn::parse_file(&text.expect("some file declares it")).expect("is Rust");
    let variants = file.items.into_iter().find_map(|item| match item {
        syn::Item::Enum(item) if item.ident == name => Some(item.variants),
        _ => None,
    });
    let variants = variants.expect("is an item of the file").into_iter();
    variants
        .map(|variant| (variant.ident.to_string(), variant.fields.len()))
        .collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("is a folder");
    let paths = entries.map(|entry| entry.expect("is readable").path());
    let files = paths.flat_map(|path| match path.is_dir() {
        true => rust_files(&path),
        false => vec![path],
    });
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "rs");
    files.filter(is_rust).collect()
}

#[test]
fn model_and_runtime_have_the_same_variants() {
    for (model, runtime) in MIRRORED {
        assert_eq!(
            read_variants("../codegen/src/model", model),
            read_variants("../runtime/src", runtime),
            "{model} and {runtime}"
        );
    }
}

#[test]
fn model_and_runtime_derive_the_same_hints_from_a_method() {
    let methods = [
        (model::Method::Get, Method::Get),
        (model::Method::Put, Method::Put),
        (model::Method::Post, Method::Post),
        (model::Method::Delete, Method::Delete),
        (model::Method::Options, Method::Options),
        (model::Method::Head, Method::Head),
        (model::Method::Patch, Method::Patch),
        (model::Method::Trace, Method::Trace),
        (model::Method::Query, Method::Query),
    ];
    for (listed, method) in methods {
        let listed = model::ListedAnnotations::for_method(&listed);
        let hints = Annotations::of(method);
        assert_eq!(
            (
                listed.read_only,
                listed.destructive,
                listed.idempotent,
                listed.open_world
            ),
            (
                hints.read_only,
                hints.destructive,
                hints.idempotent,
                hints.open_world
            ),
            "{method:?}"
        );
    }
}
