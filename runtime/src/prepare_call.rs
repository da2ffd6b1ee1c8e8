//! The steps of a tool call that every caller shares: apply presets, validate arguments, read files, decode
//! arguments into the request struct, and encode that as an HTTP request. It takes arguments as JSON and gives a
//! request or the violations. It knows nothing of MCP.

use crate::call_options::CallOptions;
#[cfg(feature = "client")]
use crate::context::CallContext;
#[cfg(feature = "client")]
use crate::http::HttpExecutor;
#[cfg(feature = "client")]
use crate::outcome::Outcome;
use crate::preset;
use crate::request::{HttpRequest, ResponseOptions};
use crate::schema::{Quoting, Schema, check_arguments};
use crate::tool::Tool;
use crate::value::{Cursor, Fields, Json, Violation};

/// How strictly arguments are validated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Validation {
    /// Against the whole schema.
    FullSchema,
    /// Only against what the request's Rust types can hold.
    #[cfg(feature = "discovery")]
    TypesOnly,
}

/// The schema that arguments are validated against, and how strictly.
#[derive(Clone, Copy)]
pub(crate) struct ArgumentCheck {
    pub(crate) schema: &'static Schema,
    pub(crate) validation: Validation,
}

/// The upstream request of a call: its arguments validated, decoded and encoded again. A file is
/// not read from anywhere: a path or URI is an error, and so is an argument that comes from the
/// environment, which is an executor's to read.
///
/// # Errors
///
/// Everything that is wrong with the arguments.
///
/// ```
/// mod pets {
///     toolwright::tools!("tests/doc/pets.yaml");
/// }
///
/// # let arguments = |value: serde_json::Value| value.as_object().cloned().unwrap_or_default();
/// let tool = pets::API.tool("list_pets").ok_or("there is such a tool")?;
/// let request = toolwright::prepare(tool, arguments(serde_json::json!({"limit": 10})));
/// assert_eq!(request.map(|it| it.query_string().to_owned()).as_deref(), Ok("limit=10"));
///
/// let wrong = toolwright::prepare(tool, arguments(serde_json::json!({"limit": 500}))).err();
/// let wrong = wrong.ok_or("that is too many")?;
/// assert_eq!(wrong[0].to_string(), "/limit: 500 is greater than the maximum of 100");
/// # Ok::<(), &str>(())
/// ```
pub fn prepare(
    tool: &'static Tool,
    mut arguments: serde_json::Map<String, Json>,
) -> Result<HttpRequest, Vec<Violation>> {
    validate_with_presets(
        &tool.call,
        ArgumentCheck {
            schema: tool.input.check,
            validation: Validation::FullSchema,
        },
        &mut arguments,
        &|_| None,
    )?;
    encode_request(tool, arguments)
}

/// Puts in what is preset, and holds the whole to the tool's schema, as far as that is wanted.
fn validate_with_presets(
    call: &CallOptions,
    check: ArgumentCheck,
    arguments: &mut serde_json::Map<String, Json>,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<(), Vec<Violation>> {
    let mut wrong = preset::apply_presets(call.presets, arguments, variable, Quoting::Json);
    // Validation also coerces arguments, so it runs even if its violations are not wanted.
    if let Err(violations) = check_arguments(check.schema, arguments)
        && check.validation == Validation::FullSchema
    {
        wrong.extend(preset::attribute_violations(call.presets, violations));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// Applies the presets, and returns the violation that says most about what is wrong. The arguments are taken
/// literally: `"5"` is not read as 5.
#[cfg(feature = "bridge")]
pub(crate) fn best_violation(
    call: &CallOptions,
    schema: &'static Schema,
    arguments: &mut Json,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Option<Violation> {
    let wrong = arguments
        .as_object_mut()
        .map(|arguments| preset::apply_presets(call.presets, arguments, variable, Quoting::Python));
    let wrong = wrong.into_iter().flatten().next();
    wrong.or_else(|| {
        let violation = schema.best_violation(arguments)?;
        preset::attribute_violations(call.presets, vec![violation])
            .into_iter()
            .next()
    })
}

/// Takes what valid arguments say of the answer, and decodes the rest.
pub(crate) fn decode_arguments<T>(
    call: &CallOptions,
    arguments: serde_json::Map<String, Json>,
    decode: impl FnOnce(&mut Fields<'_>) -> T,
) -> Result<(T, ResponseOptions), Vec<Violation>> {
    decode_with_cursor(Cursor::new(), call, arguments, decode)
}

/// What a tool's Rust types cannot hold of arguments that its schema accepts, for example an integer beyond 64 bits.
/// No handler is started.
#[cfg(feature = "bridge")]
pub(crate) fn decoding_violations<T>(
    call: &CallOptions,
    arguments: serde_json::Map<String, Json>,
    decode: impl FnOnce(&mut Fields<'_>) -> T,
) -> Vec<Violation> {
    let decoded = decode_with_cursor(Cursor::for_dry_run(), call, arguments, decode);
    decoded.err().unwrap_or_default()
}

fn decode_with_cursor<T>(
    mut cursor: Cursor,
    call: &CallOptions,
    mut arguments: serde_json::Map<String, Json>,
    decode: impl FnOnce(&mut Fields<'_>) -> T,
) -> Result<(T, ResponseOptions), Vec<Violation>> {
    let wanted = ResponseOptions::take_from_arguments(call, &mut arguments)?;
    // Options are taken before the renaming, since they have the names that callers see.
    preset::rename_arguments(call.renamed, &mut arguments);
    let decoded = decode(&mut Fields::new(arguments, &mut cursor));
    let violations = cursor.into_violations();
    if violations.is_empty() {
        Ok((decoded, wanted))
    } else {
        Err(violations)
    }
}

/// The request of valid arguments.
pub(crate) fn encode_request(
    tool: &'static Tool,
    arguments: serde_json::Map<String, Json>,
) -> Result<HttpRequest, Vec<Violation>> {
    let mut request = HttpRequest::new(tool.method, tool.path);
    let prepare = |fields: &mut Fields<'_>| tool.handler.prepare_request(fields, &mut request);
    let ((), wanted) = decode_arguments(&tool.call, arguments, prepare)?;
    request.set_response_options(wanted);
    if !request.problems().is_empty() {
        return Err(request.problems().to_vec());
    }
    Ok(request)
}

/// Applies the presets, validates the arguments, and reads the files that they refer to.
///
/// # Errors
///
/// Everything that is wrong with the arguments.
#[cfg(feature = "client")]
pub(crate) async fn complete_arguments(
    executor: &HttpExecutor,
    call: &CallOptions,
    check: ArgumentCheck,
    arguments: &mut serde_json::Map<String, Json>,
) -> Result<(), Vec<Violation>> {
    let variable = |name: &str| executor.variable(name);
    validate_with_presets(call, check, arguments, &variable)?;
    executor.load_files(check.schema, arguments).await
}

/// The request of a call, as [`prepare`] makes it, after the files were read that its arguments
/// refer to.
///
/// # Errors
///
/// Everything that is wrong with the arguments.
#[cfg(feature = "client")]
pub(crate) async fn prepare_with_files(
    executor: &HttpExecutor,
    tool: &'static Tool,
    validation: Validation,
    mut arguments: serde_json::Map<String, Json>,
) -> Result<HttpRequest, Vec<Violation>> {
    let check = ArgumentCheck {
        schema: tool.input.check,
        validation,
    };
    complete_arguments(executor, &tool.call, check, &mut arguments).await?;
    encode_request(tool, arguments)
}

/// Calls a tool: [`prepare`], after the files were read that its arguments refer to, then
/// [`HttpExecutor::execute`]. Wrong arguments are an outcome, too.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// use toolwright::HttpExecutor;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let executor = HttpExecutor::builder(&pets::API).build()?;
/// let tool = pets::API.tool("get_pet").ok_or("there is such a tool")?;
/// let outcome = toolwright::call(tool, &executor, serde_json::Map::new()).await;
/// assert!(outcome.is_error);
/// assert_eq!(
///     outcome.text,
///     "Invalid arguments for get_pet:\n\"petId\" is a required property"
/// );
/// # Ok(())
/// # }
/// ```
#[cfg(feature = "client")]
pub async fn call(
    tool: &'static Tool,
    executor: &HttpExecutor,
    arguments: serde_json::Map<String, Json>,
) -> Outcome {
    call_in(&CallContext::default(), tool, executor, arguments).await
}

/// [`call`] for a client of which something is known.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// use toolwright::{CallContext, HttpExecutor};
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let executor = HttpExecutor::builder(&pets::API).pass_header("x-tenant").build()?;
/// let context = CallContext::default().with_header("X-Tenant", "blue");
/// let tool = pets::API.tool("list_pets").ok_or("there is such a tool")?;
/// let outcome = toolwright::call_in(&context, tool, &executor, serde_json::Map::new()).await;
/// println!("{}", outcome.text);
/// # Ok(())
/// # }
/// ```
#[cfg(feature = "client")]
pub async fn call_in(
    context: &CallContext,
    tool: &'static Tool,
    executor: &HttpExecutor,
    arguments: serde_json::Map<String, Json>,
) -> Outcome {
    match prepare_with_files(executor, tool, Validation::FullSchema, arguments).await {
        Ok(request) => executor.execute_in(context, tool, request).await,
        Err(violations) => Outcome::invalid_arguments(tool, &violations),
    }
}
