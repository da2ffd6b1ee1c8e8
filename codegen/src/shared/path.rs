use std::env;
use std::path::{Path, PathBuf};

/// A path in the folder beside the repository, for tests that are ignored with the reason "needs ../shared".
///
/// # Panics
///
/// If there is no such path.
pub(crate) fn shared_path(relative: &str) -> PathBuf {
    let root = env::var_os("TOOLWRIGHT_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let path = root.join(relative);
    assert!(
        path.exists(),
        "{} is missing (TOOLWRIGHT_SHARED); CONTRIBUTING.md says what this test needs",
        path.display()
    );
    path
}
