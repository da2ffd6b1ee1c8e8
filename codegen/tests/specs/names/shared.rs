//! Lists the names in a model, for comparisons between specs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::specs::corpus_specs;
use toolwright_codegen::model::{Api, Field, Operation, Shape, Type, TypeDef};
use toolwright_codegen::source::Source;
use toolwright_codegen::{Builder, Modelled};

/// The specs of the corpus in which no operation refers to another.
pub(crate) fn untangled() -> Vec<(PathBuf, Value)> {
    corpus_specs()
        .into_iter()
        .filter_map(|file| {
            let source = Source::load(&file).ok()?;
            // What refers to another operation is not unrelated to it.
            let is_tangled = source.text().contains("#/paths/");
            (!is_tangled).then(|| (file, source.root().clone()))
        })
        .collect()
}

/// The spec as a file would have it, read with the file of names beside that.
pub(crate) fn model(path: &Path, spec: &Value) -> Option<Modelled> {
    let source = Source::from_text(path, spec.to_string()).ok()?;
    Builder::new(path).model_source(source).ok()
}

/// What each operation is called, and all of Rust that its request is made of, in words; by method
/// and path.
pub(crate) fn names(modelled: &Modelled) -> BTreeMap<String, String> {
    words(modelled.api())
}

fn words(api: &Api) -> BTreeMap<String, String> {
    let types = api.types.iter().map(|def| (def.ident.as_str(), def));
    let types: HashMap<&str, &TypeDef> = types.collect();
    let operations = api.operations.iter();
    operations
        .map(|operation| {
            let place = format!("{} {}", operation.method, operation.path);
            (place, words_of(operation, &types))
        })
        .collect()
}

fn words_of(operation: &Operation, types: &HashMap<&str, &TypeDef>) -> String {
    let mut words = format!("{} {}", operation.tool, operation.request);
    let parameters = operation.parameters.iter();
    let body = operation.body.iter();
    let fields = parameters
        .map(|parameter| &parameter.field)
        .chain(body.flat_map(|body| body.format.field().into_iter().chain([&body.field])));
    let mut open = Vec::new();
    for field in fields {
        member(&mut words, field, &mut open);
    }
    let mut seen = HashSet::new();
    while let Some(ident) = open.pop() {
        let Some(def) = types.get(ident).filter(|_| seen.insert(ident)) else {
            continue;
        };
        let _ = write!(words, "; {ident}");
        match &def.shape {
            Shape::Struct { fields, rest } => {
                for field in fields {
                    member(&mut words, field, &mut open);
                }
                open.extend(rest.iter().filter_map(|(_, ty)| inner(ty)));
            }
            Shape::Choice { variants, .. } => {
                for variant in variants {
                    let _ = write!(words, " {}({:?})", variant.ident, variant.ty);
                    open.extend(inner(&variant.ty));
                }
            }
            Shape::Symbol { variants, .. } => {
                let idents = variants.iter().map(|variant| variant.ident.as_str());
                words.extend(idents.flat_map(|ident| [" ", ident]));
            }
            Shape::Code { variants, .. } => {
                let idents = variants.iter().map(|variant| variant.ident.as_str());
                words.extend(idents.flat_map(|ident| [" ", ident]));
            }
        }
    }
    words
}

fn member<'a>(words: &mut String, field: &'a Field, open: &mut Vec<&'a str>) {
    let _ = write!(words, " {}: {:?}", field.ident, field.ty);
    open.extend(inner(&field.ty));
}

fn inner(ty: &Type) -> Option<&str> {
    match ty {
        Type::Named(ident) => Some(ident),
        Type::List(inner) | Type::Map(inner) | Type::Nullable(inner) | Type::Boxed(inner) => {
            self::inner(inner)
        }
        _ => None,
    }
}
