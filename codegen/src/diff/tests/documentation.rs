use std::fmt::Write as _;

use super::*;

/// The table in `docs/diff.md`.
fn table() -> String {
    let mut table = String::from(
        "| rule | model: arguments | model: results | Rust | security | what |\n|---|---|---|---|---|---|\n",
    );
    for rule in RULES {
        let Rule {
            id,
            arguments,
            results,
            rust,
            security,
            says,
        } = rule;
        let _ = writeln!(
            table,
            "| `{id}` | {arguments} | {results} | {rust} | {security} | {says} |"
        );
    }
    table
}

#[test]
fn every_rule_is_documented() {
    let documented = include_str!("../../../../docs/diff.md");
    let table = table();
    assert!(
        documented.contains(&table),
        "docs/diff.md needs:\n\n{table}"
    );
}

#[test]
fn names_are_in_kebab_case_and_unique() {
    let mut ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    for id in &ids {
        assert!(
            id.chars().all(|c| c.is_ascii_lowercase() || c == '-'),
            "{id}"
        );
        assert_eq!(Rule::by_id(id).map(|rule| rule.id), Some(*id));
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), RULES.len());
}
