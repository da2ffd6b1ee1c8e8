//! Real server crates, generated from specs and built by cargo.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use toolwright_codegen::{Builder, Compiled};

use crate::{share_dependencies, user_programs};

/// A server crate that was generated and built.
#[derive(Debug)]
pub struct Server {
    /// Its binary.
    pub binary: PathBuf,
    /// What it was generated from.
    pub compiled: Compiled,
}

/// Generates a crate for each named spec, none of which may warn, and builds them all.
///
/// # Panics
///
/// When a spec does not compile or the crates do not build.
pub fn build_servers(folder: &str, specs: &[(&str, PathBuf)]) -> Vec<Server> {
    build_crates(folder, specs, |builder| builder, &SERVER_FEATURES)
}

/// Generates a crate with discovery for a named spec, which may not warn, and builds it.
///
/// # Panics
///
/// When the spec does not compile or the crate does not build.
pub fn build_discovery_server(name: &str, spec: PathBuf) -> Server {
    let features = [&SERVER_FEATURES[..], &["discovery"]].concat();
    let with = |builder: Builder| builder.discovery(true);
    let mut servers = build_crates("discovery", &[(name, spec)], with, &features);
    servers.pop().expect("there is one")
}

fn build_crates(
    folder: &str,
    specs: &[(&str, PathBuf)],
    with: fn(Builder) -> Builder,
    features: &[&str],
) -> Vec<Server> {
    let root = target().join("servers").join(folder);
    let compiled: Vec<Compiled> = specs
        .iter()
        .map(|(name, spec)| write_crate(&root.join(name), name, with(Builder::new(spec)), features))
        .collect();
    let members: Vec<String> = specs.iter().map(|(name, _)| format!("{name:?}")).collect();
    let workspace = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n",
        members.join(", ")
    );
    write(&root.join("Cargo.toml"), &workspace);
    build(&root);
    specs
        .iter()
        .zip(compiled)
        .map(|((name, _), compiled)| Server {
            binary: binary(&format!("{name}-mcp")),
            compiled,
        })
        .collect()
}

/// Builds a program of its own crate, `source`, with generated code in modules of the given names;
/// none may warn. `apis::named` gives the program the API of a module.
///
/// # Panics
///
/// When the crate does not build.
pub fn build_program(name: &str, source: &str, apis: &[(&str, &str)]) -> PathBuf {
    write_program(name, source, apis, &manifest(name, &[JSON], &[]))
}

/// Builds a program as [`build_program`] does, which calls an upstream.
///
/// # Panics
///
/// When the crate does not build.
pub fn build_calling_program(name: &str, source: &str, apis: &[(&str, &str)]) -> PathBuf {
    write_program(
        name,
        source,
        apis,
        &manifest(name, &[JSON, TOKIO], &["client"]),
    )
}

/// What a server is built with: the features that `new` writes.
pub const SERVER_FEATURES: [&str; 4] = ["server", "upstream", "gzip", "mimalloc"];

const JSON: &str =
    "serde_json = { version = \"1\", features = [\"float_roundtrip\", \"preserve_order\"] }";
const TOKIO: &str = "tokio = { version = \"1\", features = [\"net\", \"rt\", \"time\"] }";

/// What cargo says of generated modules of the given names, none of which may warn; nothing if they are
/// right. They are checked, not built.
///
/// # Panics
///
/// When cargo cannot be run.
pub fn complaints_about_modules(name: &str, modules: &[(&str, &str)]) -> Option<String> {
    let source = "use std::process::ExitCode;\n\nfn main() -> ExitCode {\n    \
                  ExitCode::from(u8::from(apis::named(\"\").is_some()))\n}\n";
    let manifest = manifest(name, &[], &["client"]);
    let folder = lay_out_program(name, &format!("\n{source}"), modules, &manifest);
    let output = cargo(&folder, "check").output().expect("cargo runs");
    let said = || String::from_utf8_lossy(&output.stderr).into_owned();
    (!output.status.success()).then(said)
}

fn write_program(name: &str, source: &str, apis: &[(&str, &str)], manifest: &str) -> PathBuf {
    build(&lay_out_program(name, source, apis, manifest));
    binary(name)
}

fn lay_out_program(name: &str, source: &str, apis: &[(&str, &str)], manifest: &str) -> PathBuf {
    let folder = target().join("servers").join(name);
    let workspace = format!("{manifest}\n[workspace]\n");
    write(&folder.join("Cargo.toml"), &workspace);
    let mut modules = String::new();
    let mut arms = String::new();
    for (api, rust) in apis {
        write(&folder.join("src/apis").join(format!("{api}.rs")), rust);
        modules.push_str(&format!("pub mod {api};\n"));
        arms.push_str(&format!("        \"{api}\" => &{api}::API,\n"));
    }
    let table = format!(
        "{modules}\npub fn named(name: &str) -> Option<&'static toolwright::Api> {{\n    \
         Some(match name {{\n{arms}        _ => return None,\n    }})\n}}\n"
    );
    write(&folder.join("src/apis/mod.rs"), &table);
    let source = source.replacen("\nuse ", "\nmod apis;\n\nuse ", 1);
    write(&folder.join("src/main.rs"), &source);
    folder
}

/// What cargo says of a server that does not build: `source`, beside the generated code of a spec in
/// the module `api`; with these features of the runtime, beside those that every server has.
///
/// # Panics
///
/// When the spec does not compile, or the crate builds.
pub fn complaint_about(name: &str, source: &str, spec: &Path, features: &[&str]) -> String {
    let folder = target().join("servers").join(name);
    let features = [&SERVER_FEATURES[..], features].concat();
    write_crate(&folder, name, Builder::new(spec), &features);
    let manifest = manifest(name, &[], &features);
    write(
        &folder.join("Cargo.toml"),
        &format!("{manifest}\n[workspace]\n"),
    );
    write(
        &folder.join("src/main.rs"),
        &format!("mod api;\n\n{source}"),
    );
    let output = cargo_build(&folder).output().expect("cargo runs");
    assert!(!output.status.success(), "{name} builds");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Builds all crates of a workspace, with the versions that this one has locked.
fn build(workspace: &Path) {
    let status = cargo_build(workspace).status().expect("cargo runs");
    let folder = workspace.display();
    assert!(status.success(), "the crates in {folder} do not build");
}

fn cargo_build(workspace: &Path) -> Command {
    cargo(workspace, "build")
}

fn cargo(workspace: &Path, subcommand: &str) -> Command {
    let lock = manifest_dir().join("../Cargo.lock");
    fs::copy(lock, workspace.join("Cargo.lock")).expect("the workspace has a lock file");
    let mut command = Command::new(env!("CARGO"));
    share_dependencies(&mut command)
        .args([subcommand, "--workspace"])
        .current_dir(workspace);
    command
}

fn binary(name: &str) -> PathBuf {
    user_programs().join(name)
}

fn manifest(name: &str, dependencies: &[&str], features: &[&str]) -> String {
    let runtime = manifest_dir().join("../runtime");
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\ntoolwright = {{ path = {runtime:?}, default-features = false, \
         features = {features:?} }}\n{}\n\n[lints.rust]\nwarnings = \"deny\"\n",
        dependencies.join("\n")
    )
}

fn write_crate(folder: &Path, name: &str, builder: Builder, features: &[&str]) -> Compiled {
    let compiled = builder.name(name).compile().expect("the spec compiles");
    let manifest = manifest(&format!("{name}-mcp"), &[], features);
    write(&folder.join("Cargo.toml"), &manifest);
    let code = compiled.code();
    code.write(&folder.join("src/api.rs"))
        .expect("can be written");
    write(
        &folder.join("src/main.rs"),
        "mod api;\n\nfn main() -> std::process::ExitCode {\n    toolwright::run(&api::API)\n}\n",
    );
    compiled
}

fn write(path: &Path, text: &str) {
    toolwright_codegen::write_if_changed(path, text).expect("the target directory is writable");
}

fn manifest_dir() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The target directory of the build.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| manifest_dir().join("../target"), PathBuf::from)
}
