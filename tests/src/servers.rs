//! Real server crates, generated from specs and built by cargo.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use toolwright_codegen::{Builder, Compiled};

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
    let root = target().join("servers").join(folder);
    let compiled: Vec<Compiled> = specs
        .iter()
        .map(|(name, spec)| write_crate(&root.join(name), name, spec))
        .collect();
    let members: Vec<String> = specs.iter().map(|(name, _)| format!("{name:?}")).collect();
    let workspace = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n[profile.dev]\ndebug = false\n",
        members.join(", ")
    );
    write(&root.join("Cargo.toml"), &workspace);
    let lock = manifest_dir().join("../Cargo.lock");
    fs::copy(lock, root.join("Cargo.lock")).expect("the workspace has a lock file");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--workspace"])
        .current_dir(&root)
        .env("CARGO_TARGET_DIR", target().join("servers/target"))
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the generated crates do not build");
    specs
        .iter()
        .zip(compiled)
        .map(|((name, _), compiled)| Server {
            binary: target()
                .join("servers/target/debug")
                .join(format!("{name}-mcp")),
            compiled,
        })
        .collect()
}

fn write_crate(folder: &Path, name: &str, spec: &Path) -> Compiled {
    let compiled = Builder::new(spec)
        .name(name)
        .compile()
        .expect("the spec compiles");
    let runtime = manifest_dir().join("../runtime");
    let manifest = format!(
        "[package]\nname = \"{name}-mcp\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\ntoolwright = {{ path = {runtime:?}, default-features = false, \
         features = [\"server\", \"upstream\"] }}\n\n[lints.rust]\nwarnings = \"deny\"\n"
    );
    write(&folder.join("Cargo.toml"), &manifest);
    write(&folder.join("src/api.rs"), compiled.rust());
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
