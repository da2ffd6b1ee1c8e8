//! The page for people, in a browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use toolwright_tests::{node, npm_package};

use crate::server::HttpServer;

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

#[test]
#[ignore = "needs Node.js and Chromium"]
fn the_page_works_in_a_browser() {
    drive("page.mjs", &[]);
}

#[test]
#[ignore = "needs Node.js and Chromium"]
fn the_form_sends_what_was_entered_and_the_page_says_what_the_server_does() {
    drive("form.mjs", &[]);
}

#[test]
#[ignore = "needs Node.js and Chromium"]
fn the_page_and_swagger_ui_ask_for_the_token_of_a_server_that_wants_one() {
    drive("token.mjs", &[("PETSTORE_ACCESS_TOKENS", TOKEN)]);
}

#[test]
#[ignore = "needs Node.js and Chromium"]
fn swagger_ui_shows_the_tools_and_calls_them() {
    drive("swagger_ui.mjs", &[]);
}

/// Runs a script that drives Chromium.
fn drive(script: &str, variables: &[(&str, &str)]) {
    let playwright = npm_package("playwright-core");
    npm_package("axe-core");
    let server = HttpServer::start(&["--bridge", "--upstream", "builtin"], variables);
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/served/browser")
        .join(script);
    let output = Command::new(node())
        .arg(script)
        .env("PAGE_URL", server.url().replace("/mcp", ""))
        .env("NODE_MODULES", playwright.parent().expect("is in a folder"))
        .env("CHROMIUM", chromium())
        .env("TOKEN", TOKEN)
        .env(
            "RUSTC",
            std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()),
        )
        .output()
        .expect("Node.js runs");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

/// Debian's Chromium, or what `CHROMIUM` names.
fn chromium() -> PathBuf {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let chromium = named.unwrap_or_else(|| "/usr/bin/chromium".into());
    assert!(
        chromium.exists(),
        "{} is missing: CHROMIUM is the path of Chromium",
        chromium.display()
    );
    chromium
}
