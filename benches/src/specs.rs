//! The specs that the figures are about.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::Error;

/// Names of servers and the files in `shared/specs/dev` that they are compiled from.
pub const SPECS: [(&str, &str); 3] = [
    ("cms", "ingeniux-cms.swagger2.json"),
    ("github", "3.0-oxidecomputer-api.github.com.json"),
    ("kubernetes", "2.0-kubernetes-client-swagger-1.13.json"),
];

/// The JSON files below a directory, in the order of their paths.
pub fn collect_json(directory: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "json") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The file of a spec of [`SPECS`].
pub fn spec(name: &str) -> Result<PathBuf, Error> {
    let (_, file) = SPECS
        .iter()
        .find(|(known, _)| *known == name)
        .ok_or_else(|| format!("no spec is called {name}"))?;
    let shared = crate::external::shared();
    Ok(shared.join("specs/dev").join(file))
}

/// Writes a copy of the spec at `from` that has only its first `limit` operations.
pub fn cut(from: &Path, to: &Path, limit: usize) -> Result<(), Error> {
    let mut spec: Value = serde_json::from_slice(&std::fs::read(from)?)?;
    let paths = spec
        .get_mut("paths")
        .and_then(Value::as_object_mut)
        .ok_or("the spec has no paths")?;
    let mut left = limit;
    paths.retain(|_, item| {
        if let Some(item) = item.as_object_mut() {
            keep_operations(item, &mut left);
            return item.keys().any(|key| is_method(key));
        }
        false
    });
    std::fs::write(to, spec.to_string())?;
    Ok(())
}

fn keep_operations(item: &mut Map<String, Value>, left: &mut usize) {
    item.retain(|key, _| {
        if !is_method(key) {
            return true;
        }
        let kept = *left > 0;
        *left = left.saturating_sub(1);
        kept
    });
}

fn is_method(key: &str) -> bool {
    ["get", "put", "post", "delete", "options", "head", "patch"].contains(&key)
}
