//! Ignored tests say what they need, in the words of CONTRIBUTING.md.

use std::fs;
use std::path::{Path, PathBuf};

use toolwright_tests::pages::{Page, root};

/// What tests need beside Rust. Each has a row in CONTRIBUTING.md.
const NEEDS: [&str; 6] = [
    "../shared",
    "Python",
    "Node.js",
    "Chromium",
    "PostgreSQL",
    "TOOLWRIGHT_OWN_SERVER",
];

/// Every Rust file of the workspace.
fn collect_sources(folder: &Path, sources: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("can be read") {
        let path = entry.expect("can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            collect_sources(&path, sources);
        } else if name.ends_with(".rs") {
            sources.push(path);
        }
    }
}

/// The reason of tests that build other crates.
const TAKES_MINUTES: &str = "takes minutes";

/// Whether a reason is made of what CONTRIBUTING.md explains.
fn is_known_reason(reason: &str) -> bool {
    if reason == TAKES_MINUTES {
        return true;
    }
    let Some(needs) = reason.strip_prefix("needs ") else {
        return false;
    };
    let mut needs = needs.split(", ").flat_map(|part| part.split(" and "));
    needs.all(|need| NEEDS.contains(&need))
}

#[test]
fn ignored_tests_say_what_they_need() {
    let mut sources = Vec::new();
    collect_sources(&root(), &mut sources);
    let mut wrong = Vec::new();
    for source in sources {
        let text = fs::read_to_string(&source).expect("can be read");
        for (index, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("//") {
                continue;
            }
            // The parts are apart, so that this file does not have what it looks for.
            let Some((_, rest)) = line.split_once(concat!("#[", "ignore")) else {
                continue;
            };
            let reason = rest.strip_prefix(" = \"");
            let reason = reason.and_then(|rest| rest.split('"').next());
            // In a string of Rust, there is a backslash before the quote.
            let is_text = rest.starts_with(" = \\\"");
            if !is_text && !reason.is_some_and(is_known_reason) {
                let place = source.display();
                wrong.push(format!("{place}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let page = Page::read(Path::new("CONTRIBUTING.md"));
    let reasons = NEEDS.map(|need| format!("needs {need}"));
    for reason in reasons.iter().map(String::as_str).chain([TAKES_MINUTES]) {
        let row = format!("| `{reason}` |");
        assert!(
            page.text.contains(&row),
            "CONTRIBUTING.md: there is no {row}"
        );
    }
}
