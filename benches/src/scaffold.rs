//! Crates that `toolwright new` writes, as people have them. The command is that of this repository, and dependencies have the
//! versions of its `Cargo.lock`. Most benchmarks share what such crates depend on; a first build has a target directory of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::Error;
use crate::crates::{Build, Crates, build_workspace, hide_test_from_cargo, repository};
use crate::measure::{children_cpu, family_peak_kb};

/// So often the memory of a running command is looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// The command `toolwright`, and a folder for the crates that it writes.
#[derive(Debug)]
pub struct Scaffold {
    program: PathBuf,
    root: PathBuf,
}

/// What a command took, with all that it started.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// By the clock.
    pub wall: Duration,
    /// CPU time, user and system.
    pub cpu: Duration,
    /// The most memory that one process of it was seen to have, in kilobytes.
    pub peak_kb: u64,
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

    /// The folder of the crates.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Writes the crate of the server `name` with these options of `toolwright new`, in place of an earlier one.
    pub fn create(&self, name: &str, spec: &Path, options: &[&str]) -> Result<NewCrate, Error> {
        let folder = self.root.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        let mut toolwright = Command::new(&self.program);
        toolwright
            .arg("new")
            .args([spec, &folder])
            .args(options)
            .env("TOOLWRIGHT_PATH", repository())
            .current_dir(&self.root);
        let (cost, _) = measure(&mut toolwright)?;
        // The versions that this repository is tested with.
        fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock"))?;
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
    pub cost: Cost,
}

impl NewCrate {
    /// Builds it as a release, with dependencies that all such crates share: its program.
    pub fn build(&self) -> Result<PathBuf, Error> {
        run(&mut self.cargo(Build::Release, &self.shared_target))?;
        Ok(self.program_in(Build::Release, &self.shared_target))
    }

    /// Builds it in a target directory that has nothing else: what that took, and how many crates were compiled.
    pub fn build_first(&self, build: Build) -> Result<(Cost, usize), Error> {
        let target = self.own_target();
        let folder = target.join(build.folder());
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        let mut fetch = Command::new(env!("CARGO"));
        hide_test_from_cargo(&mut fetch);
        fetch.args(["fetch", "--quiet"]).current_dir(&self.folder);
        run(&mut fetch)?;
        let (cost, progress) = measure(&mut self.cargo(build, &target))?;
        match count_compiled(&progress) {
            0 => Err(format!("cargo does not say what it compiles: {progress}").into()),
            crates => Ok((cost, crates)),
        }
    }

    /// Builds it after [`build_first`](Self::build_first) once more, and of its dependencies nothing.
    pub fn build_again(&self, build: Build) -> Result<Cost, Error> {
        let library = self.folder.join("src/lib.rs");
        fs::File::options()
            .append(true)
            .open(library)?
            .set_modified(SystemTime::now())?;
        let (cost, _) = measure(&mut self.cargo(build, &self.own_target()))?;
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
        target.join(build.folder()).join(&self.program)
    }

    fn cargo(&self, build: Build, target: &Path) -> Command {
        let mut cargo = Command::new(env!("CARGO"));
        hide_test_from_cargo(&mut cargo);
        cargo
            .args(build.arguments())
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

/// What a command takes, and what it prints of its progress.
fn measure(command: &mut Command) -> Result<(Cost, String), Error> {
    let before = children_cpu()?;
    let started = Instant::now();
    let mut child = start(command)?;
    let process = child.id();
    let stderr = child.stderr.take().ok_or("no standard error")?;
    // A full pipe would stop the command.
    let reading = thread::spawn(move || std::io::read_to_string(stderr));
    let mut peak_kb = 0;
    let status = loop {
        peak_kb = family_peak_kb(process).max(peak_kb);
        match child.try_wait()? {
            Some(status) => break status,
            None => thread::sleep(PAUSE),
        }
    };
    let wall = started.elapsed();
    let progress = reading.join().map_err(|_| "a thread panicked")??;
    if !status.success() {
        return Err(format!("{command:?}: {progress}").into());
    }
    let cost = Cost {
        wall,
        cpu: children_cpu()? - before,
        peak_kb,
    };
    Ok((cost, progress))
}

/// Runs a command to its end.
fn run(command: &mut Command) -> Result<(), Error> {
    let output = start(command)?.wait_with_output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)).into()),
    }
}

fn start(command: &mut Command) -> Result<Child, Error> {
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    child.map_err(|error| format!("{command:?}: {error}").into())
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
