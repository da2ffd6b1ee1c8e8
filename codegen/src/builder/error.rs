//! Why there is no Rust for a spec.

use std::fmt;

use thiserror::Error;

use crate::config::ConfigError;
use crate::emit::EmitError;
use crate::history::HistoryError;
use crate::modelled::SpecError;
use crate::name_file::NameFileError;
use crate::output_file::WriteError;
use crate::overlay::OverlayError;
use crate::policy::StrictError;
use crate::setting::PrefixError;
use crate::source::SourceError;

/// Why there is no Rust for a spec.
///
/// `Debug` prints what `Display` does, since that is what cargo shows of a build script's error.
///
/// ```
/// use toolwright_codegen::{BuildError, Builder};
///
/// let error = Builder::new("no/such/file.yaml").compile().err();
/// assert!(matches!(error, Some(BuildError::Source(_))));
/// ```
#[derive(Error)]
pub enum BuildError {
    /// The configuration file cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The file could not be read or is neither JSON nor YAML.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The file is no spec.
    #[error(transparent)]
    Normalize(#[from] SpecError),
    /// An overlay cannot be applied to the spec.
    #[error(transparent)]
    Overlay(#[from] OverlayError),
    /// The generated code is not Rust: a bug of the compiler.
    #[error(transparent)]
    Emit(#[from] EmitError),
    /// The names of the tools of discovery cannot begin with [`Builder::discovery_prefix`](crate::Builder::discovery_prefix).
    #[error(transparent)]
    Prefix(#[from] PrefixError),
    /// The recorded tool lists cannot be read or compared.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// There are warnings, and [`Builder::strict`](crate::Builder::strict) makes them errors.
    #[error(transparent)]
    Strict(#[from] StrictError),
    /// The names are not those of the file beside the spec, or that is not readable.
    #[error(transparent)]
    Names(#[from] NameFileError),
    /// The output could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Not called from a build script.
    #[error("OUT_DIR is not set: call `build` from a build script, or set `out_dir`")]
    NoOutDir,
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
