//! The tool that says how an endpoint is called.

use std::borrow::Cow;

use serde_json::{Map, json};
use toolwright_inspect::suggest::correct_path_slips;

use super::brief_answer::{read_input_schema, write_brief_answer};
use super::catalogue::{Catalogue, KnownEndpoint};
use super::catch_panic::catch_panic;
use super::schema_form::{ProviderDefaults, SchemaForm};
use super::schema_part::read_part;
use super::suggestions::suggest_endpoints;
use crate::discovery_table::SchemaFormat;
use crate::document::BrokenDocument;
use crate::file::AllowedSources;
use crate::outcome::Outcome;
use crate::tools::DiscoveryNames;
use crate::value::Json;

type Arguments = Map<String, Json>;

/// How many endpoints a call may ask for.
const MAX_ENDPOINTS: usize = 20;

const ENDPOINTS_ARGUMENT: &str = "endpoints";

/// The argument that asks for a part of the input schema. Like `endpoints`, it is not in the tool's own schema.
const POINTER_ARGUMENT: &str = "schema_pointer";

/// The arguments that say in which form endpoints are described.
const FORM_ARGUMENTS: [&str; 3] = ["format", "include_output", "max_tokens"];

/// Bytes of an answer above which it says how to ask for a part: what the compiler warns of, too.
const LARGE_ANSWER: usize = 64 * 1024;

/// What every answer begins with.
const OPENING: &str = "{\"success\":true,";

/// Why there is no answer.
#[derive(Debug)]
enum Refusal {
    /// All that is wrong with the arguments.
    Invalid(Vec<String>),
    NotFound {
        message: String,
        suggestions: Vec<Json>,
    },
    /// What is wrong with the pointer to a part.
    NoPart(String),
    /// The server is at fault, which is in its log.
    Broken,
}

/// What a call asks for.
struct RequestedEndpoint<'a> {
    tool: &'a str,
    method: &'static str,
    path: &'a str,
}

/// The answer to a call with these arguments.
pub(crate) fn answer_request(
    catalogue: &Catalogue,
    names: &DiscoveryNames,
    defaults: ProviderDefaults<'_>,
    arguments: &Arguments,
) -> Outcome {
    // A fault in the stored answers must not end the connection, over which other calls run.
    let provided = catch_panic(|| match arguments.get(ENDPOINTS_ARGUMENT) {
        // Models write `null` for an argument that they do not use.
        None | Some(Json::Null) => match answer_for_one(catalogue, names, defaults, arguments) {
            Ok(answer) => Outcome::success(answer),
            Err(refusal) => refusal.into_outcome(names),
        },
        Some(further) => answer_for_several(catalogue, names, defaults, arguments, further),
    });
    provided.unwrap_or_else(|fault| {
        log_fault(&fault, arguments);
        Refusal::Broken.into_outcome(names)
    })
}

/// The answer for the endpoint that the three arguments name, or the part of its schema that is asked for.
fn answer_for_one<'c>(
    catalogue: &'c Catalogue,
    names: &DiscoveryNames,
    defaults: ProviderDefaults<'_>,
    arguments: &Arguments,
) -> Result<Cow<'c, str>, Refusal> {
    let wanted = parse_request(catalogue, arguments).map_err(Refusal::Invalid)?;
    let form = SchemaForm::from_arguments(arguments, defaults);
    let form = form.map_err(Refusal::Invalid)?;
    let index = find_endpoint(catalogue, &wanted)?;
    match arguments.get(POINTER_ARGUMENT) {
        None | Some(Json::Null) => {}
        Some(Json::String(pointer)) => {
            let schema = read_input_schema(catalogue, defaults, index);
            let schema = schema.map_err(|error| {
                log_fault(&error, arguments);
                Refusal::Broken
            })?;
            let part = answer_with_part(&schema, &wanted, pointer)?;
            return Ok(Cow::Owned(part));
        }
        Some(_) => {
            let wrong = format!("{POINTER_ARGUMENT} must be a string, such as /properties/NAME");
            return Err(Refusal::Invalid(vec![wrong]));
        }
    }
    let answer = match form.format {
        SchemaFormat::Full => stored_answer(catalogue, names, index).map(with_help),
        SchemaFormat::Nested | SchemaFormat::Compact => {
            let answer = write_brief_answer(catalogue, names, defaults, index, form);
            answer.map(Cow::Owned)
        }
    };
    answer.map_err(|error| {
        log_fault(&error, arguments);
        Refusal::Broken
    })
}

/// The part of an endpoint's input schema that a pointer leads to.
fn answer_with_part(
    schema: &Json,
    wanted: &RequestedEndpoint<'_>,
    pointer: &str,
) -> Result<String, Refusal> {
    let part = read_part(schema, pointer).map_err(Refusal::NoPart)?;
    let answer = json!({
        "success": true,
        "tool_name": wanted.tool,
        POINTER_ARGUMENT: pointer,
        "schema": part,
    });
    Ok(answer.to_string())
}

/// A large answer begins with how to ask for a part, since its end may be lost to the limit on results.
fn with_help(answer: &str) -> Cow<'_, str> {
    let Some(rest) = answer.strip_prefix(OPENING) else {
        return Cow::Borrowed(answer);
    };
    if answer.len() <= LARGE_ANSWER {
        return Cow::Borrowed(answer);
    }
    let help = format!(
        "This answer is large. Call this tool again with {POINTER_ARGUMENT}, such as /properties/NAME, for \
         one part of the input schema."
    );
    Cow::Owned(format!("{OPENING}\"schema_help\":{},{rest}", json!(help)))
}

/// The answer for an endpoint, which names the tool that calls it.
fn stored_answer<'c>(
    catalogue: &'c Catalogue,
    names: &DiscoveryNames,
    index: usize,
) -> Result<&'c str, BrokenDocument> {
    let known = catalogue.endpoint_at(index);
    let known = known.ok_or_else(|| BrokenDocument::new("discovery"))?;
    catalogue.provider_answer(index, names.executor_for(known.is_read_only()))
}

/// The answer for the endpoint of that tool, method and path, or the refusal as JSON.
pub(super) fn answer_text<'c>(
    catalogue: &'c Catalogue,
    names: &DiscoveryNames,
    [tool, method, path]: [&str; 3],
) -> Result<&'c str, String> {
    let method = catalogue.find_method(method);
    let found = method.and_then(|method| {
        find_endpoint(catalogue, &RequestedEndpoint { tool, method, path }).ok()
    });
    let kept = found.and_then(|index| stored_answer(catalogue, names, index).ok());
    kept.ok_or_else(|| {
        let asked = json!({"tool_name": tool, "method": method, "endpoint_path": path});
        let asked = asked.as_object().cloned().unwrap_or_default();
        let defaults = ProviderDefaults {
            format: SchemaFormat::Full,
            has_executor: true,
            max_result_bytes: usize::MAX,
            sources_of: &|_| AllowedSources::none(),
        };
        answer_request(catalogue, names, defaults, &asked).text
    })
}

/// An answer for each endpoint, the one that the three arguments name first.
fn answer_for_several(
    catalogue: &Catalogue,
    names: &DiscoveryNames,
    defaults: ProviderDefaults<'_>,
    arguments: &Arguments,
    further: &Json,
) -> Outcome {
    let of_one = ["tool_name", "method", "endpoint_path"];
    let first = of_one.iter().any(|name| arguments.contains_key(*name));
    let first = first.then_some(arguments);
    let listed = further
        .as_array()
        .filter(|list| list.len() <= MAX_ENDPOINTS);
    let listed = listed.filter(|list| list.iter().all(Json::is_object));
    let Some(listed) = listed else {
        let message = format!(
            "{ENDPOINTS_ARGUMENT} must be a list of at most {MAX_ENDPOINTS} objects with tool_name, method and \
             endpoint_path"
        );
        return Refusal::Invalid(vec![message]).into_outcome(names);
    };
    let listed = listed.iter().filter_map(Json::as_object);
    let listed = listed.map(|asked| with_shared_form(asked, arguments));
    let mut answers = Vec::new();
    let mut found = 0;
    for asked in first.cloned().into_iter().chain(listed) {
        match answer_for_one(catalogue, names, defaults, &asked) {
            Ok(answer) => {
                found += 1;
                answers.push(answer.into_owned());
            }
            Err(refusal) => answers.push(refusal.into_json(names).to_string()),
        }
    }
    let is_success = found > 0 || answers.is_empty();
    let text = format!(
        "{{\"success\":{is_success},\"{ENDPOINTS_ARGUMENT}\":[{}]}}",
        answers.join(",")
    );
    match is_success {
        true => Outcome::success(text),
        false => Outcome::failure(text),
    }
}

/// What is asked for an endpoint of a list, in the form that is asked for the list unless the item has its own.
fn with_shared_form(asked: &Arguments, arguments: &Arguments) -> Arguments {
    let mut asked = asked.clone();
    for name in FORM_ARGUMENTS {
        if let Some(value) = arguments.get(name) {
            asked.entry(name).or_insert_with(|| value.clone());
        }
    }
    asked
}

/// What the arguments ask for, or all that is wrong with them.
fn parse_request<'a>(
    catalogue: &Catalogue,
    arguments: &'a Arguments,
) -> Result<RequestedEndpoint<'a>, Vec<String>> {
    let text = |name: &str| {
        let text = arguments.get(name)?.as_str()?.trim();
        (!text.is_empty()).then_some(text)
    };
    let method = arguments.get("method").and_then(Json::as_str);
    let method = method.and_then(|method| catalogue.find_method(method));
    let (tool, path) = (text("tool_name"), text("endpoint_path"));
    if let (Some(tool), Some(method), Some(path)) = (tool, method, path)
        && path.starts_with('/')
    {
        return Ok(RequestedEndpoint { tool, method, path });
    }
    let mut wrong = Vec::new();
    if tool.is_none() {
        wrong.push("tool_name is required and must be a string".to_owned());
    }
    if method.is_none() {
        let methods = catalogue.methods().join(", ");
        wrong.push(format!("method must be one of: {methods}"));
    }
    match path {
        None => wrong.push("endpoint_path is required and must be a string".to_owned()),
        Some(path) if !path.starts_with('/') => {
            wrong.push("endpoint_path must start with '/'".to_owned());
        }
        Some(_) => {}
    }
    Err(wrong)
}

fn find_endpoint(catalogue: &Catalogue, wanted: &RequestedEndpoint<'_>) -> Result<usize, Refusal> {
    let RequestedEndpoint { tool, method, path } = *wanted;
    let named = catalogue.find_by_tool(tool);
    let is_it = |index: &usize| {
        let known = catalogue.endpoint_at(*index);
        known.is_some_and(|known| known.method() == method && known.path() == path)
    };
    let found = named
        .filter(is_it)
        .or_else(|| find_despite_slips(catalogue, wanted));
    found.ok_or_else(|| Refusal::NotFound {
        message: format!("No endpoint found matching: {method} {path} ({tool})"),
        suggestions: suggest_endpoints(catalogue, tool, method, path),
    })
}

/// The only endpoint that differs in nothing but case and slashes.
fn find_despite_slips(catalogue: &Catalogue, wanted: &RequestedEndpoint<'_>) -> Option<usize> {
    let RequestedEndpoint { tool, method, path } = *wanted;
    let is_it = |known: &KnownEndpoint| {
        known.method() == method
            && known.name().eq_ignore_ascii_case(tool)
            && correct_path_slips(known.path(), path).as_deref() == Some(known.path())
    };
    let endpoints = catalogue.endpoints().iter().enumerate();
    let mut alike = endpoints.filter(|(_, known)| is_it(known));
    let (only, _) = alike.next()?;
    alike.next().is_none().then_some(only)
}

#[cold]
fn log_fault(fault: &dyn std::fmt::Debug, arguments: &Arguments) {
    let arguments = Json::Object(arguments.clone()).to_string();
    tracing::error!(?fault, arguments, "the schema provider has failed");
}

impl Refusal {
    fn into_outcome(self, names: &DiscoveryNames) -> Outcome {
        Outcome::failure(self.into_json(names).to_string())
    }

    fn into_json(self, names: &DiscoveryNames) -> Json {
        match self {
            Self::Invalid(wrong) => json!({
                "success": false,
                "error": "Invalid input",
                "message": "Input validation failed",
                "validation_errors": wrong,
                "suggestion": "Please check the required parameters and try again",
            }),
            Self::NotFound {
                message,
                suggestions,
            } => json!({
                "success": false,
                "error": "Endpoint not found",
                "message": message,
                "suggestions": suggestions,
                "help": format!("Use {} to see all available endpoints", names.lister),
            }),
            Self::NoPart(why) => json!({
                "success": false,
                "error": "Schema part not found",
                "message": why,
                "help": format!(
                    "{POINTER_ARGUMENT} is a JSON pointer into the input schema, such as /properties/NAME"
                ),
            }),
            Self::Broken => json!({
                "success": false,
                "error": "Schema retrieval failed",
                "message": "Unable to retrieve endpoint schema and instructions",
                "suggestion": "Please verify the endpoint details and try again",
            }),
        }
    }
}
