//! The page on clients has all limits, each with its source.

use std::fmt::Write as _;

use toolwright_codegen::Client;
use toolwright_tests::pages::Page;

#[test]
fn every_limit_of_every_client_is_listed() {
    let page = Page::read("docs/portability.md").text;
    for client in Client::ALL {
        let mut table = format!("| `{client}` | limit |\n|---|---|\n");
        for limit in client.limits() {
            let (id, says, source) = (limit.id, limit.says, limit.source);
            let _ = writeln!(table, "| `{id}` | {says} ([source]({source})) |");
        }
        assert!(
            page.contains(&table),
            "docs/portability.md needs:\n\n{table}"
        );
    }
}
