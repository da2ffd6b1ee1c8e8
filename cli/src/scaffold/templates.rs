use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior, Value};

use crate::markdown;

/// Only where the spec is compiled in a build script.
pub(super) const BUILD_SCRIPT: &str = "build.rs";
/// Only where operations are run by hand.
pub(crate) const HANDLERS: &str = "src/handlers.rs";

/// The templates, by the files that they become.
const TEMPLATES: [(&str, &str); 15] = [
    ("Cargo.toml", include_str!("templates/Cargo.toml.jinja")),
    ("src/lib.rs", include_str!("templates/lib.rs.jinja")),
    ("src/main.rs", include_str!("templates/main.rs.jinja")),
    (HANDLERS, include_str!("templates/handlers.rs.jinja")),
    (BUILD_SCRIPT, include_str!("templates/build.rs.jinja")),
    ("tests/tools.rs", include_str!("templates/tools.rs.jinja")),
    ("tests/calls.rs", include_str!("templates/calls.rs.jinja")),
    (
        "tests/recorder/mod.rs",
        include_str!("templates/recorder.rs.jinja"),
    ),
    ("README.md", include_str!("templates/README.md.jinja")),
    ("Dockerfile", include_str!("templates/Dockerfile.jinja")),
    (
        ".dockerignore",
        include_str!("templates/dockerignore.jinja"),
    ),
    (".gitignore", include_str!("templates/gitignore.jinja")),
    (
        ".gitattributes",
        include_str!("templates/gitattributes.jinja"),
    ),
    (
        ".github/workflows/ci.yml",
        include_str!("templates/ci.yml.jinja"),
    ),
    (
        ".github/workflows/release.yml",
        include_str!("templates/release.yml.jinja"),
    ),
];

/// All files that are templates, filled in.
pub(super) fn fill_templates(
    context: &Value,
) -> Result<Vec<(&'static str, String)>, minijinja::Error> {
    let mut syntax = SyntaxConfig::builder();
    syntax.keep_trailing_newline(true).trim_blocks(true);
    let mut environment = Environment::empty();
    environment.set_syntax(syntax.build()?);
    // A misspelt variable is an error here, not an empty place in somebody's crate.
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_filter("text", |text: &str| markdown::escape_text(text));
    environment.add_filter("code", |text: &str| markdown::code_span(text));
    environment.add_filter("cell", |text: &str| markdown::code_in_cell(text));
    environment.add_filter("target", |path: &str| markdown::link_target(path));
    let filled = TEMPLATES.iter().map(|(file, template)| {
        let text = environment.render_str(template, context)?;
        Ok((*file, text))
    });
    filled.collect()
}
