//! How the tools changed between recorded versions: what the compiler has compared, for tools that are shown.

use std::collections::HashSet;

use serde_json::json;

use super::bridged_tools::BridgedTools;
use crate::api::Api;
use crate::bridge::{Bridge, RecordedChange, RecordedVersion};

/// What is said where nothing is recorded.
const HINT: &str = "no version is recorded: `toolwright record` does it, and the setting `history` of the compiler \
                    names the directory";

/// The recorded versions of a server's APIs.
pub(super) struct History {
    apis: Vec<&'static Api>,
    /// Tools that the server has and does not show: nothing is said of them.
    hidden: HashSet<&'static str>,
}

impl History {
    pub(super) fn new(apis: impl Iterator<Item = &'static Api>, tools: &BridgedTools) -> Self {
        let apis: Vec<_> = apis.collect();
        let names = apis.iter().flat_map(|api| api.tools).map(|tool| tool.name);
        Self {
            hidden: names
                .filter(|name| tools.find_tool(name).is_none())
                .collect(),
            apis,
        }
    }

    fn list_versions(&self) -> impl Iterator<Item = (&'static Api, &'static RecordedVersion)> {
        let apis = self.apis.iter();
        apis.flat_map(|api| recorded_versions(api).iter().map(|version| (*api, version)))
    }

    /// Whether a version had a tool that may be spoken of.
    pub(super) fn knows_tool(&self, tool: &str) -> bool {
        let mut versions = self.list_versions();
        !self.hidden.contains(tool)
            && versions.any(|(_, version)| find_schema(version, tool).is_some())
    }

    /// The versions that had a tool, and the one that removed it, as JSON.
    pub(super) fn describe_tool(&self, tool: &str) -> String {
        let apis = self.apis.iter();
        let described: Vec<String> = apis.flat_map(|api| describe_in(api, tool)).collect();
        let hint = match described.is_empty() {
            true => format!(",\"hint\":{}", json!(HINT)),
            false => String::new(),
        };
        format!(
            "{{\"tool_name\":{},\"versions\":[{}]{hint}}}",
            json!(tool),
            described.join(",")
        )
    }

    /// All versions, each with what changed, as JSON.
    pub(super) fn describe_all(&self) -> String {
        let versions = self.list_versions().map(|(api, version)| {
            let is_shown = |tool: &str| !self.hidden.contains(tool);
            let tools = version.tools.iter().filter(|(name, _)| is_shown(name));
            let changes = version.changes.iter();
            let shown: Vec<&RecordedChange> = changes
                .filter(|change| change.tools.iter().any(|tool| is_shown(tool)))
                .collect();
            let count = |class: &str| shown.iter().filter(|it| it.class == class).count();
            let changes = shown.iter().map(|change| {
                // A change of a shared definition concerns several tools, of which some may be
                // hidden.
                let tools: Vec<_> = change.tools.iter().filter(|it| is_shown(it)).collect();
                format!("{{\"tools\":{},{}", json!(tools), &change.text[1..])
            });
            format!(
                "{{\"api\":{},\"version\":{},\"recorded\":{},\"tools\":{},\"summary\":{},\"changes\":[{}]}}",
                json!(api.name),
                json!(version.version),
                write_time(version),
                tools.count(),
                json!({
                    "breaking": count("breaking"),
                    "additive": count("additive"),
                    "neutral": count("neutral"),
                }),
                changes.collect::<Vec<_>>().join(","),
            )
        });
        let versions: Vec<String> = versions.collect();
        let hint = match versions.is_empty() {
            true => format!(",\"hint\":{}", json!(HINT)),
            false => String::new(),
        };
        format!("{{\"versions\":[{}]{hint}}}", versions.join(","))
    }
}

fn recorded_versions(api: &Api) -> &'static [RecordedVersion] {
    api.bridge.map_or(&[], Bridge::history)
}

/// The versions of an API that had a tool, and the one that removed it, each as JSON.
fn describe_in(api: &Api, tool: &str) -> Vec<String> {
    let mut described = Vec::new();
    let mut was_there = false;
    for version in recorded_versions(api) {
        let schema = find_schema(version, tool);
        if was_there || schema.is_some() {
            described.push(describe_version(version, tool, was_there, schema));
        }
        was_there = schema.is_some();
    }
    described
}

/// What a version says of a tool that it has: its schema, unless that is as before.
fn find_schema(version: &RecordedVersion, tool: &str) -> Option<Option<&'static str>> {
    let mut tools = version.tools.iter();
    tools
        .find(|(name, _)| *name == tool)
        .map(|(_, schema)| *schema)
}

fn describe_version(
    version: &RecordedVersion,
    tool: &str,
    was_there: bool,
    schema: Option<Option<&'static str>>,
) -> String {
    let changes = version.changes.iter();
    let changes: Vec<_> = changes.filter(|it| it.tools.contains(&tool)).collect();
    let change = match (was_there, schema) {
        (false, _) => "added",
        (true, None) => "removed",
        (true, Some(_)) if changes.is_empty() => "unchanged",
        (true, Some(_)) => "changed",
    };
    let classes = ["breaking", "additive", "neutral"];
    let worst = classes
        .iter()
        .find(|class| changes.iter().any(|change| change.class == **class));
    let texts: Vec<_> = changes.iter().map(|change| change.text).collect();
    let schema = match schema.flatten() {
        Some(schema) => format!(",\"inputSchema\":{schema}"),
        None => String::new(),
    };
    format!(
        "{{\"version\":{},\"recorded\":{},\"change\":\"{change}\",\"class\":{},\"changes\":[{}]{schema}}}",
        json!(version.version),
        write_time(version),
        json!(worst),
        texts.join(","),
    )
}

/// When a version was recorded; null for the tools of now.
fn write_time(version: &RecordedVersion) -> String {
    let time = Some(version.recorded).filter(|time| !time.is_empty());
    json!(time).to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::document::Document;

    const fn api(bridge: &'static Bridge) -> Api {
        Api::new("api").version("1").bridge(Some(bridge))
    }

    static PETS_DOCUMENT: Document = Document::new(
        r#"{"fingerprint": "1", "bridge": {"history": [
            {"version": "1", "tools": {"list_pets": {}}}, {"version": "2", "tools": {"list_pets": null}}
        ]}}"#,
        "1",
    );
    static SHOPS_DOCUMENT: Document = Document::new(
        r#"{"fingerprint": "1", "bridge": {"history": [
            {"version": "1", "tools": {"list_shops": {}}}, {"version": "2", "tools": {}}
        ]}}"#,
        "1",
    );
    static PETS_BRIDGE: Bridge = Bridge::from_document(&PETS_DOCUMENT);
    static SHOPS_BRIDGE: Bridge = Bridge::from_document(&SHOPS_DOCUMENT);
    static PETS: Api = api(&PETS_BRIDGE);
    static SHOPS: Api = api(&SHOPS_BRIDGE);

    fn changes_of(tool: &str, apis: Vec<&'static Api>) -> Vec<String> {
        let history = History {
            apis,
            hidden: HashSet::new(),
        };
        let described: Value =
            serde_json::from_str(&history.describe_tool(tool)).expect("is valid JSON");
        let versions = described["versions"].as_array().expect("is a list");
        let changes = versions.iter().map(|version| version["change"].as_str());
        changes
            .map(|it| it.expect("is a text").to_owned())
            .collect()
    }

    #[test]
    fn a_tool_is_not_removed_by_the_versions_of_another_api() {
        for apis in [vec![&PETS, &SHOPS], vec![&SHOPS, &PETS]] {
            assert_eq!(
                changes_of("list_pets", apis.clone()),
                ["added", "unchanged"]
            );
            assert_eq!(changes_of("list_shops", apis), ["added", "removed"]);
        }
    }
}
