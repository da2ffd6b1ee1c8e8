//! OpenAPI 3.x: references followed, schemas lifted, the rest in the form of 3.0.

mod bodies;
mod content;
mod encoding;
mod examples;
pub(super) mod headers;
mod links;
mod parameters;
mod querystring;
pub(super) mod responses;
mod sequence;
pub(super) mod servers;
#[cfg(test)]
mod tests;

use indexmap::IndexMap;

use super::context::Context;
use super::declared_operation::DeclaredOperation;
use super::operation::{Parameter, RequestBody, Response, Status};
use super::skip::Skip;

/// Reads the parameters and the body of an operation.
pub(super) fn read_request<'a>(
    cx: &mut Context<'a>,
    operation: &DeclaredOperation<'a, '_>,
) -> Result<(Vec<Parameter>, Option<RequestBody>), Skip> {
    let parameters = parameters::read_parameters(cx, &operation.parameters)?;
    let body = bodies::read_request_body(cx, operation.object, &operation.at)?;
    Ok((parameters, body))
}

/// Reads the responses of an operation.
pub(super) fn read_responses<'a>(
    cx: &mut Context<'a>,
    operation: &DeclaredOperation<'a, '_>,
) -> Result<IndexMap<Status, Response>, Skip> {
    responses::read_responses(cx, operation.object, &operation.at)
}
