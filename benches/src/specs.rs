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

/// GitHub's API, 1,223 operations, as the example has it.
pub fn github_spec() -> Result<PathBuf, Error> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    Ok(folder
        .join("../examples/github/github.json")
        .canonicalize()?)
}

/// The absolute paths of the specs that a command is given beside its options; `default` if it is given none.
///
/// # Errors
///
/// When a spec is not there, or the command has no such option.
pub fn parse_specs(
    arguments: &[String],
    options: &[&str],
    default: PathBuf,
) -> Result<Vec<PathBuf>, Error> {
    let mut specs = Vec::new();
    for argument in arguments {
        if options.contains(&argument.as_str()) {
            continue;
        }
        if argument.starts_with("--") {
            return Err(format!("there is no option {argument}").into());
        }
        let spec = Path::new(argument).canonicalize();
        specs.push(spec.map_err(|error| format!("{argument}: {error}"))?);
    }
    if specs.is_empty() {
        specs.push(default);
    }
    Ok(specs)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_options_that_are_known_and_specs_that_are_there() {
        let parse = |arguments: &[&str]| {
            let arguments: Vec<String> = arguments.iter().map(|it| (*it).to_owned()).collect();
            let default = PathBuf::from("/default.json");
            parse_specs(&arguments, &["--discovery"], default).map_err(|error| error.to_string())
        };
        let default = Ok(vec![PathBuf::from("/default.json")]);
        assert_eq!(parse(&[]), default);
        assert_eq!(parse(&["--discovery"]), default);
        assert!(github_spec().is_ok_and(|spec| spec.is_file()));
        let named = parse(&["--discovery", "Cargo.toml"]).unwrap();
        assert!(named.iter().all(|spec| spec.is_absolute()), "{named:?}");
        assert_eq!(
            parse(&["--discover"]),
            Err("there is no option --discover".to_owned())
        );
        assert!(
            parse(&["nothing.json"])
                .unwrap_err()
                .starts_with("nothing.json: ")
        );
    }
}
