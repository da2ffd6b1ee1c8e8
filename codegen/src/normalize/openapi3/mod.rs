//! OpenAPI 3.x: references followed, schemas lifted, the rest in the form of 3.0.

mod bodies;
pub(super) mod content;
mod encoding;
mod examples;
mod headers;
mod parameters;
mod querystring;
pub(super) mod responses;
mod sequence;
pub(super) mod servers;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use super::context::Context;
use super::operation::{self, Skip, Source};

/// An operation in OpenAPI 3.0 form.
pub(super) fn operation<'a>(
    cx: &mut Context<'a>,
    source: &Source<'a, '_>,
) -> Result<Map<String, Value>, Skip> {
    let at = &source.at;
    let mut out = operation::head(cx, source.object, at);
    let parameters = parameters::convert_all(cx, &source.parameters)?;
    out.insert("parameters".into(), parameters.into());
    if let Some(body) = bodies::convert(cx, source.object, at)? {
        out.insert("requestBody".into(), body.into());
    }
    let responses = responses::convert(cx, source.object, at);
    out.insert("responses".into(), responses.into());
    Ok(out)
}
