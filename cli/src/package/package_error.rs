//! Why a file of a package cannot be made, and what to give so that it can.

use thiserror::Error;

use super::Target;

#[derive(Debug, Error)]
pub(crate) enum PackageError {
    #[error(transparent)]
    Missing(#[from] MissingPart),
    #[error("cannot write an archive: {0}")]
    Archive(#[from] std::io::Error),
    #[error("cannot write a ZIP archive: {0}")]
    Zip(#[from] zip::result::ZipError),
}

/// What a file of a package needs and does not have.
#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum MissingPart {
    #[error(
        "a bundle names its author\n  help: add `authors` to Cargo.toml, or pass --author NAME"
    )]
    Author,
    #[error(
        "the registry's name of the server needs a namespace that you own\n  help: add a `repository` at GitHub to \
         Cargo.toml, or pass --repository or --namespace, for example --namespace com.example"
    )]
    Namespace,
    #[error(
        "it says from where the files can be downloaded\n  help: add a `repository` at GitHub or GitLab to Cargo.toml, or \
         pass --download-url URL"
    )]
    DownloadUrl,
    #[error(
        "the MCP registry takes bundles from releases at https://github.com and https://gitlab.com alone, and the \
         files are at {0}"
    )]
    ReleaseHost(String),
    #[error(
        "the MCP registry takes images from docker.io, ghcr.io, quay.io, *.pkg.dev, *.azurecr.io and \
         mcr.microsoft.com alone, and the image is {0}"
    )]
    ImageHost(String),
    #[error(
        "it needs a binary for Linux\n  help: pass one with --binary, for example \
         --binary x86_64-unknown-linux-musl=PATH"
    )]
    LinuxBinary,
    #[error(
        "it needs a binary for macOS or Linux\n  help: pass one with --binary, for example --binary aarch64-apple-darwin=PATH"
    )]
    HomebrewBinary,
    #[error(
        "there are two binaries for the platform of {0}\n  help: pass one --binary for each platform"
    )]
    SamePlatform(Target),
    #[error(
        "the image has no system that loads libraries, and the binary for {0} needs some\n  help: build for a static \
         target with --target {triple}, which needs `rustup target add {triple}`",
        triple = .0.static_triple()
    )]
    StaticBinary(Target),
    #[error("a formula has a homepage\n  help: add `homepage` or `repository` to Cargo.toml")]
    Homepage,
}
