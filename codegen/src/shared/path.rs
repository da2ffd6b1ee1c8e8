use std::env;
use std::path::{Path, PathBuf};

/// A path in the folder beside the repository. None, with a message, where it is absent; in CI its
/// absence is a failure.
pub(crate) fn shared_path(relative: &str) -> Option<PathBuf> {
    let root = env::var_os("TOOLWRIGHT_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let path = root.join(relative);
    if path.exists() {
        return Some(path);
    }
    let missing = path.display();
    assert!(
        env::var_os("TOOLWRIGHT_NO_SKIP").is_none(),
        "{missing} is missing, and TOOLWRIGHT_NO_SKIP forbids to skip"
    );
    eprintln!("skipped: {missing} is missing");
    None
}
