//! What `--about` prints: a server's name, tools and settings as JSON, from which `toolwright package` makes manifests.
//!
//! Settings come from the table of variables that `--help` shows, with the meaning of the option if a variable is like one.
//! The form is versioned by its members: new ones may be added, and none changes its meaning.

use serde_json::{Map, Value, json};

use super::Failure;
use super::help::{help_text, option_meaning};
use super::options::DEFAULT_LISTEN;
use super::variable::{Group, Kind, Variable};
use super::variables;
use crate::server::Server;
use crate::tools::{IntoTools, Tools};

/// A server's name, tools and settings as JSON, which `--about` prints and `toolwright package` reads.
///
/// For programs with a command line of their own. [`run`](crate::run) has the option.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// let about: serde_json::Value = serde_json::from_str(&toolwright::describe_server(&pets::API)?)?;
/// assert_eq!(about["name"], "pets");
/// assert_eq!(about["settings"][0]["name"], "PETS_BASE_URL");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The server could not serve these tools: see [`Server::from_tools`]. Or a variable of the environment has a value that
/// its setting does not take.
pub fn describe_server(tools: impl IntoTools) -> Result<String, Failure> {
    let tools = tools.into_tools();
    let executors: Result<Vec<_>, _> = tools
        .apis()
        .map(|api| tools.executor_builder(api).build())
        .collect();
    let help = help_text(&tools, "", DEFAULT_LISTEN);
    let settings = describe_settings(&tools, &help);
    let api = tools.first_api();
    let server = Server::from_tools(tools, executors?)?;
    let listed: Vec<Value> = server
        .shown_names()
        .map(|(name, description)| json!({"name": name, "description": description}))
        .collect();
    let about = json!({
        "name": api.name,
        "title": api.title,
        "version": api.version,
        "description": api.description,
        "toolwright": env!("CARGO_PKG_VERSION"),
        "tools": listed,
        "settings": settings,
    });
    Ok(format!("{about:#}\n"))
}

/// The variables of all APIs, the server's own behind those of the first.
fn describe_settings(tools: &Tools, help: &str) -> Vec<Value> {
    let first = variables::first_variables(tools.first_api());
    let others = tools
        .apis()
        .filter(|api| !std::ptr::eq(*api, tools.first_api()));
    let all = first.chain(others.flat_map(variables::api_variables));
    all.map(|variable| describe_setting(&variable, help))
        .collect()
}

fn describe_setting(variable: &Variable, help: &str) -> Value {
    let mut setting = Map::new();
    setting.insert("name".to_owned(), variable.name.as_str().into());
    let description = describe_meaning(&variable.meaning, help);
    setting.insert("description".to_owned(), description.into());
    setting.insert("type".to_owned(), kind_name(variable.kind).into());
    setting.insert("group".to_owned(), group_name(variable.group).into());
    // Headers may contain credentials, although there is no variable with the path of a file for them.
    let is_secret = variable.is_secret || variable.name.ends_with("_HEADERS");
    setting.insert("secret".to_owned(), is_secret.into());
    setting.insert("required".to_owned(), variable.is_required.into());
    setting.insert("common".to_owned(), variable.is_common.into());
    if let Some(default) = &variable.default {
        setting.insert("default".to_owned(), default.as_str().into());
    }
    if !variable.choices.is_empty() {
        setting.insert("choices".to_owned(), variable.choices.as_slice().into());
    }
    setting.into()
}

/// The meaning with that of the option in the place of its name: "As --timeout" says nothing to somebody who has no command
/// line.
fn describe_meaning(meaning: &str, help: &str) -> String {
    let after_dashes = ["As --", "true: as --"]
        .iter()
        .find_map(|start| meaning.strip_prefix(start));
    let Some(named) = after_dashes else {
        return meaning.to_owned();
    };
    let is_of_name = |c: char| c.is_ascii_lowercase() || c == '-';
    let end = named.find(|c| !is_of_name(c)).unwrap_or(named.len());
    let (option, rest) = named.split_at(end);
    match option_meaning(help, option) {
        Some(text) => format!("{}{rest}", text.trim_end_matches("; can be repeated")),
        None => meaning.to_owned(),
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "string",
        Kind::Number => "number",
        Kind::Switch => "boolean",
        Kind::File => "file",
        Kind::Directory => "directory",
    }
}

fn group_name(group: Group) -> &'static str {
    match group {
        Group::Upstream => "upstream",
        Group::Credentials => "credentials",
        Group::Arguments => "arguments",
        Group::Calls => "calls",
        Group::Tools => "tools",
        Group::Server => "server",
        Group::Http => "http",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Api;
    use crate::request::Method;
    use crate::tool::Tool;

    static TOOLS: &[Tool] = &[Tool::new("ping", Method::Get, "/ping").title("Ping")];
    static API: Api = Api::new("pets").title("Pets").version("1").tools(TOOLS);

    fn about() -> Value {
        let text = describe_server(&API).expect("can be served");
        serde_json::from_str(&text).expect("is JSON")
    }

    fn setting(about: &Value, name: &str) -> Value {
        let mut settings = about["settings"].as_array().into_iter().flatten();
        settings
            .find(|one| one["name"] == name)
            .cloned()
            .unwrap_or_default()
    }

    #[test]
    fn names_tools_and_settings_are_there() {
        let about = about();
        assert_eq!(about["title"], "Pets");
        assert_eq!(
            about["tools"],
            json!([{"name": "ping", "description": "Ping"}])
        );
        assert_eq!(
            setting(&about, "PETS_BASE_URL"),
            json!({
                "name": "PETS_BASE_URL", "description": "Base URL of the upstream", "type": "string",
                "group": "upstream", "secret": false, "required": true, "common": true,
            })
        );
    }

    #[test]
    fn what_is_like_an_option_has_its_meaning() {
        let about = about();
        for (name, description) in [
            (
                "PETS_READ_ONLY",
                "Serve only the tools that change nothing (readOnlyHint)",
            ),
            (
                "PETS_HEADERS",
                "A header to send with every call, treated as secret, one on each line, or a JSON object",
            ),
            (
                "PETS_ONLY_TAGS",
                "Serve only tools with this tag; * and ? as above, separated by commas",
            ),
        ] {
            assert_eq!(setting(&about, name)["description"], description);
        }
        let settings = about["settings"].as_array().expect("is a list");
        for one in settings {
            let description = one["description"].as_str().unwrap_or_default();
            assert!(!description.contains("s --"), "{one}");
        }
        assert_eq!(setting(&about, "PETS_HEADERS")["secret"], true);
        assert_eq!(setting(&about, "PETS_ACCESS_TOKENS")["secret"], true);
    }
}
