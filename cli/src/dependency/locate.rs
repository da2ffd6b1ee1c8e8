//! Which toolwright is meant: what the user asked for, or else what this command was built from.
//!
//! There are two answers. A server that is built and run here may use any directory. A crate that is written for people has to
//! build on other machines, so it gets a revision or a version wherever there is one.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::git_revision::GitRevisionError;
use super::{Checkout, GitRevision, Toolwright, origin};
use crate::args::ToolwrightArgs;

#[derive(Debug, Error)]
pub(crate) enum LocateError {
    #[error(
        "{} is not a checkout of toolwright: it has no runtime/Cargo.toml\n  help: set --toolwright-path, or \
         TOOLWRIGHT_PATH, to the directory that contains `runtime` and `codegen`",
        .0.display()
    )]
    NoCheckout(PathBuf),
    #[error(
        "{} cannot be named in a manifest, a workflow and a Dockerfile, because of its characters\n  help: move the checkout, \
         or pass --toolwright-git",
        .0.display()
    )]
    UnusablePath(PathBuf),
    #[error(
        "`{0}` is not a version of toolwright: {1}\n  help: pass one such as {own}",
        own = env!("CARGO_PKG_VERSION")
    )]
    Version(String, semver::Error),
    #[error(transparent)]
    Revision(#[from] GitRevisionError),
}

impl Toolwright {
    /// For a server that is built and run here: what was asked for; else the checkout that this command was built from, while
    /// it is there.
    pub(crate) fn locate_for_run(args: &ToolwrightArgs) -> Result<Self, LocateError> {
        if let Some(chosen) = Self::find_chosen(args)? {
            return Ok(chosen);
        }
        let built_from = built_from();
        Ok(match Checkout::find_at(&built_from) {
            Some(checkout) => Self::Checkout(checkout),
            None => Self::without_checkout(&built_from),
        })
    }

    /// For a crate in a directory, which may go to other machines: what was asked for; else the published revision that this
    /// command was built from, or its version. A checkout that nobody else can have is the last resort.
    pub(crate) fn locate_for_crate(
        args: &ToolwrightArgs,
        directory: &Path,
    ) -> Result<Self, LocateError> {
        let located = match Self::find_chosen(args)? {
            Some(Self::Checkout(checkout)) => {
                let is_relative = args
                    .toolwright_path
                    .as_ref()
                    .is_some_and(|path| path.is_relative());
                Self::Checkout(match is_relative {
                    true => checkout.relative_to(directory),
                    false => checkout,
                })
            }
            Some(chosen) => chosen,
            None => Self::share_own_source(),
        };
        match located.as_checkout() {
            Some(checkout) if checkout.written_path().chars().any(char::is_control) => Err(
                LocateError::UnusablePath(checkout.root_directory().to_owned()),
            ),
            _ => Ok(located),
        }
    }

    /// What the options name.
    fn find_chosen(args: &ToolwrightArgs) -> Result<Option<Self>, LocateError> {
        if let (Some(url), Some(revision)) = (&args.toolwright_git, &args.toolwright_rev) {
            let revision = GitRevision::new(url, revision)?;
            return Ok(Some(Self::Git {
                revision,
                lock_file: None,
            }));
        }
        if let Some(version) = &args.toolwright_version {
            return match semver::Version::parse(version) {
                Ok(_) => Ok(Some(Self::Version(version.clone()))),
                Err(error) => Err(LocateError::Version(version.clone(), error)),
            };
        }
        let from_environment = || std::env::var_os("TOOLWRIGHT_PATH").map(PathBuf::from);
        let Some(path) = args.toolwright_path.clone().or_else(from_environment) else {
            return Ok(None);
        };
        let checkout = Checkout::find_at(&path).ok_or(LocateError::NoCheckout(path))?;
        Ok(Some(Self::Checkout(checkout)))
    }

    /// What this command was built from, for other machines.
    fn share_own_source() -> Self {
        let built_from = built_from();
        let Some(checkout) = Checkout::find_at(&built_from) else {
            return Self::without_checkout(&built_from);
        };
        match origin::published_revision(checkout.root_directory()) {
            Ok(revision) => Self::Git {
                revision,
                lock_file: checkout.lock_file(),
            },
            Err(why) => Self::Checkout(checkout.with_reason(why)),
        }
    }

    /// Cargo deletes the checkouts of `cargo install --git` that it did not use for months. What it took from the registry, and
    /// what a release was built from, is in the registry.
    fn without_checkout(built_from: &Path) -> Self {
        match origin::revision_of_install(built_from) {
            Some(revision) => Self::Git {
                revision,
                lock_file: None,
            },
            None => Self::Version(env!("CARGO_PKG_VERSION").to_owned()),
        }
    }
}

/// The path was fixed when this command was compiled. On another machine, or after `cargo install` deleted its checkout, the
/// folder is missing.
fn built_from() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own_checkout() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }

    #[test]
    fn servers_use_the_checkout_that_is_here() {
        let toolwright = Toolwright::locate_for_run(&ToolwrightArgs::default()).expect("is found");
        let dependency = toolwright.runtime_dependency();
        assert!(dependency.ends_with("/runtime\""), "{dependency}");
        assert!(toolwright.lock_file().is_some());
    }

    #[test]
    fn a_checkout_is_named_as_it_was_asked_for() {
        let absolute = ToolwrightArgs {
            toolwright_path: own_checkout().canonicalize().ok(),
            ..ToolwrightArgs::default()
        };
        let directory = own_checkout().join("my-api");
        let found = Toolwright::locate_for_crate(&absolute, &directory).expect("is one");
        let written = found.as_checkout().map(Checkout::written_path);
        assert!(
            written.is_some_and(|path| Path::new(path).is_absolute()),
            "{found:?}"
        );
        // Tests run in the folder of their package.
        let relative = ToolwrightArgs {
            toolwright_path: Some("..".into()),
            ..ToolwrightArgs::default()
        };
        let found = Toolwright::locate_for_crate(&relative, &directory).expect("is one");
        assert_eq!(found.runtime_dependency(), "path = \"../runtime\"");
        assert_eq!(found.install_arguments(), "--path ../cli");
        let elsewhere = ToolwrightArgs {
            toolwright_path: Some(own_checkout().join("docs")),
            ..ToolwrightArgs::default()
        };
        let error = Toolwright::locate_for_run(&elsewhere)
            .expect_err("is none")
            .to_string();
        assert!(
            error.contains("docs is not a checkout of toolwright"),
            "{error}"
        );
    }

    #[test]
    fn a_version_that_cargo_would_read_otherwise_is_rejected() {
        for (text, expected) in [
            ("0.1.0", true),
            ("1.2.3-rc.1+5", true),
            ("1.2", false),
            ("", false),
            ("1.2.3 --git x", false),
            ("=1.2.3", false),
            ("1.2.3-$(id)", false),
        ] {
            let args = ToolwrightArgs {
                toolwright_version: Some(text.to_owned()),
                ..ToolwrightArgs::default()
            };
            let located = Toolwright::locate_for_run(&args);
            assert_eq!(located.is_ok(), expected, "{text}: {located:?}");
        }
    }
}
