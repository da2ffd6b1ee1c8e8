//! Swagger 2.0: what it says otherwise than OpenAPI 3.0.

mod bodies;
mod collection_format;
mod forms;
mod media_types;
mod parameters;
mod responses;
pub(super) mod servers;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use super::context::Context;
use super::operation::{self, Skip, Source};
use super::parameters::{Location, Parameter};

/// An operation in OpenAPI 3.0 form.
pub(super) fn operation<'a>(
    cx: &mut Context<'a>,
    source: &Source<'a, '_>,
    root: &Map<String, Value>,
) -> Result<Map<String, Value>, Skip> {
    let at = &source.at;
    let (in_body, elsewhere): (Vec<&Parameter<'_>>, Vec<&Parameter<'_>>) = source
        .parameters
        .iter()
        .partition(|parameter| matches!(parameter.location, Location::Body | Location::FormData));
    let mut out = operation::head(cx, source.object, at);
    let parameters: Vec<Value> = elsewhere
        .into_iter()
        .map(|parameter| Value::Object(parameters::convert(cx, parameter)))
        .collect();
    out.insert("parameters".into(), parameters.into());
    let consumes = media_types::read(cx, "consumes", source.object, root, at);
    if let Some(body) = bodies::convert(cx, &in_body, &consumes, at)? {
        out.insert("requestBody".into(), body.into());
    }
    let produces = media_types::read(cx, "produces", source.object, root, at);
    let responses = responses::convert(cx, source.object, &produces, at);
    out.insert("responses".into(), responses.into());
    Ok(out)
}
