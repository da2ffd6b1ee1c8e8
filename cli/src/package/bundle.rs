//! MCP bundles (`.mcpb`): a ZIP archive with a binary and a manifest, which assistants install when it is opened.
//!
//! The manifest follows version 0.2 of <https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md>, the one that
//! all hosts know; later ones add nothing that is needed here.

use std::io::{Cursor, Write as _};

use serde_json::{Map, Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::about::{Setting, SettingKind};
use super::target::{System, Target};
use super::texts::{clean_paragraphs, one_line};
use super::{Binary, MissingPart, Package, PackageError};

const MANIFEST_VERSION: &str = "0.2";

/// Tools of the longest list in a manifest, which a host shows to people. A server with more lists them itself.
const MAX_TOOLS: usize = 2_000;

/// The name of a bundle's file.
pub(crate) fn bundle_name(package: &Package, target: &Target) -> String {
    format!("{}-{target}.mcpb", package.file_stem())
}

/// The bytes of the bundle with this binary.
pub(crate) fn write_bundle(package: &Package, binary: &Binary) -> Result<Vec<u8>, PackageError> {
    let manifest = bundle_manifest(package, &binary.target)?;
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(package.time.zip_time());
    zip.start_file("manifest.json", options.unix_permissions(0o644))?;
    zip.write_all(format!("{manifest:#}\n").as_bytes())?;
    // Hosts of Unix take the permissions from the archive.
    zip.start_file(
        entry_point(package, &binary.target),
        options.unix_permissions(0o755),
    )?;
    zip.write_all(&binary.bytes)?;
    Ok(zip.finish()?.into_inner())
}

fn entry_point(package: &Package, target: &Target) -> String {
    format!("server/{}", target.file_name(&package.metadata.binary))
}

fn bundle_manifest(package: &Package, target: &Target) -> Result<Value, MissingPart> {
    let Package {
        metadata, about, ..
    } = package;
    let author = package.author.as_ref().ok_or(MissingPart::Author)?;
    let entry_point = entry_point(package, target);
    let mut user_config = Map::new();
    let mut environment = Map::new();
    for setting in &package.settings {
        let value = format!("${{user_config.{}}}", setting.variable);
        environment.insert(setting.variable.clone(), value.into());
        user_config.insert(
            setting.variable.clone(),
            describe_option(setting, &about.name),
        );
    }
    let mut manifest = json!({
        "manifest_version": MANIFEST_VERSION,
        "name": metadata.name,
        "display_name": package.short_title(100),
        "version": metadata.version,
        "description": package.short_description(300),
    });
    let long = clean_paragraphs(&about.description, 10_000);
    if !long.is_empty() {
        manifest["long_description"] = long.into();
    }
    manifest["author"] = json!({"name": author.name});
    if let Some(mail) = &author.mail {
        manifest["author"]["email"] = mail.as_str().into();
    }
    if let Some(url) = &metadata.repository {
        manifest["repository"] = json!({"type": "git", "url": url});
    }
    for (key, url) in [
        ("homepage", &metadata.homepage),
        ("documentation", &metadata.documentation),
        ("license", &metadata.license),
    ] {
        if let Some(text) = url {
            manifest[key] = text.as_str().into();
        }
    }
    if !metadata.keywords.is_empty() {
        manifest["keywords"] = metadata.keywords.as_slice().into();
    }
    manifest["server"] = json!({
        "type": "binary",
        "entry_point": entry_point,
        "mcp_config": {
            "command": format!("${{__dirname}}/{entry_point}"),
            "args": [],
            "env": environment,
        },
    });
    match about.tools.len() > MAX_TOOLS {
        true => manifest["tools_generated"] = true.into(),
        false => {
            let tools = about.tools.iter().map(|tool| {
                json!({"name": one_line(&tool.name, 200), "description": one_line(&tool.description, 300)})
            });
            manifest["tools"] = tools.collect();
        }
    }
    manifest["compatibility"] = json!({"platforms": [mcpb_platform(target)]});
    manifest["user_config"] = user_config.into();
    Ok(manifest)
}

fn describe_option(setting: &Setting, server: &str) -> Value {
    let mut option = json!({
        "type": option_type(setting),
        "title": one_line(&setting.title(server), 60),
        "description": setting.full_description(),
        "required": setting.is_required,
    });
    if setting.is_secret {
        option["sensitive"] = true.into();
    }
    // Hosts pass `${user_config.NAME}` itself to the server if an option has neither a value nor a default. An empty
    // variable is the same as none for the server.
    match (setting.kind, setting.is_required) {
        (SettingKind::Switch, _) => option["default"] = false.into(),
        (_, false) => option["default"] = "".into(),
        (_, true) => {}
    }
    option
}

fn option_type(setting: &Setting) -> &'static str {
    match setting.kind {
        SettingKind::Switch => "boolean",
        // A number cannot be empty, and hosts mask strings only.
        SettingKind::Number if setting.is_required && !setting.is_secret => "number",
        SettingKind::File => "file",
        SettingKind::Directory => "directory",
        SettingKind::Text | SettingKind::Number => "string",
    }
}

/// A system by its name in Node.js.
fn mcpb_platform(target: &Target) -> &'static str {
    match target.system {
        System::Linux => "linux",
        System::MacOs => "darwin",
        System::Windows => "win32",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::tests::{package, setting};

    #[test]
    fn settings_become_options_of_users() {
        let mut package = package();
        package.settings = vec![
            Setting {
                is_secret: true,
                is_required: true,
                ..setting("PETS_API_KEY")
            },
            Setting {
                default: Some("https://a".to_owned()),
                ..setting("PETS_BASE_URL")
            },
            Setting {
                kind: SettingKind::Switch,
                ..setting("PETS_READ_ONLY")
            },
            Setting {
                kind: SettingKind::Number,
                ..setting("PETS_TIMEOUT_SECS")
            },
        ];
        let target = "x86_64-pc-windows-msvc".parse().expect("is a target");
        let manifest = bundle_manifest(&package, &target).expect("is complete");
        let config = &manifest["user_config"];
        assert_eq!(
            config["PETS_API_KEY"],
            json!({"type": "string", "title": "API key", "description": "About it", "required": true, "sensitive": true})
        );
        assert_eq!(
            config["PETS_BASE_URL"],
            json!({"type": "string", "title": "Base URL", "description": "About it (default: https://a)",
                "required": false, "default": ""})
        );
        assert_eq!(config["PETS_READ_ONLY"]["default"], false);
        assert_eq!(config["PETS_TIMEOUT_SECS"]["type"], "string");
        let server = &manifest["server"];
        assert_eq!(
            server["mcp_config"]["env"]["PETS_API_KEY"],
            "${user_config.PETS_API_KEY}"
        );
        assert_eq!(
            server["mcp_config"]["command"],
            "${__dirname}/server/pets-mcp.exe"
        );
        assert_eq!(manifest["compatibility"]["platforms"], json!(["win32"]));
    }

    #[test]
    fn a_bundle_has_an_author() {
        let mut package = package();
        package.author = None;
        let target = "x86_64-unknown-linux-musl".parse().expect("is a target");
        let error = bundle_manifest(&package, &target).expect_err("is incomplete");
        assert!(error.to_string().contains("--author"), "{error}");
    }
}
