//! The development corpus through the readers of JSON and YAML.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::{Source, SourceError, pointer, yaml};
use crate::shared::path::shared_path;

/// All files of the corpus.
fn files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = vec![shared_path("specs/dev")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.retain(|path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        matches!(extension, Some("json" | "yaml" | "yml"))
    });
    files.sort();
    files
}

#[test]
#[ignore = "needs ../shared"]
fn every_file_is_read_or_refused_at_a_place() {
    for path in files() {
        match Source::load(&path) {
            Ok(source) => every_value_is_where_it_is_said_to_be(&source),
            Err(error @ SourceError::TooLarge(_)) => panic!("{error}"),
            Err(SourceError::Read { error, .. }) => panic!("{}: {error}", path.display()),
            Err(SourceError::Syntax(error)) => {
                eprintln!("{error}");
                assert!(error.text.get(error.location.span.clone()).is_some());
            }
        }
    }
}

/// Walks some of the values and reads the text at their place again.
fn every_value_is_where_it_is_said_to_be(source: &Source) {
    let mut pending = vec![(String::new(), source.root())];
    for _ in 0..400 {
        let Some((place, value)) = pending.pop() else {
            break;
        };
        match value {
            Value::Object(members) => {
                let members = members.iter();
                pending.extend(members.map(|(key, value)| (pointer::join(&place, key), value)));
            }
            Value::Array(items) => {
                let items = items.iter().enumerate();
                pending.extend(items.map(|(at, item)| (pointer::join_index(&place, at), item)));
            }
            _ => scalar_is_where_it_is_said_to_be(source, &place, value),
        }
    }
}

fn scalar_is_where_it_is_said_to_be(source: &Source, place: &str, value: &Value) {
    let location = source.locate(place);
    let (before, meant) = source.text().split_at(location.span.start);
    let meant = &meant[..location.span.len()];
    let is_read_alike = yaml::parse_yaml(meant).is_ok_and(|parsed| parsed.root == *value);
    let is_block = before.trim_end_matches(' ').ends_with('\n');
    let is_on_many_lines = meant.contains('\n');
    let first_line = meant.lines().next().unwrap_or_default().trim_end();
    let starts_alike = (is_block || is_on_many_lines)
        && value
            .as_str()
            .is_some_and(|text| text.starts_with(first_line.trim_start_matches(['"', '\''])));
    let is_elsewhere = value.is_null() || meant.starts_with(['*', '&', '!']);
    assert!(
        is_read_alike || starts_alike || is_elsewhere,
        "{}:{} {place}: {meant}",
        source.path().display(),
        location.line,
    );
}

#[test]
#[ignore = "needs ../shared"]
fn json_read_as_yaml_has_the_same_values() {
    for path in files() {
        let size = fs::metadata(&path).map_or(0, |metadata| metadata.len());
        let Ok(source) = Source::load(&path) else {
            continue;
        };
        if !matches!(source.format, super::Format::Json) || size > 150_000 {
            continue;
        }
        let again = yaml::parse_yaml(source.text());
        let again = again.unwrap_or_else(|flaw| panic!("{}: {}", path.display(), flaw.message));
        assert!(&again.root == source.root(), "{}", path.display());
    }
}
