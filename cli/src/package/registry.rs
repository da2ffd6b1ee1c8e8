//! `server.json`: the entry of a server in the MCP registry, with a package for each bundle and one for the image.
//!
//! The form is that of the schema `2025-12-11`
//! (<https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json>). The registry's own rules come on top:
//! <https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/official-registry-requirements.md>.

use serde_json::{Value, json};

use super::about::{Setting, SettingKind};
use super::texts::{one_line, web_url};
use super::{MissingPart, OutputFile, Package, PackageError};

const SCHEMA: &str = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/// Characters of the longest title and description (`maxLength` in the schema).
const LONGEST: usize = 100;

/// The registry's entry, as a file.
pub(crate) fn write_entry(package: &Package) -> Result<Vec<OutputFile>, PackageError> {
    let entry = registry_entry(package)?;
    Ok(vec![OutputFile {
        name: FILE.to_owned(),
        bytes: format!("{entry:#}\n").into_bytes(),
    }])
}

/// The name of the entry.
pub(crate) const FILE: &str = "server.json";

fn registry_entry(package: &Package) -> Result<Value, PackageError> {
    let name = package.server_name.as_ref().ok_or(MissingPart::Namespace)?;
    let mut entry = json!({
        "$schema": SCHEMA,
        "name": name.to_string(),
        "title": package.short_title(LONGEST),
        "description": package.short_description(LONGEST),
    });
    if let Some(repository) = package
        .metadata
        .repository
        .as_deref()
        .and_then(describe_repository)
    {
        entry["repository"] = repository;
    }
    let website = package.metadata.homepage.as_ref();
    if let Some(url) = website.or(package.metadata.documentation.as_ref()) {
        entry["websiteUrl"] = url.as_str().into();
    }
    entry["version"] = package.metadata.version.as_str().into();
    entry["packages"] = list_packages(package)?.into();
    Ok(entry)
}

/// The repository, if it is at a host that the registry knows.
fn describe_repository(repository: &str) -> Option<Value> {
    let source = match web_url(repository)?.host_str()? {
        "github.com" => "github",
        "gitlab.com" => "gitlab",
        _ => return None,
    };
    Some(json!({"url": repository, "source": source}))
}

fn list_packages(package: &Package) -> Result<Vec<Value>, PackageError> {
    let variables: Vec<Value> = package.settings.iter().map(describe_variable).collect();
    let download = package.download.as_ref().ok_or(MissingPart::DownloadUrl)?;
    if !download.is_of_known_host() {
        return Err(MissingPart::ReleaseHost(download.as_str().to_owned()).into());
    }
    let mut packages = Vec::new();
    for bundle in package.make_bundles()? {
        packages.push(json!({
            "registryType": "mcpb",
            "identifier": download.file_url(&bundle.name),
            "version": package.metadata.version,
            "fileSha256": bundle.sha256_hex(),
            "transport": {"type": "stdio"},
            "environmentVariables": variables,
        }));
    }
    if let Some(image) = &package.image {
        if !image.is_of_known_host() {
            return Err(MissingPart::ImageHost(image.to_string()).into());
        }
        packages.push(json!({
            "registryType": "oci",
            "identifier": image.with_tag(&package.metadata.version),
            "runtimeHint": "docker",
            "transport": {"type": "stdio"},
            "environmentVariables": variables,
        }));
    }
    Ok(packages)
}

fn describe_variable(setting: &Setting) -> Value {
    let mut variable = json!({
        "name": setting.variable,
        "description": setting.full_description(),
        "format": match setting.kind {
            SettingKind::Text => "string",
            SettingKind::Number => "number",
            SettingKind::Switch => "boolean",
            SettingKind::File | SettingKind::Directory => "filepath",
        },
        "isRequired": setting.is_required,
        "isSecret": setting.is_secret,
    });
    if !setting.choices.is_empty() {
        let choices = setting.choices.iter().take(100);
        variable["choices"] = choices.map(|choice| one_line(choice, 200)).collect();
    }
    variable
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::tests::package;

    #[test]
    fn every_bundle_and_the_image_are_packages() {
        let package = package();
        let entry = registry_entry(&package).expect("is complete");
        assert_eq!(entry["name"], "io.github.ann/pets-mcp");
        assert_eq!(
            entry["repository"],
            json!({"url": "https://github.com/ann/pets", "source": "github"})
        );
        let packages = entry["packages"].as_array().expect("is a list");
        let identifiers: Vec<&str> = packages
            .iter()
            .filter_map(|one| one["identifier"].as_str())
            .collect();
        let release = "https://github.com/ann/pets/releases/download/v1.2.3/pets-mcp-1.2.3";
        assert_eq!(
            identifiers,
            [
                format!("{release}-x86_64-unknown-linux-musl.mcpb").as_str(),
                format!("{release}-aarch64-apple-darwin.mcpb").as_str(),
                "ghcr.io/ann/pets-mcp:1.2.3",
            ]
        );
        let hash = package.make_bundles().expect("is complete")[0].sha256_hex();
        assert_eq!(packages[0]["fileSha256"], hash);
        assert_eq!(
            packages[0]["environmentVariables"][0],
            json!({"name": "PETS_API_KEY", "description": "About it", "format": "string", "isRequired": false,
                "isSecret": true})
        );
    }

    #[test]
    fn the_error_says_what_is_missing() {
        let reject = |change: fn(&mut Package), expected: &str| {
            let mut package = package();
            change(&mut package);
            let error = registry_entry(&package)
                .expect_err("is incomplete")
                .to_string();
            assert!(error.contains(expected), "{error}");
        };
        reject(|package| package.server_name = None, "--namespace");
        reject(|package| package.download = None, "--download-url");
        reject(
            |package| package.download = crate::package::DownloadUrl::parse("https://example.com"),
            "the files are at https://example.com",
        );
        reject(
            |package| package.image = "example.com/pets".parse().ok(),
            "the image is example.com/pets",
        );
        reject(|package| package.author = None, "--author");
    }

    #[test]
    fn texts_are_short() {
        let mut package = package();
        package.about.title = "pets ".repeat(200);
        package.metadata.description = Some("word ".repeat(200));
        let entry = registry_entry(&package).expect("is complete");
        for member in ["title", "description"] {
            let text = entry[member].as_str().expect("is a text");
            assert!(text.chars().count() <= 100, "{text}");
        }
    }
}
