//! What some tests need beside Rust: a Python with packages, npm packages, and the folder `shared` beside the repository.
//!
//! Such a test is ignored with the reason, `#[ignore = "needs Python"]`, so that cargo counts it and does not report it as
//! passed. If it is run all the same, with `--include-ignored`, what is missing is a failure that says what to do. No
//! function here returns nothing, because a test that ends early would look as if it had passed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The folder of specs and oracles beside the repository, or what `TOOLWRIGHT_SHARED` names.
///
/// # Panics
///
/// If it is missing, as all functions here do.
pub fn shared() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = env::var_os("TOOLWRIGHT_SHARED").map_or_else(beside, PathBuf::from);
    require(
        folder,
        "the folder `shared` beside the repository (TOOLWRIGHT_SHARED)",
    )
}

/// How much of the corpus a test takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The specs that do not take long.
    Quick,
    /// All specs.
    Full,
}

/// Bytes of the largest spec of the quick form.
const LARGEST_IN_QUICK_FORM: u64 = 700_000;

impl Form {
    /// The full form with `TOOLWRIGHT_FULL`, else the quick one.
    pub fn chosen() -> Self {
        match env::var_os("TOOLWRIGHT_FULL") {
            Some(_) => Self::Full,
            None => Self::Quick,
        }
    }
}

/// The specs of the development corpus, in the order of their names, the adversarial ones last.
///
/// # Panics
///
/// If the folder cannot be read.
pub fn corpus(form: Form) -> Vec<PathBuf> {
    let folder = shared().join("specs/dev");
    let mut specs = specs_in(&folder, form);
    specs.extend(specs_in(&folder.join("edge"), form));
    specs
}

fn specs_in(folder: &Path, form: Form) -> Vec<PathBuf> {
    let mut specs = Vec::new();
    for entry in fs::read_dir(folder).expect("the corpus is there") {
        let entry = entry.expect("the corpus can be read");
        let path = entry.path();
        let size = entry.metadata().map_or(0, |data| data.len());
        let is_spec = path
            .extension()
            .is_some_and(|kind| kind == "json" || kind == "yaml");
        if is_spec && (form == Form::Full || size <= LARGEST_IN_QUICK_FORM) {
            specs.push(path);
        }
    }
    specs.sort();
    specs
}

/// A Python with the package `mcp`, as `TOOLWRIGHT_PYTHON` names it.
///
/// # Panics
///
/// If it is missing.
pub fn python() -> PathBuf {
    let python = env::var_os("TOOLWRIGHT_PYTHON").map(PathBuf::from);
    require(
        python.unwrap_or_default(),
        "a Python with the package `mcp` (TOOLWRIGHT_PYTHON)",
    )
}

/// That Python, with a further package.
///
/// # Panics
///
/// If Python or the package is missing.
pub fn python_with(package: &str) -> PathBuf {
    let python = python();
    let mut import = Command::new(&python);
    let has_it = import.args(["-c", &format!("import {package}")]).output();
    let has_it = has_it.is_ok_and(|output| output.status.success());
    assert!(
        has_it,
        "{} does not import `{package}` (TOOLWRIGHT_PYTHON): .ci/run installs it",
        python.display()
    );
    python
}

/// A program that a package of that Python has installed.
///
/// # Panics
///
/// If Python or the program is missing.
pub fn python_program(name: &str) -> PathBuf {
    let program = python().with_file_name(name);
    require(
        program,
        &format!("{name} beside the Python of TOOLWRIGHT_PYTHON"),
    )
}

/// The folder `node_modules` with Node.js 22, the MCP inspector and the conformance suite, as
/// `TOOLWRIGHT_NPM` names it.
///
/// # Panics
///
/// If it is missing.
pub fn npm() -> PathBuf {
    require(
        node_modules(),
        "the MCP inspector and the conformance suite (TOOLWRIGHT_NPM)",
    )
}

/// The folder of an npm package, in the folder that `TOOLWRIGHT_NPM` names.
///
/// # Panics
///
/// If it is missing.
pub fn npm_package(name: &str) -> PathBuf {
    let package = node_modules().join(name);
    require(package, &format!("the npm package {name} (TOOLWRIGHT_NPM)"))
}

/// Node.js, of the folder that `TOOLWRIGHT_NPM` names or of the machine.
pub fn node() -> PathBuf {
    let own = node_modules().join("node/bin/node");
    if own.exists() { own } else { "node".into() }
}

fn node_modules() -> PathBuf {
    env::var_os("TOOLWRIGHT_NPM")
        .map(PathBuf::from)
        .unwrap_or_default()
}

fn require(path: PathBuf, what: &str) -> PathBuf {
    assert!(
        path.exists(),
        "{what} is missing; CONTRIBUTING.md says what this test needs"
    );
    path
}
