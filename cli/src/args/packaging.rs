//! The options of `package`, which makes of built binaries what users of assistants install.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::OsStringValueParser;
use clap::builder::TypedValueParser as _;

use crate::package::{ImageName, ImageNameError, Target, TargetError};

#[derive(Debug, clap::Args)]
pub(crate) struct PackageArgs {
    /// A built binary behind its target, for example
    /// `x86_64-unknown-linux-musl=target/x86_64-unknown-linux-musl/release/pets-mcp`. Can be repeated.
    /// By default, the crate is built.
    #[arg(long = "binary", value_name = "TARGET=PATH", value_parser = OsStringValueParser::new().try_map(parse_binary))]
    pub(crate) binaries: Vec<BinaryPath>,
    /// Target that the crate is built for, for example `x86_64-unknown-linux-musl`; by default this machine's.
    #[arg(long, value_name = "TARGET", conflicts_with = "binaries")]
    pub(crate) target: Option<Target>,
    /// Directory to write to.
    #[arg(long, short, value_name = "DIR", default_value = "dist")]
    pub(crate) out: PathBuf,
    /// What to write, separated by commas. By default everything, but for what lacks something, with a
    /// note that says what.
    #[arg(long, value_enum, value_delimiter = ',')]
    pub(crate) only: Vec<PackageKind>,
    /// Manifest of the server's crate.
    #[arg(long, value_name = "FILE", default_value = "Cargo.toml")]
    pub(crate) manifest_path: PathBuf,
    /// Binary of the crate, if it has several.
    #[arg(long, value_name = "NAME")]
    pub(crate) bin: Option<String>,
    /// File with the output of the server's `--about`. By default, a binary that runs on this machine is
    /// asked.
    #[arg(long, value_name = "FILE")]
    pub(crate) about: Option<PathBuf>,
    /// A setting that users can also give, by its variable. Can be repeated. By default, these are
    /// credentials, the base URL, arguments from the environment and READ_ONLY.
    #[arg(long = "setting", value_name = "VARIABLE")]
    pub(crate) settings: Vec<String>,
    /// Who publishes the package; by default the first of `authors` in Cargo.toml.
    #[arg(long, value_name = "NAME")]
    pub(crate) author: Option<String>,
    /// URL of the repository; by default `repository` in Cargo.toml. The next values follow from it.
    #[arg(long, value_name = "URL")]
    pub(crate) repository: Option<String>,
    /// Namespace of the server in the MCP registry, for example `com.example`; by default
    /// `io.github.OWNER` if the repository is at GitHub.
    #[arg(long, value_name = "NAMESPACE")]
    pub(crate) namespace: Option<String>,
    /// Where the image will be, without a tag, for example `ghcr.io/ann/pets-mcp`.
    #[arg(long, value_name = "NAME", value_parser = parse_image)]
    pub(crate) image: Option<ImageName>,
    /// URL of the directory from which the files can be downloaded; by default that of the release
    /// `v{version}` of the repository, if that is at GitHub or GitLab.
    #[arg(long, value_name = "URL")]
    pub(crate) download_url: Option<String>,
}

/// A built binary, and what it was built for.
#[derive(Clone, Debug)]
pub(crate) struct BinaryPath {
    pub(crate) target: Target,
    pub(crate) path: PathBuf,
}

/// What `package` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PackageKind {
    /// A bundle (`.mcpb`) for each binary, which users open with their assistant.
    Bundle,
    /// `server.json`, for the MCP registry.
    Registry,
    /// An OCI image (`.oci.tar`) with the binaries for Linux.
    Image,
    /// `install-links.md`, with links that install the server in Cursor and VS Code.
    Links,
    /// A Homebrew formula, and the archives (`.tar.gz`) that it downloads.
    Homebrew,
}

impl PackageKind {
    pub(crate) const ALL: [Self; 5] = [
        Self::Bundle,
        Self::Image,
        Self::Registry,
        Self::Links,
        Self::Homebrew,
    ];
}

fn parse_image(written: &str) -> Result<ImageName, ImageNameError> {
    written.parse()
}

fn parse_binary(written: OsString) -> Result<BinaryPath, TargetError> {
    let written = written.to_str().ok_or(TargetError::NotUtf8)?;
    let (triple, path) = written.split_once('=').ok_or(TargetError::NoPath)?;
    Ok(BinaryPath {
        target: triple.parse()?,
        path: path.into(),
    })
}
