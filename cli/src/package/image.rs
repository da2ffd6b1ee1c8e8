//! An OCI image in an archive: the binary for Linux and the authorities that TLS trusts, for one architecture or two.
//!
//! The archive has the layout of <https://github.com/opencontainers/image-spec/blob/main/image-layout.md>, which `skopeo`,
//! `podman` and `docker` read. It is written without a daemon. The server runs as a user that no host knows.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::authorities::{AUTHORITIES_PATH, write_authorities};
use super::image_name::image_tag;
use super::target::{Architecture, System, needs_loader};
use super::{Binary, MissingPart, OutputFile, Package, PackageError, compress_gzip, hex_digest};

const LAYOUT: &str = r#"{"imageLayoutVersion":"1.0.0"}"#;
const INDEX_TYPE: &str = "application/vnd.oci.image.index.v1+json";
const MANIFEST_TYPE: &str = "application/vnd.oci.image.manifest.v1+json";
const CONFIG_TYPE: &str = "application/vnd.oci.image.config.v1+json";
const LAYER_TYPE: &str = "application/vnd.oci.image.layer.v1.tar+gzip";

/// Neither root nor a user of the host: the `nonroot` of distroless images.
const USER: &str = "65532:65532";

/// The files of an archive by their paths, each in it once.
#[derive(Default)]
struct Layout {
    files: BTreeMap<String, Vec<u8>>,
}

/// A manifest of one platform, and what `docker load` is told about it.
struct Platform {
    descriptor: Value,
    config: String,
    layer: String,
}

/// The image, as a file.
pub(crate) fn write_image(package: &Package) -> Result<Vec<OutputFile>, PackageError> {
    let binaries = linux_binaries(package)?;
    let mut layout = Layout::default();
    let platforms: Vec<Platform> = binaries
        .iter()
        .map(|binary| layout.add_platform(package, binary))
        .collect::<Result<_, _>>()?;
    let tag = image_tag(&package.metadata.version);
    let name = match &package.image {
        Some(image) => image.with_tag(&package.metadata.version),
        None => format!("{}:{tag}", package.metadata.name.to_ascii_lowercase()),
    };
    let mut root = match platforms.as_slice() {
        [only] => {
            // Older versions of docker know this file instead of the layout. It has no place for an architecture.
            let load = json!([{"Config": only.config, "RepoTags": [name], "Layers": [only.layer]}]);
            layout.add_json("manifest.json", &load);
            only.descriptor.clone()
        }
        all => {
            let manifests: Vec<&Value> = all.iter().map(|platform| &platform.descriptor).collect();
            let index = json!({
                "schemaVersion": 2, "mediaType": INDEX_TYPE, "manifests": manifests,
                "annotations": image_annotations(package),
            });
            layout.add_blob(index.to_string().into_bytes(), INDEX_TYPE)
        }
    };
    // `skopeo` finds an image of an archive by the first, containerd names it by the second.
    root["annotations"] = json!({
        "org.opencontainers.image.ref.name": tag,
        "io.containerd.image.name": name,
    });
    let index = json!({"schemaVersion": 2, "mediaType": INDEX_TYPE, "manifests": [root]});
    layout.add_json("index.json", &index);
    layout.files.insert("oci-layout".to_owned(), LAYOUT.into());
    Ok(vec![OutputFile {
        name: format!("{}.oci.tar", package.file_stem()),
        bytes: layout.into_archive(package)?,
    }])
}

/// The binaries for Linux, one for an architecture.
fn linux_binaries(package: &Package) -> Result<Vec<&Binary>, MissingPart> {
    let mut found: Vec<&Binary> = Vec::new();
    let all = package.binaries.iter();
    for binary in all.filter(|binary| binary.target.system == System::Linux) {
        if needs_loader(&binary.bytes) {
            return Err(MissingPart::StaticBinary(binary.target.clone()));
        }
        let architecture = binary.target.architecture;
        if found
            .iter()
            .any(|one| one.target.architecture == architecture)
        {
            return Err(MissingPart::SamePlatform(binary.target.clone()));
        }
        found.push(binary);
    }
    match found.is_empty() {
        true => Err(MissingPart::LinuxBinary),
        false => Ok(found),
    }
}

impl Layout {
    fn add_platform(
        &mut self,
        package: &Package,
        binary: &Binary,
    ) -> Result<Platform, PackageError> {
        let name = &package.metadata.binary;
        let mut tar = tar::Builder::new(Vec::new());
        let authorities = write_authorities();
        package.append_to_tar(&mut tar, AUTHORITIES_PATH, authorities.as_bytes(), 0o644)?;
        package.append_to_tar(&mut tar, name, &binary.bytes, 0o755)?;
        let tar = tar.into_inner()?;
        let architecture = match binary.target.architecture {
            Architecture::Arm64 => "arm64",
            Architecture::X86_64 | Architecture::Universal => "amd64",
        };
        let config = json!({
            "created": package.time.to_rfc3339(),
            "architecture": architecture,
            "os": "linux",
            "config": {
                "User": USER,
                // The allocator gives large pieces of memory back at once.
                "Env": ["PATH=/", "MIMALLOC_PURGE_DELAY=0"],
                "Entrypoint": [format!("/{name}")],
                "WorkingDir": "/",
                "Labels": image_annotations(package),
            },
            "rootfs": {"type": "layers", "diff_ids": [format!("sha256:{}", hex_digest(&tar))]},
            "history": [{"created": package.time.to_rfc3339(), "created_by": "toolwright package"}],
        });
        let layer = self.add_blob(compress_gzip(&tar)?, LAYER_TYPE);
        let config = self.add_blob(config.to_string().into_bytes(), CONFIG_TYPE);
        let manifest = json!({
            "schemaVersion": 2, "mediaType": MANIFEST_TYPE, "config": config, "layers": [layer],
            "annotations": image_annotations(package),
        });
        let mut descriptor = self.add_blob(manifest.to_string().into_bytes(), MANIFEST_TYPE);
        descriptor["platform"] = json!({"architecture": architecture, "os": "linux"});
        let path = |blob: &Value| blob_path(blob["digest"].as_str().unwrap_or_default());
        Ok(Platform {
            descriptor,
            config: path(&config),
            layer: path(&layer),
        })
    }

    /// Adds bytes under their digest, and returns their descriptor.
    fn add_blob(&mut self, bytes: Vec<u8>, media_type: &str) -> Value {
        let digest = format!("sha256:{}", hex_digest(&bytes));
        let descriptor = json!({"mediaType": media_type, "digest": digest, "size": bytes.len()});
        self.files.insert(blob_path(&digest), bytes);
        descriptor
    }

    fn add_json(&mut self, path: &str, value: &Value) {
        self.files
            .insert(path.to_owned(), value.to_string().into_bytes());
    }

    fn into_archive(self, package: &Package) -> std::io::Result<Vec<u8>> {
        let mut tar = tar::Builder::new(Vec::new());
        for (path, bytes) in &self.files {
            package.append_to_tar(&mut tar, path, bytes, 0o644)?;
        }
        tar.into_inner()
    }
}

fn blob_path(digest: &str) -> String {
    format!("blobs/{}", digest.replace(':', "/"))
}

/// What an image says about itself, as labels and as annotations: registries show one or the other.
///
/// The keys are those of <https://github.com/opencontainers/image-spec/blob/main/annotations.md>; by the last one, the MCP
/// registry checks that the owner of the image has published the server.
fn image_annotations(package: &Package) -> Map<String, Value> {
    let metadata = &package.metadata;
    let author = package.author.as_ref().map(|author| author.name.clone());
    let source = metadata.repository.clone();
    let url = metadata.homepage.clone().or_else(|| source.clone());
    let texts = [
        (
            "org.opencontainers.image.title",
            Some(package.short_title(100)),
        ),
        (
            "org.opencontainers.image.description",
            Some(package.short_description(300)),
        ),
        (
            "org.opencontainers.image.version",
            Some(metadata.version.clone()),
        ),
        (
            "org.opencontainers.image.created",
            Some(package.time.to_rfc3339()),
        ),
        (
            "org.opencontainers.image.licenses",
            metadata.license.clone(),
        ),
        ("org.opencontainers.image.source", source),
        ("org.opencontainers.image.url", url),
        (
            "org.opencontainers.image.documentation",
            metadata.documentation.clone(),
        ),
        ("org.opencontainers.image.vendor", author),
        (
            "io.modelcontextprotocol.server.name",
            package.server_name.as_ref().map(ToString::to_string),
        ),
    ];
    let texts = texts.into_iter();
    texts
        .filter_map(|(key, text)| Some((key.to_owned(), text?.into())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::tests::{binary, package};

    fn rejection(triples: &[&str]) -> MissingPart {
        let mut package = package();
        package.binaries = triples.iter().map(|triple| binary(triple)).collect();
        linux_binaries(&package).expect_err("is incomplete")
    }

    #[test]
    fn an_image_has_static_programs_for_linux() {
        assert_eq!(
            rejection(&["aarch64-apple-darwin"]),
            MissingPart::LinuxBinary
        );
        let two = rejection(&["x86_64-unknown-linux-musl", "x86_64-unknown-linux-gnu"]);
        assert!(
            matches!(two, MissingPart::SamePlatform(target) if target.to_string().ends_with("gnu"))
        );
    }

    #[test]
    fn labels_leave_out_what_is_not_known() {
        let mut package = package();
        let labels = image_annotations(&package);
        assert_eq!(
            labels["io.modelcontextprotocol.server.name"],
            "io.github.ann/pets-mcp"
        );
        assert_eq!(
            labels["org.opencontainers.image.source"],
            "https://github.com/ann/pets"
        );
        package.server_name = None;
        package.metadata.license = None;
        let labels = image_annotations(&package);
        assert!(!labels.contains_key("io.modelcontextprotocol.server.name"));
        assert!(!labels.contains_key("org.opencontainers.image.licenses"));
    }
}
