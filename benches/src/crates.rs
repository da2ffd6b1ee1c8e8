//! Generated server crates, and cargo.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use toolwright_codegen::{Builder, Compiled, write_if_changed};
use toolwright_nested_cargo::hide_test_from_cargo;

use crate::Error;
use crate::commands::run_command;
use crate::measure::children_cpu;

/// A spec that has no operations.
const EMPTY: &str = r#"{"openapi":"3.0.3","info":{"title":"Empty","version":"1"},"paths":{}}"#;

/// What cargo is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// `cargo check`
    Check,
    /// `cargo build`
    Debug,
    /// `cargo build --release`
    Release,
}

impl Build {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Check, Self::Debug, Self::Release];

    /// The arguments of cargo.
    pub(crate) fn cargo_arguments(self) -> &'static [&'static str] {
        match self {
            Self::Check => &["check"],
            Self::Debug => &["build"],
            Self::Release => &["build", "--release"],
        }
    }

    /// The folder of what it makes, in cargo's target directory.
    pub(crate) fn target_folder(self) -> &'static str {
        match self {
            Self::Check | Self::Debug => "debug",
            Self::Release => "release",
        }
    }
}

/// A cargo workspace of generated servers, with cargo's default profiles but for the symbols of
/// release binaries, which are stripped.
#[derive(Debug)]
pub struct Crates {
    root: PathBuf,
    target: PathBuf,
}

impl Crates {
    /// The workspace in cargo's target directory.
    pub fn new() -> Result<Self, Error> {
        let repository = locate_repository();
        let target = Self::target_directory();
        let root = target.join("benches/servers");
        fs::create_dir_all(root.join("crates"))?;
        let workspace = "[workspace]\nresolver = \"3\"\nmembers = [\"crates/*\"]\n\n\
                         [profile.release]\nstrip = true\n";
        write_if_changed(&root.join("Cargo.toml"), workspace)?;
        fs::copy(repository.join("Cargo.lock"), root.join("Cargo.lock"))?;
        // Tests compile crates of users there as well, so that dependencies are compiled once.
        let target = target.join("tests/trybuild");
        Ok(Self { root, target })
    }

    /// Cargo's target directory of the repository.
    pub fn target_directory() -> PathBuf {
        std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| locate_repository().join("target"), PathBuf::from)
    }

    /// A place for files beside the crates.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Writes the server `name`; an empty spec if there is none.
    pub fn write(
        &self,
        name: &str,
        spec: Option<&Path>,
        derives: Option<&[&str]>,
    ) -> Result<Compiled, Error> {
        let empty = self.root.join("empty.json");
        write_if_changed(&empty, EMPTY)?;
        let mut builder = Builder::new(spec.unwrap_or(&empty)).name(name);
        if let Some(derives) = derives {
            builder = builder.derives(derives.iter().copied());
        }
        self.write_compiled(name, builder.compile()?)
    }

    /// Writes the server `name` with what its discovery needs, which it has when it is built with the
    /// feature `discovery`.
    pub fn write_discovered(&self, name: &str, spec: &Path) -> Result<Compiled, Error> {
        let builder = Builder::new(spec).name(name).discovery(true);
        self.write_compiled(name, builder.compile()?)
    }

    fn write_compiled(&self, name: &str, compiled: Compiled) -> Result<Compiled, Error> {
        let folder = self.root.join("crates").join(name);
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
        let manifest = format!(
            "[package]\nname = \"{name}-mcp\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\ntoolwright = {{ path = {:?}, default-features = false, \
             features = [\"server\"] }}\n\n\
             [features]\n\
             discovery = [\"toolwright/discovery\"]\n",
            runtime.canonicalize()?
        );
        write_if_changed(&folder.join("Cargo.toml"), &manifest)?;
        compiled.code().write(&folder.join("src/api.rs"))?;
        let main = "mod api;\n\nfn main() -> std::process::ExitCode {\n    \
                    toolwright::run(&api::API)\n}\n";
        write_if_changed(&folder.join("src/main.rs"), main)?;
        Ok(compiled)
    }

    /// Writes the server `name` as it is given: its dependencies in TOML, and its files.
    pub fn write_files(
        &self,
        name: &str,
        dependencies: &str,
        files: &[(&str, String)],
    ) -> Result<(), Error> {
        let folder = self.root.join("crates").join(name);
        let manifest = format!(
            "[package]\nname = \"{name}-mcp\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n{dependencies}"
        );
        write_if_changed(&folder.join("Cargo.toml"), &manifest)?;
        for (path, text) in files {
            write_if_changed(&folder.join(path), text)?;
        }
        Ok(())
    }

    /// Builds the server `name`, and gives its binary, which `cargo check` does not make.
    pub fn build(&self, name: &str, build: Build) -> Result<PathBuf, Error> {
        self.build_with(name, build, &[])
    }

    /// Builds the server `name` with features of the runtime that servers do not have by default;
    /// its binary takes the place of the one that has none.
    pub fn build_with(
        &self,
        name: &str,
        build: Build,
        features: &[&str],
    ) -> Result<PathBuf, Error> {
        let mut cargo = Command::new(env!("CARGO"));
        hide_test_from_cargo(&mut cargo);
        let status = cargo
            .args(build.cargo_arguments())
            .args(["--quiet", "--package", &format!("{name}-mcp")])
            .args(["--features", &features.join(",")])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target)
            .stdout(Stdio::null())
            .status()?;
        if !status.success() {
            return Err(format!("{name} does not build").into());
        }
        Ok(self
            .target
            .join(build.target_folder())
            .join(format!("{name}-mcp")))
    }

    /// CPU time of building the crate `name` alone from nothing: the least of `runs`.
    pub fn cost(&self, name: &str, build: Build, runs: usize) -> Result<Duration, Error> {
        self.build(name, build)?;
        let mut least = Duration::MAX;
        for _ in 0..runs {
            least = least.min(self.cost_again(name, build)?);
        }
        Ok(least)
    }

    /// CPU time of building the crate `name` once, and what it depends on if that is not built.
    pub fn cost_again(&self, name: &str, build: Build) -> Result<Duration, Error> {
        self.forget(name, build)?;
        let before = children_cpu()?;
        self.build(name, build)?;
        Ok(children_cpu()? - before)
    }

    /// Makes cargo build the crate again, with nothing left of earlier incremental builds.
    fn forget(&self, name: &str, build: Build) -> Result<(), Error> {
        let incremental = self.target.join(build.target_folder()).join("incremental");
        for entry in fs::read_dir(incremental).into_iter().flatten() {
            let entry = entry?;
            let crate_name = entry.file_name();
            if crate_name
                .to_string_lossy()
                .starts_with(&format!("{name}_mcp-"))
            {
                fs::remove_dir_all(entry.path())?;
            }
        }
        let main = self.root.join("crates").join(name).join("src/main.rs");
        mark_changed(&main)
    }
}

/// Makes cargo build the crate of a file again, although nothing is another in it.
pub(crate) fn mark_changed(file: &Path) -> Result<(), Error> {
    let file = File::options().append(true).open(file)?;
    Ok(file.set_modified(SystemTime::now())?)
}

/// Builds what the arguments choose of this repository, as a release: the folder of its programs.
pub fn build_workspace(arguments: &[&str]) -> Result<PathBuf, Error> {
    let target = Crates::target_directory();
    let mut cargo = Command::new(env!("CARGO"));
    hide_test_from_cargo(&mut cargo)
        .args(["build", "--quiet", "--release", "--locked"])
        .args(arguments)
        .current_dir(locate_repository())
        .env("CARGO_TARGET_DIR", &target);
    run_command(&mut cargo)?;
    Ok(target.join("release"))
}

/// The folder of the workspace.
pub(crate) fn locate_repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
