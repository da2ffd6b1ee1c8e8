//! The optional format tests of the JSON Schema Test Suite, with formats asserted.

use toolwright_codegen::schema::resources::Draft;

use crate::shared;
use crate::suite::Run;

const LEFT_OUT: [(&str, &str); 1] = [(
    "idn-hostname.json",
    "needs the tables of IDNA; the format annotates",
)];

/// What stands behind `xn--` in a host name is not decoded, for the same reason.
const PUNYCODE: [&str; 23] = [
    "invalid Punycode",
    "contains illegal char U+302E",
    "Begins with a Spacing Combining Mark",
    "Begins with a Nonspacing Mark",
    "Begins with an Enclosing Mark",
    "Exceptions that are DISALLOWED, right-to-left chars",
    "Exceptions that are DISALLOWED, left-to-right chars",
    "MIDDLE DOT with no preceding 'l'",
    "MIDDLE DOT with nothing preceding",
    "MIDDLE DOT with no following 'l'",
    "MIDDLE DOT with nothing following",
    "Greek KERAIA not followed by Greek",
    "Greek KERAIA not followed by anything",
    "Hebrew GERESH not preceded by Hebrew",
    "Hebrew GERESH not preceded by anything",
    "Hebrew GERSHAYIM not preceded by Hebrew",
    "Hebrew GERSHAYIM not preceded by anything",
    "KATAKANA MIDDLE DOT with no Hiragana, Katakana, or Han",
    "KATAKANA MIDDLE DOT with no other characters",
    "Arabic-Indic digits mixed with Extended Arabic-Indic digits",
    "ZERO WIDTH JOINER not preceded by Virama",
    "ZERO WIDTH JOINER not preceded by anything",
    "in the 3rd and 4th position",
];

/// Host names are those of the later drafts, in which such hyphens are for `xn--`.
const HYPHENS: [&str; 1] = ["hostname with consecutive hyphens (RFC1123)"];

#[test]
#[ignore = "needs ../shared"]
fn formats_of_draft_2020_12() {
    formats("draft2020-12", Draft::V2020, &PUNYCODE);
}

#[test]
#[ignore = "needs ../shared"]
fn formats_of_draft_4() {
    formats("draft4", Draft::Four, &HYPHENS);
}

fn formats(name: &str, draft: Draft, known: &[&str]) {
    let suite = shared("json-schema-test-suite");
    let mut run = Run::new(&suite, draft).asserting_formats();
    let directory = suite.join("tests").join(name).join("optional/format");
    run.directory(&directory, &LEFT_OUT);
    eprintln!("{name}: {} passed", run.passed);
    let (left, other): (Vec<_>, Vec<_>) = run
        .failures
        .iter()
        .partition(|failure| known.iter().any(|name| failure.contains(name)));
    assert!(other.is_empty(), "{other:#?}");
    assert_eq!(left.len(), known.len(), "{left:#?}");
}
