//! Crates that `toolwright new` writes, as people have them. The command is that of this repository, and dependencies have the
//! versions of its `Cargo.lock`. Most benchmarks share what such crates depend on; a first build has a target directory of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use toolwright_nested_cargo::hide_test_from_cargo;

use crate::Error;
use crate::commands::{CommandCost, measure_command, run_command};
use crate::crates::{Build, Crates, build_workspace, locate_repository, mark_changed};

/// The command `toolwright`, and a folder for the crates that it writes.
#[derive(Debug)]
pub struct Scaffold {
    program: PathBuf,
    root: PathBuf,
}

impl Scaffold {
    /// Builds the command of this checkout, as it is installed.
    pub fn new() -> Result<Self, Error> {
        let root = Crates::target_directory().join("benches/new");
        fs::create_dir_all(&root)?;
        let programs = build_workspace(&["--package", "toolwright-cli"])?;
        Ok(Self {
            program: programs.join("toolwright").canonicalize()?,
            root: root.canonicalize()?,
        })
    }

    /// Writes a spec beside the crates: its path.
    pub fn write_spec(&self, name: &str, text: &str) -> Result<PathBuf, Error> {
        let spec = self.root.join(name);
        fs::write(&spec, text)?;
        Ok(spec)
    }

    /// Writes the crate of the server `name` with these options of `toolwright new`, in place of an earlier one.
    pub fn create_crate(
        &self,
        name: &str,
        spec: &Path,
        options: &[&str],
    ) -> Result<NewCrate, Error> {
        let folder = self.root.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        let mut toolwright = Command::new(&self.program);
        toolwright
            .arg("new")
            .args([spec, &folder])
            .args(options)
            .env("TOOLWRIGHT_PATH", locate_repository())
            .current_dir(&self.root);
        let (cost, _) = measure_command(&mut toolwright)?;
        // The versions that this repository is tested with.
        fs::copy(
            locate_repository().join("Cargo.lock"),
            folder.join("Cargo.lock"),
        )?;
        Ok(NewCrate {
            program: format!("{}-mcp", name.replace('_', "-")),
            folder,
            shared_target: self.root.join("target"),
            cost,
        })
    }
}

/// A crate that `toolwright new` has written.
#[derive(Debug)]
pub struct NewCrate {
    program: String,
    folder: PathBuf,
    shared_target: PathBuf,
    /// What writing it took.
    pub cost: CommandCost,
}

impl NewCrate {
    /// Builds it as a release, with dependencies that all such crates share: its program.
    pub fn build(&self) -> Result<PathBuf, Error> {
        run_command(&mut self.prepare_cargo(Build::Release, &self.shared_target))?;
        Ok(self.program_in(Build::Release, &self.shared_target))
    }

    /// Builds it in a target directory that has nothing else: what that took, and how many crates were compiled.
    pub fn build_first(&self, build: Build) -> Result<(CommandCost, usize), Error> {
        let target = self.own_target();
        let folder = target.join(build.target_folder());
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        let mut fetch = Command::new(env!("CARGO"));
        hide_test_from_cargo(&mut fetch);
        fetch.args(["fetch", "--quiet"]).current_dir(&self.folder);
        run_command(&mut fetch)?;
        let (cost, progress) = measure_command(&mut self.prepare_cargo(build, &target))?;
        match count_compiled(&progress) {
            0 => Err(format!("cargo does not say what it compiles: {progress}").into()),
            crates => Ok((cost, crates)),
        }
    }

    /// Builds it after [`build_first`](Self::build_first) once more, and of its dependencies nothing.
    pub fn build_again(&self, build: Build) -> Result<CommandCost, Error> {
        mark_changed(&self.folder.join("src/lib.rs"))?;
        let (cost, _) = measure_command(&mut self.prepare_cargo(build, &self.own_target()))?;
        Ok(cost)
    }

    /// The program that [`build_first`](Self::build_first) has built.
    pub fn first_program(&self, build: Build) -> PathBuf {
        self.program_in(build, &self.own_target())
    }

    fn own_target(&self) -> PathBuf {
        self.folder.join("target")
    }

    fn program_in(&self, build: Build, target: &Path) -> PathBuf {
        target.join(build.target_folder()).join(&self.program)
    }

    fn prepare_cargo(&self, build: Build, target: &Path) -> Command {
        let mut cargo = Command::new(env!("CARGO"));
        hide_test_from_cargo(&mut cargo);
        cargo
            .args(build.cargo_arguments())
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target)
            // What it compiles is counted.
            .env("CARGO_TERM_COLOR", "never")
            .env_remove("CARGO_TERM_QUIET");
        cargo
    }
}

fn count_compiled(progress: &str) -> usize {
    let lines = progress.lines().map(str::trim_start);
    lines.filter(|line| line.starts_with("Compiling ")).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_are_counted_by_what_cargo_prints() {
        let progress = "  Downloaded url v2.5.8\n   Compiling url v2.5.8\n   Compiling first-mcp v0.1.0 (/first)\n    Finished\n";
        assert_eq!(count_compiled(progress), 2);
    }
}
