//! The table of settings has all of them, as the compiler reads them. That the command line says the same
//! is a test of `cli`.

use std::fs;

use toolwright_codegen::{Config, Setting};
use toolwright_tests::pages::{Page, root};

/// What stands behind the name of a setting that may be given several times.
const REPEATABLE: &str = " *";

#[test]
fn the_table_has_every_setting_in_every_form() {
    let rows = Page::read("docs/settings.md").rows("setting");
    let names = rows
        .iter()
        .map(|[name, ..]| name.trim_end_matches(REPEATABLE));
    assert_eq!(
        names.collect::<Vec<_>>(),
        Setting::NAMES,
        "the rows of the table"
    );
    let builder = root().join("tests/tests/guide/snippets.rs");
    let builder = fs::read_to_string(builder).expect("is there");
    for [name, method, _, written, ..] in &rows {
        let is_repeatable = name.ends_with(REPEATABLE);
        let name = name.trim_end_matches(REPEATABLE);
        assert!(method.starts_with(&format!(".{name}(")), "{method}");
        let is_compiled = builder.lines().any(|line| line.trim() == method);
        assert!(is_compiled, "snippets.rs has no line {method}");
        assert!(written.starts_with(&format!("{name} = ")), "{written}");
        let config = format!("spec = 'a.yaml'\n{written}");
        let config = Config::from_text("toolwright.toml", &config);
        let config = config.unwrap_or_else(|error| panic!("{written}: {error}"));
        let [setting] = config.servers()[0].settings.as_slice() else {
            panic!("{written}: {config:?}");
        };
        assert_eq!(setting.is_repeatable(), is_repeatable, "{name}");
    }
}
