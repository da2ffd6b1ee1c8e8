//! Links that install the server in Cursor and VS Code, as a page of Markdown.
//!
//! Cursor: <https://cursor.com/docs/mcp/install-links>. VS Code: `vscode:mcp/install?` and the configuration as JSON, with
//! inputs that it asks for (<https://code.visualstudio.com/api/extension-guides/ai/mcp>). Pages such as READMEs at GitHub
//! only link to `https:`, so there is a redirecting link as well.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use super::about::Setting;
use super::texts::one_line;
use super::{OutputFile, Package, PackageError};
use crate::markdown::escape_text;

/// What `encodeURIComponent` leaves, without `!'()*`, which end links in Markdown.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// A way to start the server.
struct Start {
    heading: String,
    command: String,
    arguments: Vec<String>,
}

/// The name of the page.
pub(crate) const FILE: &str = "install-links.md";

/// The page, as a file.
pub(crate) fn write_page(package: &Package) -> Result<Vec<OutputFile>, PackageError> {
    let title = escape_text(&package.short_title(100));
    let mut text = format!("# Install {title}\n");
    let settings = asked_settings(package);
    for start in ways_to_start(package, &settings) {
        text.push_str(&format!("\n## {}\n\n", start.heading));
        for (label, link) in install_links(package, &settings, &start) {
            text.push_str(&format!("- [{label}]({link})\n"));
        }
    }
    Ok(vec![OutputFile {
        name: FILE.to_owned(),
        bytes: text.into_bytes(),
    }])
}

/// Each setting is a question before the server starts, so the optional ones that are not credentials are left out.
fn asked_settings(package: &Package) -> Vec<&Setting> {
    let settings = package.settings.iter();
    settings
        .filter(|one| one.is_required || one.is_secret)
        .collect()
}

fn ways_to_start(package: &Package, settings: &[&Setting]) -> Vec<Start> {
    let mut ways = Vec::new();
    if let Some(image) = &package.image {
        let mut arguments: Vec<String> = ["run", "-i", "--rm"].map(str::to_owned).into();
        for setting in settings {
            arguments.extend(["-e".to_owned(), setting.variable.clone()]);
        }
        arguments.push(image.with_tag(&package.metadata.version));
        ways.push(Start {
            heading: "With Docker".to_owned(),
            command: "docker".to_owned(),
            arguments,
        });
    }
    ways.push(Start {
        heading: format!(
            "With the command `{}` on the `PATH`",
            package.metadata.binary
        ),
        command: package.metadata.binary.clone(),
        arguments: Vec::new(),
    });
    ways
}

fn install_links(
    package: &Package,
    settings: &[&Setting],
    start: &Start,
) -> [(&'static str, String); 4] {
    let name = encode_component(&package.about.name);
    let cursor = encode_component(&STANDARD.encode(cursor_config(settings, start).to_string()));
    let config = code_config(settings, start);
    let inputs = code_inputs(package, settings);
    let mut whole = json!({"name": package.about.name});
    if let (Some(whole), Some(config)) = (whole.as_object_mut(), config.as_object()) {
        whole.extend(config.clone());
        whole.insert("inputs".to_owned(), inputs.clone());
    }
    [
        (
            "Cursor",
            format!("https://cursor.com/en/install-mcp?name={name}&config={cursor}"),
        ),
        (
            "Cursor, directly",
            format!("cursor://anysphere.cursor-deeplink/mcp/install?name={name}&config={cursor}"),
        ),
        (
            "VS Code",
            format!(
                "https://insiders.vscode.dev/redirect/mcp/install?name={name}&inputs={}&config={}",
                encode_component(&inputs.to_string()),
                encode_component(&config.to_string())
            ),
        ),
        (
            "VS Code, directly",
            format!(
                "vscode:mcp/install?{}",
                encode_component(&whole.to_string())
            ),
        ),
    ]
}

/// Cursor takes values from the environment in which it was started.
fn cursor_config(settings: &[&Setting], start: &Start) -> Value {
    let mut config = json!({"command": start.command, "args": start.arguments});
    let variables = map_variables(settings, |variable| format!("${{env:{variable}}}"));
    config["env"] = variables.into();
    config
}

fn code_config(settings: &[&Setting], start: &Start) -> Value {
    let mut config = json!({"type": "stdio", "command": start.command, "args": start.arguments});
    let variables = map_variables(settings, |variable| format!("${{input:{variable}}}"));
    config["env"] = variables.into();
    config
}

fn map_variables(settings: &[&Setting], value: impl Fn(&str) -> String) -> Map<String, Value> {
    let pairs = settings.iter();
    let pairs = pairs.map(|one| (one.variable.clone(), value(&one.variable).into()));
    pairs.collect()
}

fn code_inputs(package: &Package, settings: &[&Setting]) -> Value {
    let inputs = settings.iter().map(|setting| {
        json!({
            "id": setting.variable,
            "type": "promptString",
            "description": one_line(&format!("{}: {}", setting.title(&package.about.name), setting.description), 200),
            "password": setting.is_secret,
        })
    });
    inputs.collect()
}

fn encode_component(text: &str) -> String {
    utf8_percent_encode(text, COMPONENT).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::tests::package;

    fn page(package: &Package) -> String {
        let files = write_page(package).expect("is complete");
        String::from_utf8(files[0].bytes.clone()).expect("is text")
    }

    fn decode(encoded: &str) -> String {
        let bytes = percent_encoding::percent_decode_str(encoded);
        bytes.decode_utf8().expect("is text").into_owned()
    }

    #[test]
    fn links_hold_the_whole_configuration() {
        let page = page(&package());
        let link = |start: &str| {
            let at = page
                .find(start)
                .unwrap_or_else(|| panic!("{start} is missing: {page}"));
            let link = &page[at + start.len()..];
            link[..link.find(')').expect("ends")].to_owned()
        };
        let cursor = decode(&link(
            "(cursor://anysphere.cursor-deeplink/mcp/install?name=pets&config=",
        ));
        let cursor = STANDARD.decode(cursor).expect("is Base64");
        let cursor: Value = serde_json::from_slice(&cursor).expect("is JSON");
        assert_eq!(
            cursor,
            json!({"command": "docker", "args": ["run", "-i", "--rm", "-e", "PETS_API_KEY", "ghcr.io/ann/pets-mcp:1.2.3"],
                "env": {"PETS_API_KEY": "${env:PETS_API_KEY}"}})
        );
        let code: Value =
            serde_json::from_str(&decode(&link("(vscode:mcp/install?"))).expect("is JSON");
        assert_eq!(code["name"], "pets");
        assert_eq!(code["env"]["PETS_API_KEY"], "${input:PETS_API_KEY}");
        assert_eq!(
            code["inputs"],
            json!([{"id": "PETS_API_KEY", "type": "promptString", "description": "API key: About it", "password": true}])
        );
        let redirect = link("(https://insiders.vscode.dev/redirect/mcp/install?name=pets&inputs=");
        let (inputs, config) = redirect.split_once("&config=").expect("has both");
        assert_eq!(
            serde_json::from_str::<Value>(&decode(inputs)).expect("is JSON"),
            code["inputs"]
        );
        let config: Value = serde_json::from_str(&decode(config)).expect("is JSON");
        assert_eq!(config["args"], code["args"]);
    }

    #[test]
    fn hostile_texts_stay_texts() {
        let mut package = package();
        package.about.title = "a](javascript:b) <script>`\n# c".to_owned();
        package.settings[0].description = "\"}&config=x#) ']".to_owned();
        let page = page(&package);
        assert!(
            page.starts_with("# Install a\\]\\(javascript:b\\) \\<script\\>\\` \\# c\n"),
            "{page}"
        );
        for line in page.lines().filter(|line| line.starts_with("- [")) {
            let (_, link) = line.split_once("](").expect("is a link");
            let link = link.strip_suffix(')').expect("ends");
            assert!(
                link.chars()
                    .all(|c| c.is_ascii_graphic() && !"()<>\"'[]".contains(c)),
                "{link}"
            );
        }
    }
}
