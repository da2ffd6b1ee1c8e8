//! What a build script prints for cargo, a directive on each line. A spec decides parts of it (paths of
//! files that it refers to, names in warnings), and cargo obeys any line that begins with `cargo:`, some
//! of them by running commands (`rustc-link-arg`). So this is the only place that writes directives, and
//! no character that could end a line gets into one.

use std::fmt;
use std::path::Path;

/// Directives for cargo, in the order in which they were added.
///
/// ```
/// use std::path::Path;
/// use toolwright_codegen::CargoDirectives;
///
/// let mut directives = CargoDirectives::default();
/// directives.rerun_if_changed(Path::new("api.yaml"));
/// directives.warn("api.yaml:1:1: no title\ncargo::rustc-link-arg=-s");
/// assert_eq!(directives.to_string(), "\
/// cargo::rerun-if-changed=api.yaml
/// cargo::warning=api.yaml:1:1: no title\\ncargo::rustc-link-arg=-s
/// ");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CargoDirectives {
    /// Without line ends.
    lines: Vec<String>,
}

impl CargoDirectives {
    /// Has cargo run the build script again when a file changes. A path that has control characters
    /// cannot be written on one line, so that cargo gets a warning in its place.
    pub fn rerun_if_changed(&mut self, file: &Path) {
        let path = file.display().to_string();
        if path.chars().any(char::is_control) {
            self.warn(&format!(
                "cargo cannot watch `{path}`, because the path has control characters: rename the file, or \
                 changes of it are not noticed"
            ));
        } else {
            self.push_directive("rerun-if-changed", &path);
        }
    }

    /// Shows a warning. Control characters in it are escaped.
    pub fn warn(&mut self, message: &str) {
        self.push_directive("warning", message);
    }

    fn push_directive(&mut self, name: &str, value: &str) {
        let mut line = format!("cargo::{name}=");
        for character in value.chars() {
            // Cargo reads a directive from every line, so a line end in a value would let a spec add one.
            if character.is_control() {
                line.extend(character.escape_default());
            } else {
                line.push(character);
            }
        }
        self.lines.push(line);
    }
}

impl fmt::Display for CargoDirectives {
    /// As cargo reads them from the standard output of a build script.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_and_no_warning_adds_a_directive() {
        let injected = "a.yaml\ncargo::rustc-link-arg=-wrapper\r\ncargo:rustc-env=A=b\u{85}c";
        let mut directives = CargoDirectives::default();
        directives.rerun_if_changed(Path::new(injected));
        directives.warn(injected);
        let text = directives.to_string();
        assert_eq!(text.lines().count(), 2);
        assert!(text.lines().all(|line| line.starts_with("cargo::warning=")));
        let others = text.chars().filter(|it| it.is_control());
        assert_eq!(others.count(), 2, "the two line ends");
    }
}
