//! The request body of an operation in OpenAPI 3.x.

use serde_json::{Map, Value};

use super::super::context::{Context, Located};
use super::super::fields;
use super::super::openapi_object::read_object;
use super::super::operation::RequestBody;
use super::super::place::Place;
use super::super::skip::Skip;
use super::super::spelling;
use super::content;

/// Reads the request body of an operation, if it has one.
pub(super) fn read_request_body<'a>(
    cx: &mut Context<'a>,
    operation: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Result<Option<RequestBody>, Skip> {
    let Some(value) = operation.get("requestBody") else {
        return Ok(None);
    };
    if value.is_null() {
        fields::report_wrong_type(cx, "requestBody", "an object", value, "is ignored", at);
        return Ok(None);
    }
    let at = at.key("requestBody");
    let located = cx.follow_reference(value, &at);
    let located =
        located.map_err(|unreadable| Skip::new(&at, format!("its request body {unreadable}")))?;
    let mut body = cx.read_shared(
        |all| &mut all.bodies,
        &located,
        |cx| read_body(cx, &located),
    )?;
    if let (Some(body), Some(description)) = (&mut body, located.description) {
        description.clone_into(&mut body.description);
        cx.cleaner
            .clean_description(&mut body.description, &located.pointer);
    }
    Ok(body)
}

fn read_body<'a>(cx: &mut Context<'a>, located: &Located<'a>) -> Result<Option<RequestBody>, Skip> {
    let object = located.object;
    let at = Place::At(&located.pointer);
    spelling::check_keys(cx, object, spelling::REQUEST_BODY, &at);
    let (content, unsendable) = content::read_body_content(cx, object, &at)?;
    if content.is_empty() {
        if let Some(why) = unsendable.first() {
            let reason = format!("its request body cannot be sent: {}", why.reason);
            return Err(Skip::new(&Place::At(&why.pointer), reason));
        }
        cx.warn(
            &at,
            "the request body has no `content`; the tool has no body",
        );
        return Ok(None);
    }
    // One media type that can be sent is enough for a tool.
    for why in unsendable {
        let message = format!(
            "this media type cannot be sent, so another one is used: {}",
            why.reason
        );
        cx.warn(&Place::At(&why.pointer), message);
    }
    let mut out = Map::new();
    fields::copy_texts(cx, object, &mut out, &["description"], &at);
    fields::copy_flags(cx, object, &mut out, &["required"], &at);
    // openapiv3 does not tell a body that is not required from one of which nothing is stated.
    let is_required = out.get("required").and_then(Value::as_bool);
    let read: openapiv3::RequestBody = read_object(cx, out, &at)?;
    Ok(Some(RequestBody {
        description: read.description.unwrap_or_default(),
        is_required,
        content,
    }))
}
