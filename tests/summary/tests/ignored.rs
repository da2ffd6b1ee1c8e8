//! Prints one line after the tests of the workspace: how many were ignored, what they need, and how to run them. It counts the
//! attributes `#[ignore = "needs …"]` in the sources, because no test binary knows of the others. It never fails.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// How a reason begins; the names of what is needed follow, with commas and `and` between them.
const ATTRIBUTE: &str = "#[ignore = \"needs ";

fn main() {
    // With a filter, or with the ignored tests, the line would not be true.
    if std::env::args_os().len() > 1 {
        return;
    }
    let mut ignored = Ignored::default();
    ignored.count_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    eprintln!("\n{}", ignored.line());
}

#[derive(Default)]
struct Ignored {
    tests: usize,
    /// The number of tests by what they need.
    needs: BTreeMap<String, usize>,
}

impl Ignored {
    fn count_below(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name();
            let name = name.to_string_lossy();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && name != "target" && !name.starts_with('.') => {
                    self.count_below(&path);
                }
                Ok(kind) if kind.is_file() && name.ends_with(".rs") => {
                    self.count_in(&fs::read_to_string(&path).unwrap_or_default());
                }
                _ => {}
            }
        }
    }

    fn count_in(&mut self, source: &str) {
        let code = source
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            // The constant of this file does not match itself, because it has a backslash before the quote.
            let Some((_, reason)) = line.split_once(ATTRIBUTE) else {
                continue;
            };
            let reason = reason.split('"').next().unwrap_or_default();
            self.tests += 1;
            for need in reason.split(", ").flat_map(|part| part.split(" and ")) {
                *self.needs.entry(need.to_owned()).or_default() += 1;
            }
        }
    }

    fn line(&self) -> String {
        let mut needs: Vec<_> = self.needs.iter().collect();
        needs.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let needs: Vec<String> = needs
            .iter()
            .map(|(need, count)| format!("{count} need {need}"))
            .collect();
        format!(
            "{} tests were ignored: {}. `cargo test --workspace -- --include-ignored` runs them, too; \
             CONTRIBUTING.md says how to get what they need.",
            self.tests,
            needs.join(", ")
        )
    }
}
