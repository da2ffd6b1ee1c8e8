//! What a spec costs as a macro, beside a build script that does the same.

use std::path::Path;

use crate::Error;
use crate::crates::{Build, Crates};
use crate::measure::ms;
use crate::specs::spec;

const RUNS: usize = 3;

/// Measures `cargo check` of servers after a change: with GitHub's spec, or the named one.
pub fn run(arguments: &[String]) -> Result<(), Error> {
    let name = arguments.first().map_or("github", String::as_str);
    let spec = spec(name)?.canonicalize()?;
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()?;
    let crates = Crates::new()?;
    let (runtime, codegen) = (repository.join("runtime"), repository.join("codegen"));
    let runtime = |features: &str| {
        format!(
            "[dependencies]\ntoolwright = {{ path = {runtime:?}, default-features = false, \
             features = [{features}] }}\n"
        )
    };
    let serve = "fn main() -> std::process::ExitCode {\n    toolwright::run(&api::API)\n}\n";
    let by_macro = format!("mod api {{\n    toolwright::tools!({spec:?});\n}}\n\n{serve}");
    crates.write_files(
        "by_macro",
        &runtime("\"server\", \"macros\""),
        &[("src/main.rs", by_macro)],
    )?;
    let script = format!(
        "fn main() {{\n    println!(\"cargo:rerun-if-changed=src/main.rs\");\n    \
         toolwright_codegen::Builder::new({spec:?}).name(\"api\").build().expect(\"compiles\");\n}}\n"
    );
    let included = format!("mod api {{\n    toolwright::include_tools!(\"api\");\n}}\n\n{serve}");
    let both = format!(
        "{}\n[build-dependencies]\ntoolwright-codegen = {{ path = {codegen:?} }}\n",
        runtime("\"server\", \"macros\"")
    );
    crates.write_files(
        "by_script",
        &both,
        &[("src/main.rs", included), ("build.rs", script)],
    )?;
    let by_macro = crates.cost("by_macro", Build::Check, RUNS)?;
    let by_script = crates.cost("by_script", Build::Check, RUNS)?;
    println!("CPU ms of `cargo check` after a change, {name}:");
    println!(
        "build script {:.0}, macro {:.0}",
        ms(by_script),
        ms(by_macro)
    );
    println!(
        "the macro is {:.2} times the build script",
        ms(by_macro) / ms(by_script)
    );
    Ok(())
}
