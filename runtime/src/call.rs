#[cfg(feature = "client")]
use crate::context::CallContext;
#[cfg(feature = "client")]
use crate::http::HttpExecutor;
use crate::http::{HttpRequest, Wanted};
#[cfg(feature = "client")]
use crate::outcome::Outcome;
use crate::preset;
use crate::schema::check_arguments;
use crate::tool::Tool;
use crate::value::{Cursor, Fields, Json, Violation};

/// The upstream request of a call: its arguments validated, decoded and encoded again. A file is
/// not read from anywhere: a path or URI is an error, and so is an argument that comes from the
/// environment, which is an executor's to read.
///
/// # Errors
///
/// Everything that is wrong with the arguments.
pub fn prepare(
    tool: &'static Tool,
    mut arguments: serde_json::Map<String, Json>,
) -> Result<HttpRequest, Vec<Violation>> {
    check(tool, &mut arguments, &|_| None)?;
    encoded(tool, arguments)
}

/// Puts in what is preset, and holds the whole to the tool's schema.
fn check(
    tool: &'static Tool,
    arguments: &mut serde_json::Map<String, Json>,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<(), Vec<Violation>> {
    let mut wrong = preset::put_in(tool, arguments, variable);
    if let Err(violations) = check_arguments(tool.input.check, arguments) {
        wrong.extend(preset::attributed(tool, violations));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// The request of valid arguments.
fn encoded(
    tool: &'static Tool,
    mut arguments: serde_json::Map<String, Json>,
) -> Result<HttpRequest, Vec<Violation>> {
    let wanted = Wanted::take(tool, &mut arguments)?;
    preset::rename(tool, &mut arguments);
    let mut cursor = Cursor::new();
    let mut request = HttpRequest::new(tool.method, tool.path);
    request.want(wanted);
    let mut fields = Fields::new(arguments, &mut cursor);
    tool.handler.prepare(&mut fields, &mut request);
    let violations = cursor.into_violations();
    if !violations.is_empty() {
        return Err(violations);
    }
    if !request.problems().is_empty() {
        return Err(request.problems().to_vec());
    }
    Ok(request)
}

/// The request of a call, as [`prepare`] makes it, after the files were read that its arguments
/// refer to.
///
/// # Errors
///
/// Everything that is wrong with the arguments.
#[cfg(feature = "client")]
pub(crate) async fn prepare_with(
    executor: &HttpExecutor,
    tool: &'static Tool,
    mut arguments: serde_json::Map<String, Json>,
) -> Result<HttpRequest, Vec<Violation>> {
    check(tool, &mut arguments, &|name| executor.variable(name))?;
    executor.load_files(tool, &mut arguments).await?;
    encoded(tool, arguments)
}

/// Calls a tool: [`prepare`], after the files were read that its arguments refer to, then
/// [`HttpExecutor::execute`]. Wrong arguments are an outcome, too.
#[cfg(feature = "client")]
pub async fn call(
    tool: &'static Tool,
    executor: &HttpExecutor,
    arguments: serde_json::Map<String, Json>,
) -> Outcome {
    call_in(&CallContext::default(), tool, executor, arguments).await
}

/// [`call`] for a client of which something is known.
#[cfg(feature = "client")]
pub async fn call_in(
    context: &CallContext,
    tool: &'static Tool,
    executor: &HttpExecutor,
    arguments: serde_json::Map<String, Json>,
) -> Outcome {
    match prepare_with(executor, tool, arguments).await {
        Ok(request) => executor.execute_in(context, tool, request).await,
        Err(violations) => Outcome::invalid_arguments(tool, &violations),
    }
}
