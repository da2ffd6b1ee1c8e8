use std::path::{MAIN_SEPARATOR, Path};

/// A path with `/` between its parts, which all systems take: what is written on Windows is also read elsewhere.
///
/// ```
/// let path = std::path::Path::new("spec").join("shop.yaml");
/// assert_eq!(toolwright_codegen::write_portable_path(&path), "spec/shop.yaml");
/// ```
pub fn write_portable_path(path: &Path) -> String {
    replace_separator(&path.to_string_lossy(), MAIN_SEPARATOR)
}

/// On systems that separate by `/`, a backslash is a character of a name.
fn replace_separator(path: &str, separator: char) -> String {
    match separator {
        '/' => path.to_owned(),
        other => path.replace(other, "/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_separators_are_replaced() {
        for (path, separator, expected) in [
            (r"spec\pets.yaml", '\\', "spec/pets.yaml"),
            (r"..\common/a.yaml", '\\', "../common/a.yaml"),
            (r"C:\api.yaml", '\\', "C:/api.yaml"),
            (r"spec/a\b.yaml", '/', r"spec/a\b.yaml"),
        ] {
            assert_eq!(replace_separator(path, separator), expected);
        }
    }
}
