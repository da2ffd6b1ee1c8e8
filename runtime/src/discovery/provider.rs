//! The tool that says how an endpoint is called.

use std::borrow::Cow;

use serde_json::{Map, json};

use super::answer::Broken;
use super::catalogue::Catalogue;
use super::caught::caught;
use super::names::Names;
use super::part::{PartError, read_part};
use super::suggestions::suggestions;
use crate::outcome::Outcome;
use crate::value::Json;

type Arguments = Map<String, Json>;

/// How many endpoints a call may ask for.
const MOST: usize = 20;

const SEVERAL: &str = "endpoints";

/// The argument that asks for a part of the input schema. Like `endpoints`, it is not in the tool's own schema.
const POINTER: &str = "schema_pointer";

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
struct Wanted<'a> {
    tool: &'a str,
    method: &'static str,
    path: &'a str,
}

/// The answer to a call with these arguments.
pub(crate) fn provide(catalogue: &Catalogue, names: &Names, arguments: &Arguments) -> Outcome {
    let provided = caught(|| match arguments.get(SEVERAL) {
        None | Some(Json::Null) => match one(catalogue, names, arguments) {
            Ok(answer) => Outcome::success(answer),
            Err(refusal) => refusal.outcome(names),
        },
        Some(further) => several(catalogue, names, arguments, further),
    });
    provided.unwrap_or_else(|fault| {
        broken(&fault, arguments);
        Refusal::Broken.outcome(names)
    })
}

/// The answer for the endpoint that the three arguments name, or the part of its schema that is asked for.
fn one<'c>(
    catalogue: &'c Catalogue,
    names: &Names,
    arguments: &Arguments,
) -> Result<Cow<'c, str>, Refusal> {
    let wanted = wanted(catalogue, arguments).map_err(Refusal::Invalid)?;
    let index = find(catalogue, &wanted)?;
    match arguments.get(POINTER) {
        None | Some(Json::Null) => {}
        Some(Json::String(pointer)) => {
            let part = answer_with_part(catalogue, index, &wanted, pointer, arguments)?;
            return Ok(Cow::Owned(part));
        }
        Some(_) => {
            let wrong = format!("{POINTER} must be a string, such as /properties/NAME");
            return Err(Refusal::Invalid(vec![wrong]));
        }
    }
    let answer = answer_of(catalogue, names, index).map_err(|error| {
        broken(&error, arguments);
        Refusal::Broken
    })?;
    Ok(with_help(answer))
}

/// The part of an endpoint's input schema that a pointer leads to.
fn answer_with_part(
    catalogue: &Catalogue,
    index: usize,
    wanted: &Wanted<'_>,
    pointer: &str,
    arguments: &Arguments,
) -> Result<String, Refusal> {
    let schema = catalogue.input_schema(index).map_err(|error| {
        broken(&error, arguments);
        Refusal::Broken
    })?;
    let part = read_part(&schema, pointer).map_err(|error| match error {
        PartError::Pointer(why) => Refusal::NoPart(why),
        PartError::Unreadable(error) => {
            broken(&error, arguments);
            Refusal::Broken
        }
    })?;
    let answer = json!({
        "success": true,
        "tool_name": wanted.tool,
        POINTER: pointer,
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
        "This answer is large. Call this tool again with {POINTER}, such as /properties/NAME, for \
         one part of the input schema."
    );
    Cow::Owned(format!("{OPENING}\"schema_help\":{},{rest}", json!(help)))
}

/// The answer for an endpoint, which names the tool that calls it.
fn answer_of<'c>(catalogue: &'c Catalogue, names: &Names, index: usize) -> Result<&'c str, Broken> {
    let known = catalogue.get(index).ok_or(Broken)?;
    catalogue.answer(index, names.runner(known))
}

/// The answer for the endpoint of that tool, method and path, or the refusal as JSON.
pub(super) fn answer<'c>(
    catalogue: &'c Catalogue,
    names: &Names,
    [tool, method, path]: [&str; 3],
) -> Result<&'c str, String> {
    let method = catalogue.method(method);
    let found = method.and_then(|method| find(catalogue, &Wanted { tool, method, path }).ok());
    let kept = found.and_then(|index| answer_of(catalogue, names, index).ok());
    kept.ok_or_else(|| {
        let asked = json!({"tool_name": tool, "method": method, "endpoint_path": path});
        let asked = asked.as_object().cloned().unwrap_or_default();
        provide(catalogue, names, &asked).text
    })
}

/// An answer for each endpoint, the one that the three arguments name first.
fn several(catalogue: &Catalogue, names: &Names, arguments: &Arguments, further: &Json) -> Outcome {
    let of_one = ["tool_name", "method", "endpoint_path"];
    let first = of_one.iter().any(|name| arguments.contains_key(*name));
    let first = first.then_some(arguments);
    let listed = further.as_array().filter(|list| list.len() <= MOST);
    let listed = listed.filter(|list| list.iter().all(Json::is_object));
    let Some(listed) = listed else {
        let message = format!(
            "{SEVERAL} must be a list of at most {MOST} objects with tool_name, method and \
             endpoint_path"
        );
        return Refusal::Invalid(vec![message]).outcome(names);
    };
    let mut answers = Vec::new();
    let mut found = 0;
    for asked in first
        .into_iter()
        .chain(listed.iter().filter_map(Json::as_object))
    {
        match one(catalogue, names, asked) {
            Ok(answer) => {
                found += 1;
                answers.push(answer.into_owned());
            }
            Err(refusal) => answers.push(refusal.object(names).to_string()),
        }
    }
    let is_success = found > 0 || answers.is_empty();
    let text = format!(
        "{{\"success\":{is_success},\"{SEVERAL}\":[{}]}}",
        answers.join(",")
    );
    match is_success {
        true => Outcome::success(text),
        false => Outcome::failure(text),
    }
}

/// What the arguments ask for, or all that is wrong with them.
fn wanted<'a>(catalogue: &Catalogue, arguments: &'a Arguments) -> Result<Wanted<'a>, Vec<String>> {
    let text = |name: &str| {
        let text = arguments.get(name)?.as_str()?.trim();
        (!text.is_empty()).then_some(text)
    };
    let method = arguments.get("method").and_then(Json::as_str);
    let method = method.and_then(|method| catalogue.method(method));
    let (tool, path) = (text("tool_name"), text("endpoint_path"));
    if let (Some(tool), Some(method), Some(path)) = (tool, method, path)
        && path.starts_with('/')
    {
        return Ok(Wanted { tool, method, path });
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

fn find(catalogue: &Catalogue, wanted: &Wanted<'_>) -> Result<usize, Refusal> {
    let Wanted { tool, method, path } = *wanted;
    let named = catalogue.named(tool);
    let is_it = |index: &usize| {
        let known = catalogue.get(*index);
        known.is_some_and(|known| known.method() == method && known.path() == path)
    };
    named.filter(is_it).ok_or_else(|| Refusal::NotFound {
        message: format!("No endpoint found matching: {method} {path} ({tool})"),
        suggestions: suggestions(catalogue, tool, method, path),
    })
}

#[cold]
fn broken(fault: &dyn std::fmt::Debug, arguments: &Arguments) {
    let arguments = Json::Object(arguments.clone()).to_string();
    tracing::error!(?fault, arguments, "the schema provider has failed");
}

impl Refusal {
    fn outcome(self, names: &Names) -> Outcome {
        Outcome::failure(self.object(names).to_string())
    }

    fn object(self, names: &Names) -> Json {
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
                    "{POINTER} is a JSON pointer into the input schema, such as /properties/NAME"
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
