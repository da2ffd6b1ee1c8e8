//! What exists on the machines of the project and its CI, but not at every user's.

use std::env;
use std::path::{Path, PathBuf};

/// The folder of specs and oracles beside the repository. `None` where it is absent: the test
/// then ends with a message. In CI its absence is a failure.
pub fn shared() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = env::var_os("TOOLWRIGHT_SHARED").map_or_else(beside, PathBuf::from);
    present(folder, "the folder `shared` beside the repository")
}

/// A Python with the package `mcp`, as `TOOLWRIGHT_PYTHON` names it.
pub fn python() -> Option<PathBuf> {
    let python = env::var_os("TOOLWRIGHT_PYTHON").map(PathBuf::from);
    present(
        python.unwrap_or_default(),
        "a Python with the package `mcp` (TOOLWRIGHT_PYTHON)",
    )
}

/// The folder `node_modules` with Node.js 22, the MCP inspector and the conformance suite, as
/// `TOOLWRIGHT_NPM` names it.
pub fn npm() -> Option<PathBuf> {
    let folder = env::var_os("TOOLWRIGHT_NPM").map(PathBuf::from);
    present(
        folder.unwrap_or_default(),
        "the MCP inspector and the conformance suite (TOOLWRIGHT_NPM)",
    )
}

fn present(path: PathBuf, what: &str) -> Option<PathBuf> {
    if path.exists() {
        return Some(path);
    }
    assert!(
        env::var_os("TOOLWRIGHT_NO_SKIP").is_none(),
        "{what} is missing, and TOOLWRIGHT_NO_SKIP forbids to skip"
    );
    eprintln!("skipped: {what} is missing");
    None
}
