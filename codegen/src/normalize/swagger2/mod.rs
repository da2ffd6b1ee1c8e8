//! Swagger 2.0: what it says otherwise than OpenAPI 3.0.

mod body_parameters;
mod collection_format;
mod consumes;
mod forms;
pub(super) mod host;
mod inline_parameters;
mod produced_responses;
#[cfg(test)]
mod tests;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::context::Context;
use super::declared_operation::DeclaredOperation;
use super::declared_parameters::{DeclaredLocation, DeclaredParameter};
use super::operation::{Parameter, RequestBody, Response, Status};
use super::skip::Skip;

/// Reads the parameters and the body of an operation.
pub(super) fn read_request<'a>(
    cx: &mut Context<'a>,
    operation: &DeclaredOperation<'a, '_>,
    root: &Map<String, Value>,
) -> Result<(Vec<Parameter>, Option<RequestBody>), Skip> {
    let (in_body, elsewhere): (Vec<&DeclaredParameter<'_>>, Vec<_>) =
        operation.parameters.iter().partition(|parameter| {
            matches!(
                parameter.location,
                DeclaredLocation::Body | DeclaredLocation::FormData
            )
        });
    let parameters = elsewhere.into_iter();
    let parameters =
        parameters.map(|parameter| inline_parameters::read_swagger2_parameter(cx, parameter));
    let parameters = parameters.collect::<Result<_, _>>()?;
    let (object, at) = (operation.object, &operation.at);
    let consumes = consumes::read_media_types(cx, "consumes", object, root, at);
    let body = body_parameters::read_request_body(cx, &in_body, &consumes, at)?;
    Ok((parameters, body))
}

/// Reads the responses of an operation.
pub(super) fn read_responses<'a>(
    cx: &mut Context<'a>,
    operation: &DeclaredOperation<'a, '_>,
    root: &Map<String, Value>,
) -> Result<IndexMap<Status, Response>, Skip> {
    let (object, at) = (operation.object, &operation.at);
    let produces = consumes::read_media_types(cx, "produces", object, root, at);
    produced_responses::read_responses(cx, object, &produces, at)
}
