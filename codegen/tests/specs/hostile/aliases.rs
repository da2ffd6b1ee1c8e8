//! YAML aliases cannot multiply a document beyond its limit.

use crate::hostile::compile::{compile, refusal};

const SPEC: &str = "openapi: 3.0.3\npaths: {/a: {get: {responses: {}}}}\n";

/// Each level names the one before nine times.
fn laughs(first: &str, level: impl Fn(usize, &str) -> String) -> String {
    let mut text = format!("{SPEC}a0: &a0 {first}\n");
    for number in 1..30 {
        let before = format!("*a{}", number - 1);
        text.push_str(&format!(
            "a{number}: &a{number} {}\n",
            level(number, &before)
        ));
    }
    text
}

#[test]
fn aliases_of_aliases_are_refused() {
    let list = laughs("[x, x]", |_, before| {
        format!("[{}]", [before; 9].join(", "))
    });
    let map = laughs("{x: y}", |_, before| {
        let members: Vec<String> = (0..9).map(|key| format!("k{key}: {before}")).collect();
        format!("{{{}}}", members.join(", "))
    });
    let merge = laughs("{x: y}", |number, before| {
        let keys = format!("k{number}: {before}, l{number}: {before}");
        format!("{{<<: [{}], {keys}}}", [before; 9].join(", "))
    });
    for (file, text) in [
        ("list.yaml", list),
        ("map.yaml", map),
        ("merge.yaml", merge),
    ] {
        let refusal = refusal(file, text);
        assert!(
            refusal.ends_with("the aliases of this file expand to more than 500,000 values"),
            "{refusal}"
        );
    }
}

#[test]
fn many_aliases_of_much_are_refused() {
    let list = format!(
        "a: &a [{}]\nb:\n{}",
        "x, ".repeat(20_000),
        "- *a\n".repeat(20_000)
    );
    let text = format!(
        "a: &a \"{}\"\nb:\n{}",
        "x".repeat(1 << 20),
        "- *a\n".repeat(20_000)
    );
    let keys = format!(
        "a: &a \"{}\"\nb:\n{}",
        "x".repeat(1 << 20),
        "- {*a : 1}\n".repeat(20_000)
    );
    for (file, text) in [
        ("lists.yaml", list),
        ("texts.yaml", text),
        ("keys.yaml", keys),
    ] {
        let refusal = refusal(file, format!("{SPEC}{text}"));
        assert!(
            refusal.ends_with("the aliases of this file expand to more than 500,000 values"),
            "{refusal}"
        );
    }
}

#[test]
fn aliases_of_themselves_and_of_nothing_are_refused() {
    let refusal = refusal("self.yaml", format!("{SPEC}a: &a [*a]\n"));
    assert_eq!(
        refusal,
        "self.yaml:3:8: this alias is within the value that it refers to"
    );
    let refusal = self::refusal("nothing.yaml", format!("{SPEC}a: *b\n"));
    assert!(refusal.starts_with("nothing.yaml:3:4: "), "{refusal}");
}

#[test]
fn many_anchors_are_read() {
    let anchors: String = (0..50_000)
        .map(|number| format!("- &a{number} x\n"))
        .collect();
    assert!(compile("anchors.yaml", format!("{SPEC}b:\n{anchors}")).is_ok());
}
