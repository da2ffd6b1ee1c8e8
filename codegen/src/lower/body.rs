use openapiv3::{MediaType, RequestBody};

use super::parameter::lifted;

/// The JSON form of a request body.
pub(super) struct RawBody<'a> {
    pub(super) required: bool,
    pub(super) description: &'a str,
    pub(super) media_type: String,
    /// Index into the lifted schemas.
    pub(super) schema: Option<usize>,
}

/// Chooses the JSON form of a body; where there is none, the kinds that there are.
pub(super) fn read(body: &RequestBody) -> Result<Option<RawBody<'_>>, Vec<&str>> {
    if body.content.is_empty() {
        return Ok(None);
    }
    let best = body
        .content
        .iter()
        .filter_map(|(name, media)| Some((rank(name)?, name, media)))
        .min_by_key(|(rank, _, _)| *rank);
    match best {
        Some((_, name, media)) => Ok(Some(raw(body, name, media))),
        None => Err(body.content.keys().map(String::as_str).collect()),
    }
}

fn raw<'a>(body: &'a RequestBody, name: &str, media: &MediaType) -> RawBody<'a> {
    RawBody {
        required: body.required,
        description: body.description.as_deref().unwrap_or_default(),
        media_type: if name.contains('*') {
            "application/json".to_owned()
        } else {
            name.to_owned()
        },
        schema: media.schema.as_ref().and_then(lifted),
    }
}

/// How much a media type is preferred, less is better; `None` for one that is not JSON.
fn rank(media_type: &str) -> Option<u8> {
    let essence = media_type.split(';').next().unwrap_or_default();
    let essence = essence.trim().to_ascii_lowercase();
    Some(match essence.as_str() {
        "application/json" => 0,
        "text/json" | "application/*" | "*/*" => 3,
        "application/merge-patch+json" => 1,
        _ if essence.ends_with("+json") => 2,
        _ => return None,
    })
}
