//! Header parameters that are no arguments, since something else decides the header.

use super::context::Context;
use super::declared_parameters::{DeclaredLocation, DeclaredParameter};
use super::place::Place;

/// Headers that frame a message, which the client computes: the runtime sends none of a caller's
/// (`runtime/src/request/header.rs`).
const FRAMING: [&str; 10] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Headers of a signature by which Amazon's services know who calls: what signs a request computes them.
const SIGNING: [&str; 7] = [
    "x-amz-algorithm",
    "x-amz-content-sha256",
    "x-amz-credential",
    "x-amz-date",
    "x-amz-security-token",
    "x-amz-signature",
    "x-amz-signedheaders",
];

/// Drops the parameters for such headers, and says what decides them.
pub(super) fn drop_ignored_headers(
    cx: &mut Context<'_>,
    parameters: &mut Vec<DeclaredParameter<'_>>,
) {
    parameters.retain(|parameter| {
        let Some(instead) = replacement_of(parameter) else {
            return true;
        };
        let message = format!(
            "the header parameter `{}` is ignored: {instead}",
            parameter.name
        );
        cx.warn(&Place::At(&parameter.located.pointer), message);
        false
    });
}

/// What decides a header in place of a parameter. The first three are those that OpenAPI tells to ignore
/// (3.0.3, "Parameter Object", `name`); Swagger 2.0 has no word on them.
fn replacement_of(parameter: &DeclaredParameter<'_>) -> Option<&'static str> {
    if parameter.location != DeclaredLocation::Header {
        return None;
    }
    match parameter.name.to_ascii_lowercase().as_str() {
        "accept" => Some("it is set from the media types of the responses"),
        "content-type" => Some("it is set from the media type of the body"),
        "authorization" => Some(
            "declare credentials as a security scheme, for example by an overlay, or set the header in the \
             server's variable `…_HEADERS`",
        ),
        name if SIGNING.contains(&name) => Some("it is computed when the request is signed"),
        name if FRAMING.contains(&name) => Some("the HTTP client computes it for each request"),
        _ => None,
    }
}
