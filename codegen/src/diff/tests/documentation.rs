use super::*;

/// The rows of the tables in `docs/diff.md`, which has a table for each group of rules.
fn rows() -> impl Iterator<Item = String> {
    RULES.iter().map(|rule| {
        let Rule {
            id,
            arguments,
            results,
            rust,
            security,
            says,
        } = rule;
        format!("| `{id}` | {arguments} | {results} | {rust} | {security} | {says} |")
    })
}

#[test]
fn every_rule_is_documented() {
    let page = include_str!("../../../../docs/diff.md");
    let (_, documented) = page.split_once("## Rules").expect("a heading");
    let documented = documented.lines().filter(|line| line.starts_with("| `"));
    let (documented, rows): (Vec<&str>, Vec<String>) = (documented.collect(), rows().collect());
    assert_eq!(
        documented,
        rows,
        "docs/diff.md needs:\n\n{}",
        rows.join("\n")
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
