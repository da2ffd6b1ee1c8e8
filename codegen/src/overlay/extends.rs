use std::fs;
use std::path::Path;

use crate::source::{Source, uri};

/// Whether `extends` of an overlay means a spec. A URL fits a spec that says it is there (`$self`),
/// and one of the same file name: copies are elsewhere.
pub(super) fn fits(extended: &str, overlay: &Path, spec: &Source) -> bool {
    if uri::is_web(extended) {
        let own = spec.root().get("$self").and_then(|own| own.as_str());
        let name = extended.split(['?', '#']).next().unwrap_or_default();
        let name = name.rsplit('/').next();
        return own == Some(extended)
            || name.is_some_and(|name| spec.path().file_name() == Some(name.as_ref()));
    }
    let path = extended.strip_prefix("file://").unwrap_or(extended);
    let decoded = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
    let meant = overlay.parent().unwrap_or(Path::new("")).join(&*decoded);
    match (fs::canonicalize(&meant), fs::canonicalize(spec.path())) {
        (Ok(meant), Ok(spec)) => meant == spec,
        // A spec that is no file, or not there any more, is known by its name alone.
        _ => meant.file_name() == spec.path().file_name(),
    }
}
