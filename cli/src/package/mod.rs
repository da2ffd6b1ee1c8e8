//! Packages of a server for users of assistants: bundles, a registry entry, an image, links and a formula.
//!
//! Takes binaries that are built already, what one of them says about itself (`about`) and what the crate's manifest says
//! (`crate_metadata`), and returns files. The same input gives the same bytes. Nothing is written and nothing is built here.

mod about;
mod author;
mod authorities;
mod build_time;
mod bundle;
mod crate_metadata;
mod download;
mod homebrew;
mod image;
mod image_name;
mod install_links;
mod package_error;
mod registry;
mod server_name;
mod target;
mod texts;
mod user_settings;

use std::cell::OnceCell;
use std::io::Write as _;

use sha2::{Digest as _, Sha256};

pub(crate) use about::{About, MAX_BYTES as MAX_ABOUT_BYTES, Setting};
pub(crate) use author::Author;
pub(crate) use build_time::BuildTime;
pub(crate) use crate_metadata::CrateMetadata;
pub(crate) use download::DownloadUrl;
pub(crate) use image_name::{ImageName, ImageNameError};
pub(crate) use package_error::{MissingPart, PackageError};
pub(crate) use server_name::ServerName;
pub(crate) use target::{Target, TargetError};
pub(crate) use user_settings::select_settings;

use crate::args::PackageKind;
pub(crate) use texts::{is_shown, one_line};

/// Everything that the files of a package are made from.
#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) metadata: CrateMetadata,
    pub(crate) about: About,
    /// The settings that users can give.
    pub(crate) settings: Vec<Setting>,
    pub(crate) author: Option<Author>,
    pub(crate) binaries: Vec<Binary>,
    pub(crate) server_name: Option<ServerName>,
    pub(crate) image: Option<ImageName>,
    pub(crate) download: Option<DownloadUrl>,
    pub(crate) time: BuildTime,
    /// Made once, since the registry's entry has their hashes.
    pub(crate) bundles: OnceCell<Vec<OutputFile>>,
}

/// A program for a target.
pub(crate) struct Binary {
    pub(crate) target: Target,
    pub(crate) bytes: Vec<u8>,
}

/// A file of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutputFile {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl std::fmt::Debug for Binary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({} bytes)", self.target, self.bytes.len())
    }
}

impl Package {
    /// The files of one kind.
    pub(crate) fn make_files(&self, kind: PackageKind) -> Result<Vec<OutputFile>, PackageError> {
        match kind {
            PackageKind::Bundle => Ok(self.make_bundles()?.to_vec()),
            PackageKind::Registry => registry::write_entry(self),
            PackageKind::Image => image::write_image(self),
            PackageKind::Links => install_links::write_page(self),
            PackageKind::Homebrew => homebrew::write_formula(self),
        }
    }

    /// The name of the file of a kind whose name is the same for all versions.
    pub(crate) fn lasting_name(&self, kind: PackageKind) -> Option<String> {
        match kind {
            PackageKind::Registry => Some(registry::FILE.to_owned()),
            PackageKind::Links => Some(install_links::FILE.to_owned()),
            PackageKind::Homebrew => Some(homebrew::file_name(self)),
            PackageKind::Bundle | PackageKind::Image => None,
        }
    }

    /// The bundles of all binaries.
    fn make_bundles(&self) -> Result<&[OutputFile], PackageError> {
        if let Some(made) = self.bundles.get() {
            return Ok(made);
        }
        let bundles = self.binaries.iter().map(|binary| {
            Ok(OutputFile {
                name: bundle::bundle_name(self, &binary.target),
                bytes: bundle::write_bundle(self, binary)?,
            })
        });
        let bundles: Vec<OutputFile> = bundles.collect::<Result<_, PackageError>>()?;
        Ok(self.bundles.get_or_init(|| bundles))
    }

    /// What the names of files begin with. GitHub renames uploads whose names have other characters, such as `+`.
    fn file_stem(&self) -> String {
        format!(
            "{}-{}",
            self.metadata.name,
            image_name::image_tag(&self.metadata.version)
        )
    }

    /// What people call the server.
    fn short_title(&self, longest: usize) -> String {
        match one_line(&self.about.title, longest) {
            title if title.is_empty() => one_line(&self.about.name, longest),
            title => title,
        }
    }

    /// What the server is for, in one line.
    fn short_description(&self, longest: usize) -> String {
        let own = self.metadata.description.as_deref().unwrap_or_default();
        match one_line(own, longest) {
            description if description.is_empty() => one_line(
                &format!("MCP server of {}", self.short_title(longest)),
                longest,
            ),
            description => description,
        }
    }
}

impl Package {
    /// Appends a file that belongs to root to a tar archive.
    fn append_to_tar(
        &self,
        tar: &mut tar::Builder<Vec<u8>>,
        path: &str,
        bytes: &[u8],
        mode: u32,
    ) -> std::io::Result<()> {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(mode);
        header.set_mtime(self.time.seconds());
        header.set_uid(0);
        header.set_gid(0);
        tar.append_data(&mut header, path, bytes)
    }
}

impl OutputFile {
    fn sha256_hex(&self) -> String {
        hex_digest(&self.bytes)
    }
}

fn hex_digest(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A gzip member whose bytes depend on the content alone.
fn compress_gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let builder = flate2::GzBuilder::new().mtime(0).operating_system(255);
    let mut gzip = builder.write(Vec::new(), flate2::Compression::default());
    gzip.write_all(bytes)?;
    gzip.finish()
}

#[cfg(test)]
mod tests {
    use super::about::{SettingKind, ToolName};
    use super::*;

    pub(super) fn setting(variable: &str) -> Setting {
        Setting {
            variable: variable.to_owned(),
            description: "About it".to_owned(),
            kind: SettingKind::Text,
            is_secret: false,
            is_required: false,
            is_common: true,
            default: None,
            choices: Vec::new(),
        }
    }

    /// A package that lacks nothing.
    pub(super) fn package() -> Package {
        let metadata = CrateMetadata {
            name: "pets-mcp".to_owned(),
            version: "1.2.3".to_owned(),
            binary: "pets-mcp".to_owned(),
            description: None,
            license: Some("MIT OR Apache-2.0".to_owned()),
            author: None,
            homepage: None,
            documentation: None,
            repository: Some("https://github.com/ann/pets".to_owned()),
            keywords: Vec::new(),
            target_directory: "target".into(),
        };
        let tool = ToolName {
            name: "list_pets".to_owned(),
            description: "List pets".to_owned(),
        };
        let key = Setting {
            is_secret: true,
            ..setting("PETS_API_KEY")
        };
        Package {
            about: About {
                name: "pets".to_owned(),
                title: "Pets".to_owned(),
                description: "A shop.".to_owned(),
                tools: vec![tool],
                settings: vec![key.clone()],
            },
            settings: vec![key, setting("PETS_BASE_URL")],
            author: Author::parse("Ann <ann@example.com>"),
            binaries: vec![
                binary("x86_64-unknown-linux-musl"),
                binary("aarch64-apple-darwin"),
            ],
            server_name: ServerName::new("io.github.ann", "pets-mcp").ok(),
            image: "ghcr.io/ann/pets-mcp".parse().ok(),
            download: DownloadUrl::of_release(&metadata),
            time: BuildTime::from_environment().expect("is a time"),
            bundles: OnceCell::new(),
            metadata,
        }
    }

    /// Begins like a static program for Linux, for whatever target it is.
    pub(super) fn binary(triple: &str) -> Binary {
        let mut bytes = vec![0; 64];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        bytes.extend_from_slice(triple.as_bytes());
        Binary {
            target: triple.parse().expect("is a target"),
            bytes,
        }
    }

    #[test]
    fn build_metadata_is_no_part_of_file_names() {
        let mut package = package();
        package.metadata.version = "1.0.0+a".to_owned();
        let bundles = package.make_bundles().expect("is complete");
        assert_eq!(
            bundles[0].name,
            "pets-mcp-1.0.0_a-x86_64-unknown-linux-musl.mcpb"
        );
    }

    #[test]
    fn the_same_input_gives_the_same_bytes() {
        let (one, other) = (package(), package());
        for kind in PackageKind::ALL {
            let files = one.make_files(kind).expect("is complete");
            assert!(!files.is_empty());
            assert_eq!(
                files,
                other.make_files(kind).expect("is complete"),
                "{kind:?}"
            );
        }
    }
}
