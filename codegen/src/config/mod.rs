//! `toolwright.toml`: which specs become servers, and with which settings.

mod error;
mod read;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};

pub use error::{ConfigError, Problem};

use crate::setting::{Setting, SettingPlaces};

/// A file that says which specs become servers, and with which settings of [`Setting::NAMES`].
///
/// ```toml
/// spec = "petstore.yaml"
/// out = "src/petstore.rs"
/// include_tag = ["pets", "orders"]
/// read_only = true
/// ```
///
/// `spec` is the only key that there has to be. What may be given several times is a string or a
/// list of strings. Several servers are tables of a list, `[[server]]`; what stands before them
/// holds for each that does not say otherwise. Paths are relative to the file's directory.
///
/// ```
/// use toolwright_codegen::{Config, Setting};
///
/// let text = "strict = true\n[[server]]\nspec = 'a.yaml'\n[[server]]\nspec = 'b.yaml'\nname = 'c'";
/// let config = Config::from_text("toolwright.toml", text)?;
/// assert_eq!(config.servers().len(), 2);
/// assert_eq!(config.servers()[0].settings, [Setting::Strict(true)]);
///
/// let error = Config::from_text("toolwright.toml", "spec = 'a.yaml'\nstirct = true").unwrap_err();
/// let expected = "toolwright.toml:2:1: unknown key `stirct`; did you mean `strict`?";
/// assert_eq!(error.to_string(), expected);
/// # Ok::<(), toolwright_codegen::ConfigError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    path: PathBuf,
    servers: Vec<ConfiguredServer>,
}

/// One server of a [`Config`], with all paths as they are written.
///
/// ```
/// use toolwright_codegen::{Config, Setting};
///
/// let text = "spec = 'pets.yaml'\nout = 'src/pets.rs'\nread_only = true";
/// let config = Config::from_text("toolwright.toml", text)?;
/// let server = &config.servers()[0];
/// assert_eq!(server.spec.to_str(), Some("pets.yaml"));
/// assert_eq!(server.settings, [Setting::ReadOnly(true)]);
/// # Ok::<(), toolwright_codegen::ConfigError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfiguredServer {
    /// The spec.
    pub spec: PathBuf,
    /// Where its Rust goes, from the command line.
    pub out: Option<PathBuf>,
    /// All else.
    pub settings: Vec<Setting>,
    /// Where these are written.
    pub places: SettingPlaces,
}

impl Config {
    /// The name of the file.
    pub const FILE: &'static str = "toolwright.toml";

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is no TOML, or has a key or a value that there is none of.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, ConfigError> {
        let path = path.as_ref();
        match fs::read_to_string(path) {
            Ok(text) => Self::from_text(path, &text),
            Err(error) => Err(ConfigError::unreadable(path, error)),
        }
    }

    /// Reads the text of a file that is, or is said to be, at a path.
    ///
    /// # Errors
    ///
    /// As [`Config::load`].
    pub fn from_text(path: impl Into<PathBuf>, text: &str) -> Result<Self, ConfigError> {
        let path = path.into();
        match read::read_servers(&path, text) {
            Ok(servers) => Ok(Self { path, servers }),
            Err(flaw) => Err(ConfigError::from_flaw(path, text, flaw)),
        }
    }

    /// The [file](Self::FILE) in a directory, or in the nearest of its parents that has one.
    pub fn find(directory: &Path) -> Option<PathBuf> {
        let mut candidates = directory.ancestors().map(|folder| folder.join(Self::FILE));
        candidates.find(|file| file.is_file())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The directory that paths are relative to.
    pub fn directory(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// The servers, in the order of the file; at least one.
    pub fn servers(&self) -> &[ConfiguredServer] {
        &self.servers
    }
}
