//! What a server says about itself with `--about`: its name, tools and settings. All manifests of packages are made from it.
//!
//! It comes from a binary that runs on this machine, or from a file. Texts are those of a spec, and are shortened and
//! cleaned where they are used.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use thiserror::Error;
use tokio::io::AsyncReadExt as _;
use tokio::process::Command;

/// What packages say about a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct About {
    /// In snake_case; clients call the server by it.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) tools: Vec<ToolName>,
    pub(crate) settings: Vec<Setting>,
}

/// A tool as a manifest lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolName {
    pub(crate) name: String,
    pub(crate) description: String,
}

/// A setting of the server, which is an environment variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) variable: String,
    pub(crate) description: String,
    pub(crate) kind: SettingKind,
    pub(crate) is_secret: bool,
    pub(crate) is_required: bool,
    /// Whether people who only use the server may have to set it.
    pub(crate) is_common: bool,
    pub(crate) default: Option<String>,
    pub(crate) choices: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SettingKind {
    Text,
    Number,
    Switch,
    File,
    Directory,
}

#[derive(Debug, Error)]
pub(crate) enum AboutError {
    #[error("cannot run {} --about: {error}", binary.display())]
    Start {
        binary: PathBuf,
        error: std::io::Error,
    },
    #[error(
        "{} --about failed{said}\n  help: the server must be built with toolwright {} or newer; for a binary that does not \
         run here, save the output of its --about on another machine, and pass it with --about FILE",
        binary.display(), env!("CARGO_PKG_VERSION")
    )]
    Failed { binary: PathBuf, said: String },
    #[error("{} --about has not ended within {} s", .0.display(), PATIENCE.as_secs())]
    Slow(PathBuf),
    #[error("{} is not the output of a server's --about: {why}", .path.display())]
    Odd { path: PathBuf, why: String },
}

/// How long a server may take to say what it is.
const PATIENCE: Duration = Duration::from_secs(60);

/// Bytes of the longest output. The largest public spec has 700 KB of names and descriptions.
pub(crate) const MAX_BYTES: u64 = 32 * 1024 * 1024;

/// A server of many APIs has some dozens for each. Those that are asked for are in every install link.
const MOST_SETTINGS: usize = 10_000;

/// What a system needs to start a program. Other variables could change what the server says of itself.
const KEPT_VARIABLES: [&str; 6] = [
    "PATH",
    "HOME",
    "SystemRoot",
    "TEMP",
    "TMP",
    "LD_LIBRARY_PATH",
];

impl About {
    /// Asks a binary that runs on this machine.
    pub(crate) fn from_binary(binary: &Path) -> Result<Self, AboutError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let asked = runtime.and_then(|runtime| {
            runtime.block_on(async {
                match tokio::time::timeout(PATIENCE, run_about(binary)).await {
                    Ok(output) => output.map(Some),
                    Err(_) => Ok(None),
                }
            })
        });
        let asked = asked.map_err(|error| AboutError::Start {
            binary: binary.to_owned(),
            error,
        })?;
        let output = asked.ok_or_else(|| AboutError::Slow(binary.to_owned()))?;
        if !output.has_succeeded {
            let said = String::from_utf8_lossy(&output.stderr);
            let said: String = said.trim().chars().take(1000).collect();
            let said = match said.is_empty() {
                true => String::new(),
                false => format!(": {}", crate::terminal::escape_text(&said)),
            };
            return Err(AboutError::Failed {
                binary: binary.to_owned(),
                said,
            });
        }
        Self::from_json(binary, &output.stdout)
    }

    /// Reads what a binary has said before; `path` is for errors.
    pub(crate) fn from_json(path: &Path, json: &[u8]) -> Result<Self, AboutError> {
        let odd = |why: String| AboutError::Odd {
            path: path.to_owned(),
            why,
        };
        if json.len() as u64 > MAX_BYTES {
            return Err(odd(format!("it is longer than {MAX_BYTES} bytes")));
        }
        let about: Value = serde_json::from_slice(json).map_err(|error| odd(error.to_string()))?;
        let text = |member: &str| {
            let text = about[member].as_str();
            text.map(str::to_owned)
                .ok_or_else(|| odd(format!("it has no text `{member}`")))
        };
        let list = |member: &str| {
            let list = about[member].as_array();
            list.ok_or_else(|| odd(format!("it has no list `{member}`")))
        };
        let settings = list("settings")?.iter();
        if settings.len() > MOST_SETTINGS {
            return Err(odd(format!("it has more than {MOST_SETTINGS} settings")));
        }
        let settings: Result<_, _> = settings.map(read_setting).collect();
        let about = Self {
            name: text("name")?,
            title: text("title")?,
            description: text("description")?,
            tools: list("tools")?.iter().map(read_tool).collect(),
            settings: settings.map_err(odd)?,
        };
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        match !about.name.is_empty()
            && about.name.len() <= 100
            && about.name.chars().all(is_of_name)
        {
            true => Ok(about),
            false => Err(odd(format!(
                "`{}` is not the name of a server",
                crate::terminal::escape_text(&about.name)
            ))),
        }
    }
}

struct AboutOutput {
    has_succeeded: bool,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

async fn run_about(binary: &Path) -> std::io::Result<AboutOutput> {
    // Without a directory, a system looks for the program in `PATH`.
    let program = std::path::absolute(binary)?;
    let mut command = Command::new(program);
    command.arg("--about").env_clear();
    for name in KEPT_VARIABLES {
        if let Some(value) = std::env::var_os(OsStr::new(name)) {
            command.env(name, value);
        }
    }
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (stdout, stderr) = tokio::join!(read_stream(stdout), read_stream(stderr));
    Ok(AboutOutput {
        stdout: stdout?,
        stderr: stderr?,
        has_succeeded: child.wait().await?.success(),
    })
}

async fn read_stream(
    stream: Option<impl tokio::io::AsyncRead + Unpin>,
) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(stream) = stream {
        // One byte more than is allowed, so that what is too long is noticed.
        stream.take(MAX_BYTES + 1).read_to_end(&mut bytes).await?;
    }
    Ok(bytes)
}

fn read_tool(tool: &Value) -> ToolName {
    let text = |member: &str| tool[member].as_str().unwrap_or_default().to_owned();
    ToolName {
        name: text("name"),
        description: text("description"),
    }
}

fn read_setting(setting: &Value) -> Result<Setting, String> {
    let variable = setting["name"].as_str().unwrap_or_default();
    let mut characters = variable.chars();
    let starts_well = characters
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let is_of_variable = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !starts_well || !characters.all(is_of_variable) {
        let name = crate::terminal::escape_text(variable);
        return Err(format!("`{name}` is not the name of a variable"));
    }
    let kind = match setting["type"].as_str() {
        Some("number") => SettingKind::Number,
        Some("boolean") => SettingKind::Switch,
        Some("file") => SettingKind::File,
        Some("directory") => SettingKind::Directory,
        // A kind of a newer server is a text like all values.
        _ => SettingKind::Text,
    };
    let choices = setting["choices"].as_array().into_iter().flatten();
    Ok(Setting {
        variable: variable.to_owned(),
        description: setting["description"]
            .as_str()
            .unwrap_or_default()
            .to_owned(),
        kind,
        // A member that is missing must not publish a secret.
        is_secret: setting["secret"] != false,
        is_required: setting["required"] == true,
        is_common: setting["common"] == true,
        default: setting["default"].as_str().map(str::to_owned),
        choices: choices
            .filter_map(|choice| Some(choice.as_str()?.to_owned()))
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(about: &Value) -> Result<About, String> {
        let text = about.to_string();
        About::from_json(Path::new("about.json"), text.as_bytes())
            .map_err(|error| error.to_string())
    }

    fn with_settings(settings: Value) -> Value {
        json!({"name": "pets", "title": "Pets", "description": "", "tools": [{"name": "ping"}], "settings": settings})
    }

    #[test]
    fn settings_are_secret_unless_they_say_otherwise() {
        let about = read(&with_settings(json!([
            {"name": "PETS_KEY", "secret": true, "required": true, "common": true},
            {"name": "PETS_MODE", "secret": false, "type": "new", "choices": ["a", 1], "default": "a"},
            {"name": "PETS_ON", "type": "boolean"},
        ])))
        .expect("is right");
        let flags = about
            .settings
            .iter()
            .map(|one| (one.is_secret, one.is_required, one.is_common));
        assert_eq!(
            flags.collect::<Vec<_>>(),
            [
                (true, true, true),
                (false, false, false),
                (true, false, false)
            ]
        );
        assert_eq!(about.settings[1].kind, SettingKind::Text);
        assert_eq!(about.settings[1].choices, ["a"]);
        assert_eq!(about.settings[2].kind, SettingKind::Switch);
    }

    #[test]
    fn what_no_server_says_is_rejected() {
        let no_list = json!({"name": "pets", "title": "", "description": "", "tools": []});
        for (about, expected) in [
            (json!(1), "it has no list `settings`"),
            (no_list, "it has no list `settings`"),
            (
                with_settings(json!([{"name": "A-B"}])),
                "`A-B` is not the name of a variable",
            ),
            (
                with_settings(json!([{"name": "1A"}])),
                "`1A` is not the name of a variable",
            ),
            (
                with_settings(json!([{}])),
                "`` is not the name of a variable",
            ),
            (
                json!({"name": "a/../b", "title": "", "description": "", "tools": [], "settings": []}),
                "`a/../b` is not the name of a server",
            ),
        ] {
            let error = read(&about).expect_err("is wrong");
            assert!(error.ends_with(expected), "{error}");
        }
        assert!(About::from_json(Path::new("a"), b"{").is_err());
    }
}
