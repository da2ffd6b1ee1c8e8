//! The table of released clients in `docs/testing.md`.

use std::fs;

use toolwright_tests::pages::root;

#[test]
fn the_table_of_clients_has_the_versions_that_ci_installs() {
    let page = fs::read_to_string(root().join("docs/testing.md")).expect("is there");
    let ci = fs::read_to_string(root().join(".ci/run")).expect("is there");
    let pins: Vec<&str> = ci.split_whitespace().collect();
    let mut clients = 0;
    for row in page.lines() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, client, version, ..] = cells[..] else {
            continue;
        };
        let separator = match client {
            client if client.contains(" (PyPI)") => "==",
            client if client.contains(" (npm)") => "@",
            _ => continue,
        };
        let name = client.split('`').nth(1).expect("a package is code");
        let pin = format!("{name}{separator}{version}");
        assert!(pins.contains(&pin.as_str()), "CI does not install {pin}");
        clients += 1;
    }
    assert_eq!(clients, 5, "of the table");
}
