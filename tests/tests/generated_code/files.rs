//! The two files of generated code: people read the Rust, so it has no JSON, and a new operation changes no line of
//! another one.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use toolwright_codegen::Builder;
use toolwright_codegen::source::Source;

const SPEC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../generated/cms/cms.yaml");

const ADDED: &str = "paths:
  /feeds/{feedId}/entries:
    get:
      operationId: listFeedEntries
      tags: [feeds]
      summary: List the entries of a feed
      parameters:
        - {name: feedId, in: path, required: true, schema: {type: string}}
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 50, default: 10}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: array, items: {type: string}}}}}
";

/// The Rust of the CMS with this text.
fn compile_cms(text: String) -> String {
    let source = Source::from_text(SPEC, text).expect("is YAML");
    let builder = Builder::new(SPEC).discovery(true);
    let compiled = builder.compile_source(source, &mut |_| {});
    compiled.expect("is a spec").rust().to_owned()
}

/// How often each line is there.
fn count_lines(text: &str) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for line in text.lines() {
        *counts.entry(line).or_default() += 1;
    }
    counts
}

/// The lines that `one` has more often than `other`, each as often.
fn lines_without<'t>(one: &'t str, other: &str) -> Vec<&'t str> {
    let mut counts = count_lines(other);
    let is_new = |line: &&str| match counts.get_mut(*line) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    one.lines().filter(is_new).collect()
}

#[test]
fn an_operation_changes_only_lines_of_its_own() {
    let text = fs::read_to_string(SPEC).expect("is readable");
    let before = compile_cms(text.clone());
    let after = compile_cms(text.replacen("paths:\n", ADDED, 1));
    let (removed, added) = (
        lines_without(&before, &after),
        lines_without(&after, &before),
    );
    // The number of tools in the head, and the fingerprint of the JSON.
    assert!(removed.len() <= 2, "{removed:#?}");
    assert!(
        removed
            .iter()
            .all(|line| line.starts_with("// ") || line.contains("DOCUMENT"))
    );
    let changed = removed.len() + added.len();
    assert!(changed < 80, "{changed} lines: {added:#?}");
}

#[test]
fn the_rust_has_no_json() {
    let path = Path::new(SPEC).with_file_name("src/cms.rs");
    let rust = fs::read_to_string(path).expect("is readable");
    let bytes = json_bytes(rust.parse().expect("is Rust"));
    assert!(bytes * 50 < rust.len(), "{bytes} of {} bytes", rust.len());
}

/// The bytes of string literals that are JSON with members.
fn json_bytes(tokens: TokenStream) -> usize {
    let bytes = |token: TokenTree| match token {
        TokenTree::Group(group) => json_bytes(group.stream()),
        TokenTree::Literal(literal) => {
            let text = literal.to_string();
            let is_json = text.contains("{\\\"") || text.contains("{\"");
            if is_json { text.len() } else { 0 }
        }
        _ => 0,
    };
    tokens.into_iter().map(bytes).sum()
}
