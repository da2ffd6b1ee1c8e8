//! Where a crate gets toolwright from: a registry, a git revision or a path.

use std::process::Command;

use tempfile::TempDir;
use toolwright_tests::python_program;

use crate::support::{PETS, checkout, read, run, said, succeed, write};

/// The files of a crate that say where toolwright comes from.
const WITH_SOURCE: [&str; 5] = [
    "Cargo.toml",
    ".github/workflows/ci.yml",
    ".github/workflows/release.yml",
    "Dockerfile",
    "README.md",
];

/// Writes a crate with these options, and returns its files that say where toolwright comes from.
fn files_with(options: &[&str]) -> [String; 5] {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, "pets.yaml", PETS);
    succeed(here, &[&["new", "pets.yaml", "pets"], options].concat());
    let pets = here.join("pets");
    WITH_SOURCE.map(|file| read(&pets, file))
}

/// Nothing in a crate names a directory of this machine, if it depends on what other machines can have.
#[test]
fn crates_of_a_version_or_a_revision_name_no_path() {
    let git = [
        "--toolwright-git",
        "https://example.com/toolwright",
        "--toolwright-rev",
        "0123abc",
    ];
    let dependency = "toolwright = { git = \"https://example.com/toolwright\", rev = \"0123abc\", ";
    let install = "cargo install --locked --git https://example.com/toolwright --rev 0123abc toolwright-cli\n";
    let version = ["--toolwright-version", "0.1.0"];
    let of_version = "toolwright = { version = \"0.1.0\", ";
    let install_version = "cargo install --locked toolwright-cli --version 0.1.0\n";
    for (options, dependency, install) in [
        (&git[..], dependency, install),
        (&version[..], of_version, install_version),
    ] {
        let files = files_with(options);
        let here = checkout().to_str().expect("is UTF-8");
        for (name, text) in WITH_SOURCE.iter().zip(&files) {
            assert!(
                !text.contains(here) && !text.contains("build-context"),
                "{name}: {text}"
            );
        }
        let [manifest, ci, release, ..] = &files;
        assert!(manifest.contains(dependency), "{manifest}");
        assert!(ci.contains(install) && release.contains(install), "{ci}");
        let with_script = files_with(&[options, &["--build-script"]].concat());
        let of_compiler = dependency.replace("toolwright =", "toolwright-codegen =");
        let of_compiler = of_compiler.trim_end_matches(", ");
        assert!(with_script[0].contains(of_compiler), "{}", with_script[0]);
    }
}

#[test]
fn crates_of_a_path_say_what_they_need() {
    let path = checkout().to_str().expect("is UTF-8");
    let [manifest, ci, release, docker, readme] = files_with(&["--toolwright-path", path]);
    assert!(
        manifest.contains(&format!("toolwright = {{ path = \"{path}/runtime\", ")),
        "{manifest}"
    );
    for workflow in [ci, release] {
        assert!(
            workflow.contains(&format!("test -d {path}/runtime || {{")),
            "{workflow}"
        );
        assert!(
            workflow.contains(&format!("cargo install --locked --path {path}/cli\n")),
            "{workflow}"
        );
    }
    assert!(
        docker.contains(&format!("COPY --from=toolwright [\".\", \"{path}\"]")),
        "{docker}"
    );
    assert!(
        readme.contains("**The crate builds only where that directory is**"),
        "{readme}"
    );
}

/// A checkout that is a part of the crate goes wherever the crate goes.
#[test]
fn a_path_inside_the_crate_is_relative_and_needs_nothing() {
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, "pets.yaml", PETS);
    write(here, "Cargo.toml", "[workspace]\n");
    write(here, "pets/vendor/tool wright/runtime/Cargo.toml", "");
    let options = ["--force", "--toolwright-path", "pets/vendor/tool wright"];
    let (code, _, stderr) = run(
        here,
        &[&["new", "pets.yaml", "pets"], &options[..]].concat(),
    );
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        stderr.contains("toolwright: from vendor/tool wright inside pets; commit it"),
        "{stderr}"
    );
    let [manifest, ci, release, docker, readme] =
        WITH_SOURCE.map(|file| read(&here.join("pets"), file));
    assert!(
        manifest.contains("toolwright = { path = \"vendor/tool wright/runtime\", "),
        "{manifest}"
    );
    assert!(
        manifest.contains("exclude = [\"vendor/tool wright\"]"),
        "{manifest}"
    );
    for workflow in [ci, release] {
        assert!(workflow.contains("submodules: true"), "{workflow}");
        assert!(
            workflow.contains("cargo install --locked --path 'vendor/tool wright/cli'"),
            "{workflow}"
        );
        assert!(!workflow.contains("test -d"), "{workflow}");
    }
    assert!(!docker.contains("--from=toolwright"), "{docker}");
    assert!(!readme.contains("build-context"), "{readme}");
}

#[test]
fn sources_that_could_not_be_shared_are_rejected() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "pets.yaml", PETS);
    for (options, expected) in [
        (
            &[
                "--toolwright-git",
                "https://a:b@example.com/t",
                "--toolwright-rev",
                "a",
            ][..],
            "leave it out",
        ),
        (
            &["--toolwright-git", "https://example.com/t"],
            "--toolwright-rev",
        ),
        (
            &[
                "--toolwright-git",
                "https://example.com/t",
                "--toolwright-rev",
                "$(id)",
            ],
            "is not a revision",
        ),
        (
            &["--toolwright-version", "1"],
            "is not a version of toolwright",
        ),
    ] {
        let (code, _, stderr) = run(
            folder.path(),
            &[&["new", "pets.yaml", "pets"], options].concat(),
        );
        assert_ne!(code, Some(0), "{options:?}");
        assert!(stderr.contains(expected), "{stderr}");
        assert!(!folder.path().join("pets").exists(), "{options:?}");
    }
}

#[test]
#[ignore = "needs Python"]
fn workflows_are_accepted_by_actionlint() {
    let actionlint = python_program("actionlint");
    let folder = TempDir::new().expect("a folder");
    let here = folder.path();
    write(here, "pets.yaml", PETS);
    write(here, "vendor/a 'b/runtime/Cargo.toml", "");
    let url = "https://example.com/toolwright";
    for (name, options) in [
        ("path", &[][..]),
        ("quoted", &["--toolwright-path", "vendor/a 'b"]),
        ("version", &["--toolwright-version", "0.1.0"]),
        (
            "git",
            &["--toolwright-git", url, "--toolwright-rev", "0123abc"],
        ),
    ] {
        succeed(here, &[&["new", "pets.yaml", name], options].concat());
        let mut lint = Command::new(&actionlint);
        lint.args(&WITH_SOURCE[1..3]).current_dir(here.join(name));
        let (code, stdout, stderr) = said(lint.output().expect("runs"));
        assert_eq!(code, Some(0), "{options:?}: {stdout}{stderr}");
    }
}
