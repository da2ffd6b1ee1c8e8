use std::error::Error;
use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use serde_json::{Map, Value};
use toolwright::inspection::ToolNotFound;
use toolwright_codegen::{Compiled, Setting};

use super::CommandResult;
use crate::args::{CallArgs, CallFormat, UsageError, only, targets};
use crate::dependency::Toolwright;
use crate::run;

pub(crate) fn call(args: &CallArgs) -> CommandResult {
    let arguments = arguments(&args.arguments)?;
    let target = only(targets(
        Some(&args.spec),
        &args.config,
        &args.options.settings(),
    )?)?;
    let toolwright = Toolwright::of(&args.run.toolwright)?;
    let compiled = run::compile(&target)?;
    let has_discovery = target.settings.contains(&Setting::Discovery(true));
    if !(has_discovery && is_of_discovery(&args.tool)) {
        reject_unknown_tool(&compiled, &args.tool)?;
    }
    let server = run::build(&compiled, &toolwright)?;
    let mut options = args.run.upstream.options();
    options.extend(args.server_options.iter().cloned());
    let result = run::call(&server, &options, &args.tool, arguments)?;
    let text = match args.format {
        CallFormat::Text => text(&result),
        CallFormat::Json => format!("{result:#}\n"),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    let is_error = result["isError"] == true;
    Ok(ExitCode::from(u8::from(is_error)))
}

/// Building a server takes a minute; a tool that it does not have is known before.
fn reject_unknown_tool(compiled: &Compiled, name: &str) -> Result<(), ToolNotFound> {
    let api = compiled.api();
    let names = || {
        api.operations
            .iter()
            .map(|operation| operation.tool.as_str())
    };
    match names().any(|tool| tool == name) {
        true => Ok(()),
        false => Err(ToolNotFound::new(name, Some(&api.name), names())),
    }
}

/// Whether a name is one of the tools of discovery, which a server may list in the place of its own.
fn is_of_discovery(name: &str) -> bool {
    let ends = ["_endpoint_lister", "_schema_provider", "_endpoint_executor"];
    ends.into_iter().any(|end| name.ends_with(end)) || name.ends_with("_reader")
}

fn arguments(given: &str) -> Result<Map<String, Value>, Box<dyn Error>> {
    let mut piped = String::new();
    let text = match given {
        "-" => {
            std::io::stdin().read_to_string(&mut piped)?;
            &piped
        }
        text => text,
    };
    Ok(serde_json::from_str(text).map_err(|error| UsageError::Arguments(error.to_string()))?)
}

/// The content of a result, a block after the other; what is no text is named.
fn text(result: &Value) -> String {
    let blocks = result["content"].as_array().map_or(&[][..], Vec::as_slice);
    let mut text = String::new();
    for block in blocks {
        match (&block["text"], block.pointer("/resource/text")) {
            (Value::String(own), _) | (_, Some(Value::String(own))) => text.push_str(own),
            _ => {
                let kind = block["type"].as_str().unwrap_or("content");
                let media_type = block
                    .get("mimeType")
                    .or_else(|| block.pointer("/resource/mimeType"));
                let media_type = media_type
                    .and_then(Value::as_str)
                    .unwrap_or("of unknown type");
                text.push_str(&format!(
                    "[{kind}, {media_type}: use --format json to see it]"
                ));
            }
        }
        text.push('\n');
    }
    text
}
