//! Servers that are built for a command, in a cache.

mod cache;
mod cargo;
mod client;
mod source;

use std::error::Error;
use std::path::{Path, PathBuf};

pub(crate) use cache::Cache;
pub(crate) use client::call;

use toolwright_codegen::{Compiled, write_if_changed};

use crate::args::Target;
use crate::dependency::Toolwright;
use crate::progress;

/// Compiles a spec that has tools, and prints the remarks about it.
pub(crate) fn compile(target: &Target) -> Result<Compiled, Box<dyn Error>> {
    let compiled = progress::compile(&target.builder())?;
    refuse_without_tools(&compiled)?;
    for line in compiled.remark_lines() {
        eprintln!("{line}");
    }
    Ok(compiled)
}

/// Builds the server of a spec, unless that was done before, and returns its binary.
pub(crate) fn build(
    compiled: &Compiled,
    toolwright: &Toolwright,
) -> Result<PathBuf, Box<dyn Error>> {
    let cache = Cache::of_this_user()?;
    let name = cache::name(compiled, toolwright);
    let folder = cache.server(&name);
    let source = [
        ("Cargo.toml", manifest(&name, toolwright)),
        ("src/main.rs", source::main_file(compiled.api())?),
        ("src/api.rs", compiled.rust().to_owned()),
    ];
    for (file, text) in &source {
        write_if_changed(&folder.join(file), text)?;
    }
    lock(&folder, toolwright)?;
    let target = cargo::target(&cache)?;
    let was_built = cargo::binary(&target, &name).exists();
    let lines = progress::Lines::started(compiled.spec(), was_built);
    let binary = cargo::build(&folder, &target)?;
    lines.ended();
    Ok(binary)
}

/// What is skipped, and what is left out by which settings, is told where there is nothing else.
pub(crate) fn refuse_without_tools(compiled: &Compiled) -> Result<(), String> {
    if !compiled.api().operations.is_empty() {
        return Ok(());
    }
    let mut text = format!(
        "{} has no operation that becomes a tool",
        compiled.spec().display()
    );
    for line in compiled.remark_lines().chain(compiled.skipped_lines()) {
        text.push_str("\n  ");
        text.push_str(&line);
    }
    Err(text)
}

/// Starts with the versions that toolwright is tested with. Cargo drops what is not needed.
pub(crate) fn lock(folder: &Path, toolwright: &Toolwright) -> std::io::Result<()> {
    let own = folder.join("Cargo.lock");
    match toolwright.lock_file() {
        Some(lock) if !own.exists() => std::fs::copy(lock, own).map(drop),
        _ => Ok(()),
    }
}

/// The bridge is there for whoever passes `--bridge` to the server: it costs a fraction of the time to compile.
///
/// Debug information would only be read by a debugger, and most of the time to the first answer is
/// spent compiling: unoptimised code is there in a third of it.
fn manifest(name: &str, toolwright: &Toolwright) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [dependencies]\ntoolwright = {{ {}, default-features = false, \
         features = [\"server\", \"upstream\", \"gzip\", \"discovery\", \"bridge\"] }}\n\n[profile.dev]\ndebug = false\n\
         incremental = false\n\n[workspace]\n",
        toolwright.runtime()
    )
}
