//! `call`: compiles a spec, builds its server in the cache, calls one tool over stdio and prints
//! the result. The exit code says whether the tool reported an error. It does not know how a server
//! runs a call.

use std::error::Error;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Map, Value};
use toolwright::inspection::ToolNotFound;
use toolwright_codegen::{Compiled, Setting};

use super::CommandResult;
use crate::args::{CallArgs, CallFormat, UsageError, only_target, resolve_targets};
use crate::dependency::Toolwright;
use crate::run::{self, CallFailure};
use crate::scaffold::variable_prefix;
use crate::unfiled_spec::STANDARD_INPUT;

pub(crate) fn call_tool(args: &CallArgs) -> CommandResult {
    if args.arguments == STANDARD_INPUT && args.spec == Path::new(STANDARD_INPUT) {
        return Err(UsageError::InputTwice.into());
    }
    let arguments = parse_arguments(&args.arguments)?;
    let target = only_target(resolve_targets(
        Some(&args.spec),
        &args.config,
        &args.options.to_settings(),
    )?)?;
    let toolwright = Toolwright::locate_for_run(&args.run.toolwright)?;
    let compiled = run::compile_target(&target)?;
    // The three tools of discovery are not operations of the spec, so the compiler does not list
    // them. Only the server can say whether their name is right.
    let has_discovery = target.settings.contains(&Setting::Discovery(true));
    if !(has_discovery && is_discovery_tool(&args.tool)) {
        reject_unknown_tool(&compiled, &args.tool)?;
    }
    let server = run::build_server(&compiled, &toolwright)?;
    let mut options = args.run.upstream.to_server_options();
    options.extend(args.server_options.iter().cloned());
    let server = run::server_command(
        &server,
        run::ServerCaller::Call(&args.tool),
        Some(&args.spec),
    );
    if args.asks_for_help() {
        return run::become_server(server, &options);
    }
    let result =
        run::call_tool(server, &options, &args.tool, arguments).map_err(explain_failure)?;
    let text = match args.format {
        CallFormat::Text => format_content(&result),
        CallFormat::Json => format!("{result:#}\n"),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    if !args.has_upstream() && is_about_base_url(&result, &compiled.api().name) {
        eprintln!(
            "help: without the API behind it, try the tool with --builtin-upstream, which responds with the spec's examples; \
             --base-url URL sends the call elsewhere"
        );
    }
    // A missing `isError` means success: MCP makes the property optional, with `false` as its
    // default.
    let is_error = result["isError"] == true;
    Ok(ExitCode::from(u8::from(is_error)))
}

/// Wrong options of the server are wrong usage of the command that passed them on.
fn explain_failure(failure: CallFailure) -> Box<dyn Error> {
    match failure {
        CallFailure::Options => UsageError::ServerOptions.into(),
        failure => failure.into(),
    }
}

/// Whether a call failed because the API was not reached: errors that concern its address name the variable that sets it.
fn is_about_base_url(result: &Value, server: &str) -> bool {
    let variable = format!("{}_BASE_URL", variable_prefix(server));
    result["isError"] == true && format_content(result).contains(&variable)
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
fn is_discovery_tool(name: &str) -> bool {
    // The prefix is not compared: it may be a setting, and a wrong one costs a build and an error.
    let ends = ["_endpoint_lister", "_schema_provider", "_endpoint_executor"];
    ends.into_iter().any(|end| name.ends_with(end)) || name.ends_with("_reader")
}

fn parse_arguments(given: &str) -> Result<Map<String, Value>, Box<dyn Error>> {
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
fn format_content(result: &Value) -> String {
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
