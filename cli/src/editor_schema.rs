//! The JSON Schema of `toolwright.toml`, by which editors complete keys and check values.
//!
//! The keys are the compiler's one list of settings. What type each has is found by asking the compiler to read values of
//! every type, and what it does is the help of the command-line option with its name, so nothing is listed here again.

use clap::CommandFactory as _;
use serde_json::{Map, Value, json};
use toolwright_codegen::{Client, SchemaFormat, Setting, Written};

use crate::args::{Args, option_of_setting};

/// Texts of which at least one is a value of each setting that is a text.
const TEXTS: [&str; 5] = ["openai", "a=b", "a=b=c", "a=read_only", "full"];

/// The JSON Schema (draft-07, which language servers for TOML understand) of `toolwright.toml`.
pub(crate) fn config_schema() -> Value {
    let settings = describe_settings();
    let mut server = settings.clone();
    let mut whole = settings;
    for table in [&mut server, &mut whole] {
        let spec = "The Swagger or OpenAPI file, relative to this file.";
        let out = "The file that `generate` writes and `check` compares, relative to this file.";
        table.insert(
            "spec".to_owned(),
            json!({"description": spec, "type": "string", "minLength": 1}),
        );
        table.insert(
            "out".to_owned(),
            json!({"description": out, "type": "string", "minLength": 1}),
        );
    }
    let servers = json!({
        "description": "Several servers, each with its spec. What stands before them is the default for all.",
        "type": "array",
        "minItems": 1,
        "items": {
            "type": "object",
            "properties": server,
            "required": ["spec"],
            "additionalProperties": false,
        },
    });
    whole.insert("server".to_owned(), servers);
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "toolwright.toml",
        "description": "Which specs become servers, and with which settings.",
        "type": "object",
        "properties": whole,
        "additionalProperties": false,
        "oneOf": [
            {"required": ["spec"], "not": {"required": ["server"]}},
            // A server has these, so that they cannot be a default for all.
            {"required": ["server"], "not": {"anyOf": [
                {"required": ["spec"]}, {"required": ["out"]}, {"required": ["name"]},
            ]}},
        ],
    })
}

fn describe_settings() -> Map<String, Value> {
    let command = Args::command();
    let generate = command.find_subcommand("generate");
    let describe = |name: &str| {
        let option = option_of_setting(name);
        let mut arguments = generate?.get_arguments();
        let argument = arguments.find(|argument| argument.get_long() == Some(option.as_str()))?;
        let help = argument.get_long_help().or(argument.get_help())?;
        Some(help.to_string())
    };
    let settings = Setting::NAMES.iter().map(|name| {
        let mut schema = describe_value(name);
        let help = match *name {
            // Its option says the opposite.
            "builtin_upstream" => Some(
                "Whether the mock responses of the built-in upstream are generated.".to_owned(),
            ),
            name => describe(name),
        };
        if let (Some(schema), Some(help)) = (schema.as_object_mut(), help) {
            schema.insert("description".to_owned(), Value::String(help));
        }
        ((*name).to_owned(), schema)
    });
    settings.collect()
}

/// The values of a setting: those that the compiler reads.
fn describe_value(name: &str) -> Value {
    if Setting::read(name, Written::Flag(true)).is_ok() {
        return json!({"type": "boolean"});
    }
    if Setting::read(name, Written::Number(1)).is_ok() {
        let is_from_one = Setting::read(name, Written::Number(0)).is_err();
        return json!({"type": "integer", "minimum": u8::from(is_from_one)});
    }
    let read_text = |text: &str| Setting::read(name, Written::Text(text.to_owned()));
    let mut read = TEXTS.iter().filter_map(|text| read_text(text).ok());
    let Some(setting) = read.next() else {
        return json!({"type": "array", "items": {"type": "string"}});
    };
    let text = match name {
        "client" => json!({"enum": Client::ALL.map(Client::name)}),
        "discovery_format" => json!({"enum": SchemaFormat::ALL.map(SchemaFormat::name)}),
        _ => json!({"type": "string"}),
    };
    match setting.is_repeatable() {
        true => json!({"anyOf": [text, {"type": "array", "items": text}]}),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use toolwright_codegen::normalize::x_mcp_schema;

    use super::*;

    #[test]
    fn every_setting_has_a_type_and_a_description() {
        for (name, schema) in describe_settings() {
            let has_type = ["type", "anyOf", "enum"]
                .iter()
                .any(|key| schema.get(key).is_some());
            assert!(has_type, "{name}: {schema}");
            let description = schema["description"].as_str().unwrap_or_default();
            assert!(description.len() > 10, "{name}: {schema}");
        }
    }

    /// `INSTA_UPDATE=always` writes them, as it does snapshots.
    #[test]
    fn the_schemas_of_the_guide_are_those_of_the_command() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schemas");
        for (file, schema) in [
            ("toolwright.json", config_schema()),
            ("x-mcp.json", x_mcp_schema()),
        ] {
            let (path, text) = (folder.join(file), format!("{schema:#}\n"));
            if std::env::var_os("INSTA_UPDATE").is_some_and(|value| value == "always") {
                fs::write(&path, &text).expect("can be written");
            }
            let found = fs::read_to_string(&path).expect("is there");
            assert!(
                found == text,
                "docs/schemas/{file} is not what `toolwright schema` prints; INSTA_UPDATE=always writes it"
            );
        }
    }
}
