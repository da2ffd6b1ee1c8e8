//! Cargo that is run by a test, which cargo runs.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

pub use toolwright_nested_cargo::{hide_test_from_cargo, remove_variables};

use crate::pages::root;
use crate::target;

/// The profile of this workspace. Cargo compiles a dependency again for each other profile.
const PROFILE: [(&str, &str); 3] = [
    ("CARGO_INCREMENTAL", "0"),
    ("CARGO_PROFILE_DEV_DEBUG", "false"),
    ("CARGO_PROFILE_DEV_STRIP", "true"),
];

/// Where crates of users are compiled. It is trybuild's own directory, which has no setting. If the environment has [`PROFILE`] as
/// well, which it has in `.ci/run`, trybuild finds the compiler there.
const USER_TARGET: &str = "tests/trybuild";

/// The programs that tests of other packages start.
const WORKSPACE_PROGRAMS: [&str; 5] = [
    "cms-mcp",
    "conformance-mcp",
    "mcp-probe",
    "news-mcp",
    "petstore-mcp",
];

/// Lets a command that runs cargo compile crates of users into the target directory that all of them share, each dependency
/// once.
///
/// ```
/// use std::process::Command;
/// use toolwright_tests::share_dependencies;
///
/// let mut command = Command::new("cargo");
/// share_dependencies(&mut command).arg("build");
/// ```
pub fn share_dependencies(command: &mut Command) -> &mut Command {
    hide_test_from_cargo(command)
        .env("CARGO_TARGET_DIR", target().join(USER_TARGET))
        .envs(PROFILE)
}

/// Where a command that [shares dependencies](share_dependencies) puts the programs that it builds.
pub fn user_programs() -> PathBuf {
    target().join(USER_TARGET).join("debug")
}

/// A program of this workspace. Cargo builds it if it is not there or older than its code.
///
/// # Panics
///
/// When it is none of those that tests of other packages start, or when they do not build.
pub fn workspace_program(name: &str) -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    assert!(WORKSPACE_PROGRAMS.contains(&name), "{name}");
    let folder = FOLDER.get_or_init(|| {
        // Of the whole workspace, so that all dependencies have the features with which `cargo test --workspace` has built
        // them. With those of these packages alone, all would be compiled again.
        let mut command = Command::new(env!("CARGO"));
        let status = hide_test_from_cargo(&mut command)
            .args(["build", "--workspace", "--quiet"])
            .args(WORKSPACE_PROGRAMS.iter().flat_map(|it| ["--bin", it]))
            .current_dir(root())
            .status()
            .expect("cargo runs");
        assert!(status.success(), "{WORKSPACE_PROGRAMS:?} do not build");
        target().join("debug")
    });
    folder.join(name)
}
