//! A spec is not different from itself, nor from itself in another order.

use std::path::PathBuf;

use super::*;

#[test]
fn a_spec_does_not_differ_from_itself() {
    let base = base();
    assert_eq!(diff(&base, &base).entries, []);
}

#[test]
fn order_does_not_matter_to_a_model() {
    let base = base();
    let diff = diff(&base, &reordered(&base));
    let found: Vec<&Entry> = diff.entries(Audience::Model).collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// The spec with the members of every object the other way round.
fn reordered(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().rev();
            members
                .map(|(key, value)| (key.clone(), reordered(value)))
                .collect()
        }
        Value::Array(items) => items.iter().map(reordered).collect(),
        other => other.clone(),
    }
}

/// The specs of the corpus, those of up to half a megabyte; all with `TOOLWRIGHT_FULL`. None, with
/// a message, where it is absent.
fn specs() -> Vec<PathBuf> {
    let shared = std::env::var_os("TOOLWRIGHT_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let folder = shared.join("specs/dev");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: there is no {}", folder.display());
        return Vec::new();
    };
    let is_full = std::env::var_os("TOOLWRIGHT_FULL").is_some();
    let mut files: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .filter(|entry| {
            let metadata = entry.metadata();
            metadata.is_ok_and(|file| file.is_file() && (is_full || file.len() < 500_000))
        })
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files
}

#[test]
fn no_spec_of_the_corpus_differs_from_itself() {
    for path in specs() {
        let builder = Builder::new(&path).output_schemas(true);
        let Ok(modelled) = builder.model() else {
            continue;
        };
        let diff = Diff::of(&modelled, &modelled);
        assert_eq!(diff.entries, [], "{}", path.display());
    }
}
