//! Where crates that this command writes get toolwright from.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::args::ToolwrightArgs;

/// Where the crates `toolwright` and `toolwright-codegen` come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Toolwright {
    /// A checkout on this machine, by an absolute path.
    Checkout(PathBuf),
    /// The registry, in the version of this command.
    Version(&'static str),
}

#[derive(Debug, Error)]
#[error(
    "{} is not a checkout of toolwright: it has no runtime/Cargo.toml\n  help: set --toolwright-path, or \
     TOOLWRIGHT_PATH, to the directory that contains `runtime` and `codegen`",
    .0.display()
)]
pub(crate) struct NoCheckout(PathBuf);

impl Toolwright {
    /// What was asked for; else the checkout that this command was built from, while it is there.
    pub(crate) fn locate(args: &ToolwrightArgs) -> Result<Self, NoCheckout> {
        if let Some(path) = &args.toolwright_path {
            return find_checkout(path).ok_or_else(|| NoCheckout(path.clone()));
        }
        // The path was fixed when this command was compiled. On another machine, or after `cargo
        // install` deleted its checkout, the folder is missing and the registry is used.
        let built_from = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        Ok(find_checkout(&built_from).unwrap_or(Self::Version(env!("CARGO_PKG_VERSION"))))
    }

    /// The value of a dependency on the runtime, without its braces.
    pub(crate) fn runtime_dependency(&self) -> String {
        self.dependency_on("runtime")
    }

    /// The same for the compiler.
    pub(crate) fn codegen_dependency(&self) -> String {
        self.dependency_on("codegen")
    }

    fn dependency_on(&self, folder: &str) -> String {
        match self {
            Self::Checkout(path) => {
                let path = path.join(folder).to_string_lossy().into_owned();
                format!("path = {}", toml_string(&path))
            }
            Self::Version(version) => format!("version = \"{version}\""),
        }
    }

    /// The checkout, if it is one.
    pub(crate) fn checkout(&self) -> Option<&Path> {
        match self {
            Self::Checkout(path) => Some(path),
            Self::Version(_) => None,
        }
    }

    /// The versions that toolwright is tested with, where they are at hand.
    pub(crate) fn lock_file(&self) -> Option<PathBuf> {
        let lock = self.checkout()?.join("Cargo.lock");
        lock.is_file().then_some(lock)
    }
}

/// A string in TOML.
pub(crate) fn toml_string(text: &str) -> String {
    // TOML's basic strings have the escapes of JSON except `\/`, which serde_json never writes.
    // Unlike JSON, TOML forbids a raw DEL (TOML 1.0, "String").
    serde_json::Value::from(text)
        .to_string()
        .replace('\u{7f}', "\\u007F")
}

fn find_checkout(path: &Path) -> Option<Toolwright> {
    let path = without_verbatim_prefix(path.canonicalize().ok()?);
    let is_checkout = path.join("runtime/Cargo.toml").is_file();
    is_checkout.then_some(Toolwright::Checkout(path))
}

/// A path of Windows as people write it: `canonicalize` answers `\\?\C:\a`, which cargo and Docker do not take in a manifest.
/// Paths of other forms and of other systems stay as they are.
fn without_verbatim_prefix(path: PathBuf) -> PathBuf {
    let plain = path.to_str().and_then(|path| path.strip_prefix(r"\\?\"));
    let is_on_a_drive = |path: &&str| matches!(path.as_bytes(), [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic());
    match plain.filter(is_on_a_drive) {
        Some(plain) => plain.into(),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one of our crates names of another may change in any release.
    #[test]
    fn our_crates_depend_on_each_other_in_one_version() {
        let workspace = include_str!("../../Cargo.toml");
        let own = workspace
            .lines()
            .filter(|line| line.starts_with("toolwright") && line.contains("path = "));
        let version = format!("version = \"={}\"", env!("CARGO_PKG_VERSION"));
        let mut count = 0;
        for line in own {
            assert!(line.contains(&version), "{line}");
            count += 1;
        }
        assert_eq!(count, 6);
    }

    #[test]
    fn strings_are_toml() {
        assert_eq!(toml_string("a\"\u{7f}\n"), r#""a\"\u007F\n""#);
    }

    #[test]
    fn paths_of_windows_are_written_as_people_write_them() {
        for (path, expected) in [
            (r"\\?\C:\toolwright", r"C:\toolwright"),
            (r"\\?\UNC\server\share", r"\\?\UNC\server\share"),
            (r"C:\toolwright", r"C:\toolwright"),
            ("/home/ann/toolwright", "/home/ann/toolwright"),
        ] {
            assert_eq!(without_verbatim_prefix(path.into()), Path::new(expected));
        }
    }

    #[test]
    fn a_checkout_or_a_version() {
        let Ok(Toolwright::Checkout(path)) = Toolwright::locate(&ToolwrightArgs::default()) else {
            panic!("this is a checkout");
        };
        let asked = ToolwrightArgs {
            toolwright_path: Some(path.clone()),
        };
        let found = Toolwright::locate(&asked).expect("is one");
        assert!(
            found.runtime_dependency().ends_with("/runtime\""),
            "{}",
            found.runtime_dependency()
        );
        assert!(found.lock_file().is_some());
        let version = Toolwright::Version("1.2.3");
        assert_eq!(version.codegen_dependency(), "version = \"1.2.3\"");
        let elsewhere = ToolwrightArgs {
            toolwright_path: Some(path.join("docs")),
        };
        let error = Toolwright::locate(&elsewhere)
            .expect_err("is none")
            .to_string();
        assert!(
            error.contains("docs is not a checkout of toolwright"),
            "{error}"
        );
    }
}
