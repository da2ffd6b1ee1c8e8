//! What this command was built from, as far as other machines can get it.
//!
//! Asks git about the checkout, and cargo about what it installed. It only reads, and uses no network: a commit counts as
//! published if a branch of a remote is known to contain it.

use std::path::Path;
use std::process::{Command, Stdio};

use super::GitRevision;
use crate::run::cargo_program;

/// The folder in which cargo keeps the repositories of `cargo install --git`.
const CARGO_CHECKOUTS: &str = "/git/checkouts/";

/// The revision of a checkout that others can get, or why there is none.
pub(super) fn published_revision(checkout: &Path) -> Result<GitRevision, String> {
    if !checkout.join(".git").exists() {
        return Err("it is not a git repository".to_owned());
    }
    if is_checkout_of_cargo(checkout) {
        return installed_revision(checkout);
    }
    let changes = ask_git(checkout, &["status", "--porcelain", "--untracked-files=no"])?;
    if !changes.is_empty() {
        return Err("it has changes that are not committed".to_owned());
    }
    let commit = ask_git(checkout, &["rev-parse", "HEAD"])?;
    let mut remotes: Vec<String> = ask_git(checkout, &["remote"])?
        .lines()
        .map(str::to_owned)
        .collect();
    // Others know a repository by this remote, if there are several.
    remotes.sort_by_key(|remote| remote != "origin");
    for remote in remotes {
        let branches = format!("refs/remotes/{remote}/");
        let query = [
            "for-each-ref",
            "--count=1",
            "--contains",
            &commit,
            &branches,
        ];
        if ask_git(checkout, &query)?.is_empty() {
            continue;
        }
        let url = without_credentials(&ask_git(checkout, &["remote", "get-url", &remote])?);
        match GitRevision::new(&url, &commit) {
            Ok(revision) if !revision.is_local() => return Ok(revision),
            // A directory on this machine.
            _ => {}
        }
    }
    Err("its commit is in no branch of a remote repository".to_owned())
}

/// The revision that `cargo install --git` took, if the command was built by it. The folder may be deleted by now.
pub(super) fn revision_of_install(checkout: &Path) -> Option<GitRevision> {
    is_checkout_of_cargo(checkout).then(|| installed_revision(checkout).ok())?
}

fn is_checkout_of_cargo(checkout: &Path) -> bool {
    let path = checkout.to_string_lossy().replace('\\', "/");
    path.contains(CARGO_CHECKOUTS)
}

/// Cargo names the folder of a checkout after the beginning of its commit, and lists what it installed with URL and commit.
fn installed_revision(checkout: &Path) -> Result<GitRevision, String> {
    let short = checkout
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let listed = Command::new(cargo_program())
        .args(["install", "--list"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .unwrap_or_default();
    let url = listed_url(&listed, &short);
    let url = url.unwrap_or_else(|| env!("CARGO_PKG_REPOSITORY").to_owned());
    // The whole commit, if the folder is there.
    let commit = match checkout.join(".git").exists() {
        true => ask_git(checkout, &["rev-parse", "HEAD"]).unwrap_or(short),
        false => short,
    };
    GitRevision::new(&url, &commit).map_err(|error| error.to_string())
}

/// The URL in a line of `cargo install --list`: `toolwright-cli v0.1.0 (https://example.com/a?rev=abc#abcdef12):`.
fn listed_url(listed: &str, short: &str) -> Option<String> {
    let lines = listed
        .lines()
        .filter(|line| line.starts_with("toolwright-cli "));
    lines.into_iter().find_map(|line| {
        let source = line.split_once('(')?.1.split_once(')')?.0;
        let (url, commit) = source.rsplit_once('#')?;
        let is_same = commit.starts_with(short) || short.starts_with(commit);
        let url = url.split(['?', '#']).next()?;
        is_same.then(|| without_credentials(url))
    })
}

/// A URL of HTTP without a user and a password, which some clones have in the URL of their remote.
fn without_credentials(url: &str) -> String {
    for scheme in ["https://", "http://"] {
        if let Some(rest) = url.strip_prefix(scheme) {
            let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
            let host = authority.rsplit('@').next().unwrap_or(authority);
            return format!("{scheme}{host}/{path}");
        }
    }
    url.to_owned()
}

/// What git prints about a checkout, without the end of the line.
fn ask_git(checkout: &Path, words: &[&str]) -> Result<String, String> {
    let mut command = Command::new("git");
    command
        .arg("-C")
        .arg(checkout)
        .args(words)
        .stdin(Stdio::null());
    // A hook of another repository may have called this command.
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(variable);
    }
    match command.output() {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout)
            .trim_end()
            .to_owned()),
        Ok(_) => Err("git cannot read it".to_owned()),
        Err(_) => Err("git, which knows its revision, cannot be run".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A commit of somebody, whatever this machine's configuration of git is.
    fn run_git(folder: &Path, words: &[&str]) {
        let identity = [
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@example.com",
            "-c",
            "init.defaultBranch=main",
        ];
        let words = [&identity[..], &["-c", "commit.gpgsign=false"], words].concat();
        ask_git(folder, &words).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    }

    #[test]
    fn only_what_others_can_get_is_published() {
        let folder = tempfile::tempdir().expect("a folder");
        let here = folder.path();
        let refusal = |expected: &str| {
            let why = published_revision(here).expect_err("is not published");
            assert!(why.contains(expected), "{why}");
        };
        refusal("not a git repository");
        run_git(here, &["init", "--quiet"]);
        fs::write(here.join("a"), "1").expect("can be written");
        run_git(here, &["add", "a"]);
        refusal("not committed");
        run_git(here, &["commit", "--quiet", "-m", "a"]);
        refusal("no branch of a remote");
        run_git(here, &["remote", "add", "elsewhere", "/srv/git/toolwright"]);
        run_git(here, &["update-ref", "refs/remotes/elsewhere/main", "HEAD"]);
        refusal("no branch of a remote");
        run_git(
            here,
            &[
                "remote",
                "add",
                "origin",
                "https://ann:s3cret@example.com/toolwright",
            ],
        );
        refusal("no branch of a remote");
        run_git(here, &["update-ref", "refs/remotes/origin/main", "HEAD"]);
        let revision = published_revision(here).expect("is published");
        assert_eq!(revision.repository_url(), "https://example.com/toolwright");
        assert_eq!(revision.commit_or_tag().len(), 40);
        fs::write(here.join("a"), "2").expect("can be written");
        refusal("not committed");
    }

    #[test]
    fn what_cargo_installed_has_a_url() {
        let listed = "other v1.0.0:\n    other\ntoolwright-cli v0.1.0 (https://example.com/t?rev=0123456#01234567):\n    toolwright\n";
        assert_eq!(
            listed_url(listed, "0123456").as_deref(),
            Some("https://example.com/t")
        );
        assert_eq!(listed_url(listed, "fffffff"), None);
        assert_eq!(listed_url("toolwright-cli v0.1.0:\n", "0123456"), None);
        let path = "/home/ann/.cargo/git/checkouts/toolwright-0f/0123456";
        assert!(is_checkout_of_cargo(Path::new(path)));
        assert!(!is_checkout_of_cargo(Path::new("/home/ann/toolwright")));
    }
}
