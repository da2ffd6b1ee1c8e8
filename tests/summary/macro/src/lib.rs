//! Prints one line about the whole workspace: how many tests were ignored, what they need, and how to run them.
//!
//! It is a macro because of when it must run. The tests of the documentation are what `cargo test` runs last, and print
//! hundreds of lines. Their output is captured, but a macro that rustdoc expands to find them can print. The tests are
//! counted by the attributes `#[ignore = "…"]` in the sources, because no test binary knows of the others. It never fails.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proc_macro::TokenStream;

const ATTRIBUTE: &str = "#[ignore = \"";

/// What cargo hands on to rustdoc of the arguments behind `--`, and of a test's name.
const ARGUMENT_OF_TESTS: &str = "--test-args";

/// Prints the line and expands to nothing.
#[proc_macro]
pub fn print_ignored_tests(_: TokenStream) -> TokenStream {
    // With a filter or `--include-ignored`, the line would not be true.
    if !std::env::args_os().any(|argument| argument == ARGUMENT_OF_TESTS) {
        let mut ignored = Ignored::default();
        ignored.count_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.."));
        eprintln!("\n{}", ignored.line());
    }
    TokenStream::new()
}

#[derive(Default)]
struct Ignored {
    tests: usize,
    /// The number of tests by reason: what they need, or how long they take.
    reasons: BTreeMap<String, usize>,
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
            // `needs A, B and C` are three reasons.
            let needs = reason.strip_prefix("needs ").into_iter();
            let needs = needs.flat_map(|needs| needs.split(", "));
            let needs = needs.flat_map(|part| part.split(" and "));
            let mut reasons: Vec<String> = needs.map(|need| format!("need {need}")).collect();
            if reasons.is_empty() {
                reasons.push(reason.replacen("takes ", "take ", 1));
            }
            for reason in reasons {
                *self.reasons.entry(reason).or_default() += 1;
            }
        }
    }

    fn line(&self) -> String {
        let mut reasons: Vec<_> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let reasons: Vec<String> = reasons
            .iter()
            .map(|(reason, count)| format!("{count} {reason}"))
            .collect();
        format!(
            "{} tests were ignored: {}. `cargo test --workspace -- --include-ignored` runs them, too; \
             CONTRIBUTING.md says how to get what they need.",
            self.tests,
            reasons.join(", ")
        )
    }
}
