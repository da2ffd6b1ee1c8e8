//! The specs that the figures are about.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Error;

/// Names of servers and the files in `shared/specs/dev` that they are compiled from.
pub const SPECS: [(&str, &str); 3] = [
    ("cms", "ingeniux-cms.swagger2.json"),
    ("github", "3.0-oxidecomputer-api.github.com.json"),
    ("kubernetes", "2.0-kubernetes-client-swagger-1.13.json"),
];

/// A spec that has no operations.
pub const EMPTY: &str = r#"{"openapi":"3.0.3","info":{"title":"Empty","version":"1"},"paths":{}}"#;

/// GitHub's API, 1,223 operations, as the example has it.
pub fn github() -> Result<PathBuf, Error> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    Ok(folder
        .join("../examples/github/github.json")
        .canonicalize()?)
}

/// The files that a command is given, without its options; if it is given none, GitHub's API.
pub fn named_or_github(arguments: &[String]) -> Result<Vec<PathBuf>, Error> {
    let named = arguments.iter().filter(|it| !it.starts_with("--"));
    let named: Vec<PathBuf> = named.map(PathBuf::from).collect();
    match named.is_empty() {
        true => Ok(vec![github()?]),
        false => Ok(named),
    }
}

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
