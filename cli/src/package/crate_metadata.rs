//! What the server's Cargo.toml says that packages repeat: names, version, licence and links.
//!
//! `cargo metadata` reads it, so that what a workspace says for its members counts. Texts are checked here once: what is not a
//! URL, or would break out of a file name, is an error with the key that has it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use thiserror::Error;

use super::Author;
use super::texts::{one_line, web_url};
use crate::run::cargo_program;

/// What packages say about the crate of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CrateMetadata {
    /// Name of the package, of `[A-Za-z0-9_-]`.
    pub(crate) name: String,
    pub(crate) version: String,
    /// Name of the binary.
    pub(crate) binary: String,
    pub(crate) description: Option<String>,
    pub(crate) license: Option<String>,
    pub(crate) author: Option<Author>,
    pub(crate) homepage: Option<String>,
    pub(crate) documentation: Option<String>,
    pub(crate) repository: Option<String>,
    pub(crate) keywords: Vec<String>,
    /// Where cargo puts what it builds.
    pub(crate) target_directory: PathBuf,
}

#[derive(Debug, Error)]
pub(crate) enum MetadataError {
    #[error("cannot run cargo: {0}")]
    Cargo(#[from] std::io::Error),
    #[error(
        "there is no {}\n  help: run the command in the folder of a server's crate, or name its manifest with `--manifest-path`; \
         `toolwright new` writes such a crate",
        .0.display()
    )]
    Missing(PathBuf),
    #[error("{} cannot be read:\n{said}", manifest.display())]
    Unreadable { manifest: PathBuf, said: String },
    #[error("{} is not the manifest of a package{members}", manifest.display())]
    NoPackage { manifest: PathBuf, members: String },
    #[error("{} has no binary{named}", manifest.display())]
    NoBinary { manifest: PathBuf, named: String },
    #[error("{} has several binaries: choose one with --bin ({names})", manifest.display())]
    SeveralBinaries { manifest: PathBuf, names: String },
    #[error("--repository is not an http or https URL without credentials: {0:?}")]
    OddRepository(String),
    #[error("`{key}` in {} is not {expected}: {value:?}", manifest.display())]
    Odd {
        manifest: PathBuf,
        key: &'static str,
        expected: &'static str,
        value: String,
    },
}

/// Characters of the longest name. Names of files have up to 255 bytes, of which the version and the target take some.
const LONGEST_NAME: usize = 100;

impl CrateMetadata {
    /// Asks cargo about a manifest.
    pub(crate) fn from_manifest(manifest: &Path, bin: Option<&str>) -> Result<Self, MetadataError> {
        if !manifest.is_file() {
            return Err(MetadataError::Missing(manifest.to_owned()));
        }
        let output = Command::new(cargo_program())
            .args([
                "metadata",
                "--no-deps",
                "--format-version",
                "1",
                "--manifest-path",
            ])
            .arg(manifest)
            .stdin(Stdio::null())
            .output()?;
        let unreadable = |said: String| MetadataError::Unreadable {
            manifest: manifest.to_owned(),
            said,
        };
        if !output.status.success() {
            return Err(unreadable(
                String::from_utf8_lossy(&output.stderr).trim().to_owned(),
            ));
        }
        let metadata: Value = serde_json::from_slice(&output.stdout)
            .map_err(|error| unreadable(error.to_string()))?;
        Self::from_cargo(manifest, &metadata, bin)
    }

    /// With another repository than that of the manifest.
    pub(crate) fn with_repository(mut self, written: &str) -> Result<Self, MetadataError> {
        let url =
            web_url(written).ok_or_else(|| MetadataError::OddRepository(written.to_owned()))?;
        self.repository = Some(url.as_str().trim_end_matches('/').to_owned());
        Ok(self)
    }

    fn from_cargo(
        manifest: &Path,
        metadata: &Value,
        bin: Option<&str>,
    ) -> Result<Self, MetadataError> {
        let packages = metadata["packages"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        let same = manifest.canonicalize().ok();
        let package = packages.iter().find(|package| {
            let path = package["manifest_path"].as_str().map(Path::new);
            path.is_some_and(|path| {
                path == manifest || (same.is_some() && path.canonicalize().ok() == same)
            })
        });
        let package = package.ok_or_else(|| {
            let names = packages
                .iter()
                .filter_map(|package| package["manifest_path"].as_str());
            let names: Vec<&str> = names.take(20).collect();
            MetadataError::NoPackage {
                manifest: manifest.to_owned(),
                members: match names.is_empty() {
                    true => String::new(),
                    false => format!(
                        ": pass one of its members with --manifest-path ({})",
                        names.join(", ")
                    ),
                },
            }
        })?;
        let reader = Reader { manifest, package };
        Ok(Self {
            name: reader.file_name("name")?,
            version: reader.read_version()?,
            binary: reader.find_binary(bin)?,
            description: reader
                .read_text("description")
                .map(|text| one_line(text, 1000)),
            license: reader.read_text("license").map(|text| one_line(text, 200)),
            author: reader.read_author(),
            homepage: reader.read_url("homepage")?,
            documentation: reader.read_url("documentation")?,
            repository: reader.read_url("repository")?,
            keywords: reader.read_keywords(),
            target_directory: metadata["target_directory"]
                .as_str()
                .unwrap_or_default()
                .into(),
        })
    }
}

/// A package of `cargo metadata`.
struct Reader<'a> {
    manifest: &'a Path,
    package: &'a Value,
}

impl<'a> Reader<'a> {
    fn read_text(&self, key: &str) -> Option<&'a str> {
        let text = self.package[key].as_str().map(str::trim);
        text.filter(|text| !text.is_empty())
    }

    fn reject_value(
        &self,
        key: &'static str,
        expected: &'static str,
        value: &str,
    ) -> MetadataError {
        MetadataError::Odd {
            manifest: self.manifest.to_owned(),
            key,
            expected,
            value: value.chars().take(200).collect(),
        }
    }

    /// A name that can be a part of file names, URLs and Ruby. Cargo allows letters of other scripts, too.
    fn file_name(&self, key: &'static str) -> Result<String, MetadataError> {
        let name = self.read_text(key).unwrap_or_default();
        match is_file_name(name) {
            true => Ok(name.to_owned()),
            false => Err(self.reject_value(
                key,
                "a name of at most 100 ASCII letters, digits, `-` and `_`",
                name,
            )),
        }
    }

    fn read_version(&self) -> Result<String, MetadataError> {
        let version = self.read_text("version").unwrap_or_default();
        let is_of_version = |c: char| c.is_ascii_alphanumeric() || ".-+".contains(c);
        match version.len() <= 100
            && version.starts_with(|c: char| c.is_ascii_digit())
            && version.chars().all(is_of_version)
        {
            true => Ok(version.to_owned()),
            false => {
                Err(self.reject_value("version", "a version of at most 100 characters", version))
            }
        }
    }

    fn find_binary(&self, wanted: Option<&str>) -> Result<String, MetadataError> {
        let targets = self.package["targets"].as_array().into_iter().flatten();
        let is_binary = |target: &&Value| {
            let mut kinds = target["kind"].as_array().into_iter().flatten();
            kinds.any(|kind| kind == "bin")
        };
        let binaries = targets
            .filter(is_binary)
            .filter_map(|target| target["name"].as_str());
        let binaries: Vec<&str> = binaries.collect();
        let default = self.package["default_run"].as_str();
        let manifest = self.manifest.to_owned();
        let name = match (wanted.or(default), binaries.as_slice()) {
            (Some(wanted), names) if names.contains(&wanted) => wanted,
            (Some(wanted), _) => {
                let named = format!(" `{wanted}`");
                return Err(MetadataError::NoBinary { manifest, named });
            }
            (None, [only]) => only,
            (None, []) => {
                let named = String::new();
                return Err(MetadataError::NoBinary { manifest, named });
            }
            (None, names) => {
                let names = names.join(", ");
                return Err(MetadataError::SeveralBinaries { manifest, names });
            }
        };
        match is_file_name(name) {
            true => Ok(name.to_owned()),
            false => Err(self.reject_value(
                "bin",
                "a name of at most 100 ASCII letters, digits, `-` and `_`",
                name,
            )),
        }
    }

    /// The first author, `Name <mail>` as cargo writes it.
    fn read_author(&self) -> Option<Author> {
        let mut authors = self.package["authors"].as_array()?.iter();
        Author::parse(authors.find_map(Value::as_str)?)
    }

    fn read_url(&self, key: &'static str) -> Result<Option<String>, MetadataError> {
        let Some(text) = self.read_text(key) else {
            return Ok(None);
        };
        match web_url(text) {
            Some(url) => Ok(Some(url.as_str().trim_end_matches('/').to_owned())),
            None => Err(self.reject_value(key, "an http or https URL without credentials", text)),
        }
    }

    fn read_keywords(&self) -> Vec<String> {
        let keywords = self.package["keywords"].as_array().into_iter().flatten();
        let keywords = keywords.filter_map(Value::as_str);
        keywords.map(|keyword| one_line(keyword, 40)).collect()
    }
}

fn is_file_name(name: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let starts_well = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    starts_well && name.len() <= LONGEST_NAME && name.chars().all(is_of_name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(changes: Value, bin: Option<&str>) -> Result<CrateMetadata, String> {
        let mut package = json!({
            "name": "pets-mcp", "version": "1.2.3", "manifest_path": "/pets/Cargo.toml",
            "targets": [{"kind": ["lib"], "name": "pets_mcp"}, {"kind": ["bin"], "name": "pets-mcp"}],
        });
        for (key, value) in changes.as_object().into_iter().flatten() {
            package[key] = value.clone();
        }
        let metadata = json!({"packages": [package]});
        CrateMetadata::from_cargo(Path::new("/pets/Cargo.toml"), &metadata, bin)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn keys_are_read_and_cleaned() {
        let read = read(
            json!({
                "description": "A\nb", "license": "MIT", "authors": ["Ann Lee <ann@example.com>", "Bob"],
                "repository": "https://github.com/ann/pets/", "homepage": null, "keywords": ["pets"],
            }),
            None,
        );
        let read = read.expect("is right");
        assert_eq!(
            (read.name.as_str(), read.binary.as_str()),
            ("pets-mcp", "pets-mcp")
        );
        assert_eq!(read.description.as_deref(), Some("A b"));
        assert_eq!(
            read.repository.as_deref(),
            Some("https://github.com/ann/pets")
        );
        let author = read.author.expect("is there");
        assert_eq!(
            (author.name.as_str(), author.mail.as_deref()),
            ("Ann Lee", Some("ann@example.com"))
        );
    }

    #[test]
    fn what_would_break_out_of_a_file_is_an_error() {
        for (changes, expected) in [
            (
                json!({"name": "a/../b"}),
                "`name` in /pets/Cargo.toml is not a name",
            ),
            (
                json!({"name": "é"}),
                "`name` in /pets/Cargo.toml is not a name",
            ),
            (
                json!({"version": "1.0\"\n"}),
                "`version` in /pets/Cargo.toml is not a version",
            ),
            (
                json!({"repository": "git@github.com:a/b"}),
                "`repository` in /pets/Cargo.toml is not an http",
            ),
            (
                json!({"homepage": "javascript:a"}),
                "`homepage` in /pets/Cargo.toml is not an http",
            ),
            (json!({"targets": []}), "/pets/Cargo.toml has no binary"),
            (
                json!({"manifest_path": "/a/Cargo.toml"}),
                "/pets/Cargo.toml is not the manifest of a package: pass one",
            ),
        ] {
            let error = read(changes, None).expect_err("is wrong");
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn one_of_several_binaries_is_chosen() {
        let two =
            json!({"targets": [{"kind": ["bin"], "name": "a"}, {"kind": ["bin"], "name": "b"}]});
        let error = read(two.clone(), None).expect_err("is unclear");
        assert!(error.ends_with("choose one with --bin (a, b)"), "{error}");
        assert_eq!(read(two.clone(), Some("b")).expect("is there").binary, "b");
        let error = read(two, Some("c")).expect_err("is none");
        assert!(error.ends_with("has no binary `c`"), "{error}");
    }
}
