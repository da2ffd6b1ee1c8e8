//! The tools for the resources of the server under test.

use rmcp::ErrorData;
use rmcp::model::{ClientRequest, ReadResourceRequest, ReadResourceRequestParams};
use serde_json::Value;
use toolwright::{Call, ToolError};

use super::classify::{answered, find_listed, is_unknown_method, with_answer};
use super::{describe_connection, to_count};
use crate::Probe;
use crate::api::types::{
    AdvertisedResource, ContentMetadata, ListResourcesResponse, ReadResource, ReadResourceEncoding,
    ReadResourceResponse, ResourcesMetadata,
};
use crate::api::{self, handlers};
use crate::arguments::reject_unknown_arguments;
use crate::clock::{Stopwatch, format_now};
use crate::connection::{Connection, ListKind, Listing, RequestError};
use crate::failure::{Failure, FailureKind};

/// The code for a resource that does not exist, up to revision 2025-11-25; later it is that of invalid parameters.
const RESOURCE_NOT_FOUND: i32 = -32002;

impl handlers::ListResources for Probe {
    async fn list_resources(
        &self,
        _: api::ListResources,
        _: &Call<'_>,
    ) -> Result<ListResourcesResponse, ToolError> {
        let stopwatch = Stopwatch::start();
        let listing = async {
            let connection = self.connection()?;
            let is_declared = connection.server_info().capabilities.resources.is_some();
            match connection.fetch_list(ListKind::Resources).await {
                Ok(listing) => Ok((connection, listing, None)),
                Err(RequestError::Answered(error)) if is_unknown_method(&error) && !is_declared => {
                    let note = "the server declares no resources, and has no method resources/list";
                    Ok((connection, Listing::default(), Some(note.to_owned())))
                }
                Err(RequestError::Answered(error)) => Err(answered("resources/list", &error)),
                Err(RequestError::Failed(failure)) => Err(failure),
            }
        };
        let (connection, listing, note) = listing
            .await
            .map_err(|failure| self.report(failure, stopwatch))?;
        Ok(ListResourcesResponse {
            success: true,
            connection: describe_connection(&connection),
            metadata: ResourcesMetadata {
                total_resources: to_count(listing.items.len()),
                retrieved_at: format_now(),
                request_time_ms: stopwatch.elapsed_ms(),
                note,
            },
            resources: listing.items.iter().map(describe_resource).collect(),
            problems: Some(listing.problems).filter(|problems| !problems.is_empty()),
        })
    }
}

impl handlers::ReadResource for Probe {
    async fn read_resource(
        &self,
        request: api::ReadResource,
        _: &Call<'_>,
    ) -> Result<ReadResourceResponse, ToolError> {
        let stopwatch = Stopwatch::start();
        let body = request.body;
        let reading = async {
            reject_unknown_arguments("read_resource", &body.additional_properties, &["uri"])?;
            let connection = self.connection()?;
            let contents = read(&connection, &body.uri).await?;
            Ok((connection, contents))
        };
        let (connection, mut contents) = reading
            .await
            .map_err(|failure| self.report(failure, stopwatch))?;
        let further = contents.split_off(1);
        let content_size = contents.iter().chain(&further).map(|it| it.size).sum();
        let mut described = contents.into_iter().chain(further).map(|it| it.resource);
        // There is at least one, or reading would have failed.
        let resource = described.next().unwrap_or_default();
        let further: Vec<ReadResource> = described.collect();
        Ok(ReadResourceResponse {
            success: true,
            connection: describe_connection(&connection),
            resource,
            further_contents: Some(further).filter(|contents| !contents.is_empty()),
            metadata: ContentMetadata {
                retrieved_at: format_now(),
                request_time_ms: stopwatch.elapsed_ms(),
                content_size: to_count(content_size),
            },
        })
    }
}

fn describe_resource(resource: &Value) -> AdvertisedResource {
    let member = |name: &str| resource.get(name).cloned();
    AdvertisedResource {
        uri: member("uri"),
        name: member("name"),
        description: member("description"),
        mime_type: member("mimeType"),
        title: member("title"),
        size: member("size"),
        annotations: member("annotations"),
    }
}

/// A part of a resource's contents, with its size in bytes.
struct Content {
    resource: ReadResource,
    size: usize,
}

/// The contents of a resource, at least one.
async fn read(connection: &Connection, uri: &str) -> Result<Vec<Content>, Failure> {
    Connection::count_one(&connection.resources_read);
    let parameters = ReadResourceRequestParams::new(uri);
    let request = ClientRequest::ReadResourceRequest(ReadResourceRequest::new(parameters));
    let result = match connection.request(request).await {
        Ok(result) => serde_json::to_value(result).unwrap_or_default(),
        Err(RequestError::Answered(error)) => {
            return Err(explain_refusal(connection, uri, &error).await);
        }
        Err(RequestError::Failed(failure)) => return Err(failure),
    };
    let contents = result.get("contents").and_then(Value::as_array);
    let malformed = || {
        let what = "the answer to resources/read has no array `contents` with a `text` or a `blob`";
        connection.malformed(what, &result)
    };
    let contents = contents.ok_or_else(malformed)?;
    let read: Option<Vec<Content>> = contents
        .iter()
        .map(|it| describe_content(it, uri))
        .collect();
    match read.ok_or_else(malformed)? {
        read if read.is_empty() => Err(malformed()),
        read => Ok(read),
    }
}

fn describe_content(content: &Value, asked: &str) -> Option<Content> {
    let text = |name: &str| Some(content.get(name)?.as_str()?.to_owned());
    let resource = |content: String, encoding: ReadResourceEncoding| ReadResource {
        uri: text("uri").unwrap_or_else(|| asked.to_owned()),
        mime_type: text("mimeType"),
        content,
        encoding: Some(encoding),
    };
    if let Some(text) = text("text") {
        let size = text.len();
        let resource = resource(text, ReadResourceEncoding::Text);
        return Some(Content { resource, size });
    }
    let blob = text("blob")?;
    let size = decoded_size(&blob);
    let resource = resource(blob, ReadResourceEncoding::Base64);
    Some(Content { resource, size })
}

/// How many bytes a text in base64 stands for: three for four characters, less those that are padding.
fn decoded_size(base64: &str) -> usize {
    let digits = base64
        .bytes()
        .filter(|byte| *byte != b'=' && !byte.is_ascii_whitespace());
    digits.count() * 3 / 4
}

/// Why a server does not let a resource be read.
async fn explain_refusal(connection: &Connection, uri: &str, error: &ErrorData) -> Failure {
    let is_missing = error.code.0 == RESOURCE_NOT_FOUND
        || is_unknown_method(error)
        || !is_known(connection, uri).await;
    if !is_missing {
        return answered("resources/read", error).with_detail("uri", uri);
    }
    let why = match is_unknown_method(error) {
        true => "it has no method resources/read",
        false => &*error.message,
    };
    let failure = Failure::new(
        FailureKind::ResourceNotFound,
        format!("the server has no resource `{uri}`: {why}"),
    );
    with_answer(failure, error)
        .with_detail("uri", uri)
        .with_suggestion("call list_resources for the URIs")
}

/// Whether a server may have a resource: it lists it, or has templates that it may come from.
async fn is_known(connection: &Connection, uri: &str) -> bool {
    let listed = find_listed(connection, ListKind::Resources, "uri", uri).await;
    if listed.is_none_or(|listed| !listed.is_empty()) {
        return true;
    }
    let Ok(templates) = connection.fetch_list(ListKind::ResourceTemplates).await else {
        return false;
    };
    templates.items.iter().any(|template| {
        let template = template.get("uriTemplate").and_then(Value::as_str);
        template.is_some_and(|template| may_come_from(uri, template))
    })
}

/// Whether a URI begins and ends like a template (RFC 6570), whatever stands for its expressions.
fn may_come_from(uri: &str, template: &str) -> bool {
    let before = template.split('{').next().unwrap_or_default();
    let after = template.rsplit('}').next().unwrap_or_default();
    match template.contains('{') {
        true => {
            uri.len() >= before.len() + after.len()
                && uri.starts_with(before)
                && uri.ends_with(after)
        }
        false => uri == template,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_base64_is_that_of_the_bytes() {
        for (base64, size) in [("", 0), ("YQ==", 1), ("YWI=", 2), ("YWJj", 3), ("YQ", 1)] {
            assert_eq!(decoded_size(base64), size, "{base64}");
        }
    }

    #[test]
    fn a_uri_may_come_from_a_template() {
        assert!(may_come_from("demo://text/7", "demo://text/{id}"));
        assert!(may_come_from("demo://a/b/data", "demo://{+path}/data"));
        assert!(!may_come_from("demo://blob/7", "demo://text/{id}"));
        assert!(!may_come_from("demo://text", "demo://fixed"));
    }
}
