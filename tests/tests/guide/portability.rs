//! The page on clients has all limits, each with its source.

use std::fmt::Write as _;

use toolwright_codegen::Client;
use toolwright_tests::pages::Page;

#[test]
fn every_limit_of_every_client_is_listed() {
    let mut table = String::from("| client | limit | |\n|---|---|---|\n");
    for client in Client::ALL {
        for limit in client.limits() {
            let (id, says, source) = (limit.id, limit.says, limit.source);
            let _ = writeln!(
                table,
                "| `{client}` | `{id}` | {says} ([source]({source})) |"
            );
        }
    }
    let page = Page::read("docs/portability.md").text;
    assert!(
        page.contains(&table),
        "docs/portability.md needs:\n\n{table}"
    );
}
