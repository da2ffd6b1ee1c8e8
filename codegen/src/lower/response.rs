//! What an operation is answered with when all went well: the schema of its result, and the answer of the built-in
//! upstream, made from the spec's examples or from schemas.

use std::collections::HashMap;

use indexmap::IndexMap;
use serde_json::Value;

use super::stream;
use super::types::reference_key;
use crate::model::{Definition, MockResponse, is_json_media_type};
use crate::normalize::{MediaType, Operation, Response, Status};
use crate::schema::Schema;
use crate::schema::make_example;

/// The success responses of an operation that have a status, the smallest first.
fn success_responses(operation: &Operation) -> Vec<(u16, &Response)> {
    let by_status = operation.responses.iter();
    let mut successes: Vec<(u16, &Response)> = by_status
        .filter_map(|(status, response)| Some((success_status(*status)?, response)))
        .collect();
    successes.sort_by_key(|(status, _)| *status);
    successes
}

/// The success responses, or the default one where there is no other.
pub(super) fn successes_and_default(operation: &Operation) -> Vec<&Response> {
    let stated = success_responses(operation);
    let default = first_success(operation).map(|(_, response)| response);
    let responses = stated.iter().map(|(_, response)| *response);
    responses
        .chain(default.filter(|_| stated.is_empty()))
        .collect()
}

/// The names of the media types that an operation may be answered with when all went well.
pub(super) fn media_types(operation: &Operation) -> Vec<&str> {
    let responses = successes_and_default(operation).into_iter();
    responses
        .flat_map(|response| response.content.keys().map(String::as_str))
        .collect()
}

/// The first success response of an operation and its status.
pub(super) fn first_success(operation: &Operation) -> Option<(u16, &Response)> {
    let successes = success_responses(operation);
    let default = operation.responses.get(&Status::Default);
    successes
        .into_iter()
        .next()
        // Many specs describe their one response as `default`.
        .or_else(|| Some((200, default?)))
}

pub(super) fn success_status(status: Status) -> Option<u16> {
    match status {
        Status::Code(code @ 200..=299) => Some(code),
        // Sorted with the smallest status: a range is the general success.
        Status::Range(2) => Some(200),
        _ => None,
    }
}

/// The JSON content of a response, if it has one.
pub(super) fn json_content(response: &Response) -> Option<(&str, &MediaType)> {
    // A range counts as JSON, unless it is one of streams, such as `application/*+json-seq`.
    let is_json = |name: &str| {
        let is_range = || name.contains('*') && stream::Form::from_content_type(name).is_none();
        is_json_media_type(name) || is_range()
    };
    // Plain JSON is preferred to variants such as `application/hal+json`.
    let exact = response.content.get_key_value("application/json");
    exact
        .or_else(|| response.content.iter().find(|(name, _)| is_json(name)))
        .map(|(name, media)| (name.as_str(), media))
}

/// The stream in a response, if it has one.
pub(super) fn stream_content(response: &Response) -> Option<(stream::Form, &str, &MediaType)> {
    let mut content = response.content.iter();
    content.find_map(|(name, media)| {
        Some((stream::Form::from_content_type(name)?, name.as_str(), media))
    })
}

/// The schema of what a success response comes to, as far as it is known: that of its JSON, or of
/// the list that its stream is collected to. Where it may be either, or there are several success
/// responses that differ, nothing is known.
pub(super) fn result_schema(
    operation: &Operation,
    schemas: &[Schema],
    definitions: &IndexMap<String, Definition>,
) -> Option<Value> {
    let (_, first) = first_success(operation)?;
    let of = |response: &Response| match (json_content(response), stream_content(response)) {
        (Some((_, media)), None) => media_schema(media, schemas).cloned(),
        (None, Some((form, _, media))) => Some(form.list_schema(media, schemas, definitions)),
        _ => None,
    };
    let result = of(first)?;
    let mut others = success_responses(operation).into_iter().skip(1);
    others
        .all(|(_, other)| of(other).as_ref() == Some(&result))
        // A tool has one output schema, and it must hold for each response that a call may get.
        .then_some(result)
}

fn media_schema<'a>(media: &MediaType, schemas: &'a [Schema]) -> Option<&'a Value> {
    Some(&media.schema?.find_in(schemas)?.value)
}

/// Whether a success response is JSON, at once or in items.
pub(super) fn is_json(operation: &Operation) -> bool {
    first_success(operation).is_some_and(|(_, response)| {
        json_content(response).is_some() || stream_content(response).is_some()
    })
}

/// The schema of the success response, where it is JSON.
fn json_schema_of<'a>(operation: &Operation, schemas: &'a [Schema]) -> Option<&'a Value> {
    let (_, response) = first_success(operation)?;
    let (_, media) = json_content(response)?;
    media_schema(media, schemas)
}

/// What an operation is answered with.
#[derive(Clone, Copy)]
pub(super) struct AnsweredSchema<'a> {
    pub(super) schema: &'a Value,
    pub(super) definitions: &'a IndexMap<String, Definition>,
}

/// Makes what the built-in upstream answers.
pub(super) struct MockResponses<'a> {
    schemas: &'a [Schema],
    definitions: &'a IndexMap<String, Definition>,
    /// Examples by the key of their definition: many operations answer with the same one.
    made: HashMap<&'a str, String>,
    /// How many more bytes the bodies of all answers may have.
    left: usize,
    /// How many operations have no body because none of those bytes were left.
    without_body: usize,
}

/// How many bytes the bodies of all answers of a spec may have, whatever its size.
const BODIES: usize = 1 << 20;

/// How many bytes they may have in addition for each operation. GitHub's have 1,400.
const BODIES_PER_OPERATION: usize = 3 << 10;

impl<'a> MockResponses<'a> {
    pub(super) fn new(
        schemas: &'a [Schema],
        definitions: &'a IndexMap<String, Definition>,
        operations: usize,
    ) -> Self {
        Self {
            schemas,
            definitions,
            made: HashMap::new(),
            left: BODIES + BODIES_PER_OPERATION * operations,
            without_body: 0,
        }
    }

    /// How many operations got no body because those of the others are too long.
    pub(super) fn without_body(&self) -> usize {
        self.without_body
    }

    /// The schema of an operation's success response in JSON.
    pub(super) fn json_schema(&self, operation: &Operation) -> Option<AnsweredSchema<'a>> {
        Some(AnsweredSchema {
            schema: json_schema_of(operation, self.schemas)?,
            definitions: self.definitions,
        })
    }

    /// What the operation is answered with, as long as the answers of all operations are not too long.
    pub(super) fn make_answer(&mut self, operation: &Operation) -> MockResponse {
        // The bodies of all answers stand in the binary, so they share one limit.
        if self.left == 0 {
            self.without_body += 1;
            return empty_answer(first_success(operation).map_or(200, |(status, _)| status));
        }
        let answer = self.full_answer(operation);
        self.left = self.left.saturating_sub(answer.body.len());
        answer
    }

    fn full_answer(&mut self, operation: &Operation) -> MockResponse {
        let Some((status, response)) = first_success(operation) else {
            return empty_answer(200);
        };
        if let Some((name, media)) = json_content(response) {
            let content_type = match name {
                // A range is no content type that a response could have.
                name if name.contains('*') => "application/json",
                name => name,
            };
            return MockResponse {
                status,
                content_type: content_type.to_owned(),
                body: self.json_body(media),
            };
        }
        if let Some((form, name, media)) = stream_content(response) {
            let body = match &media.example {
                Some(Value::String(text)) => text.clone(),
                Some(other) => form.single_item(&other.to_string()),
                None => form
                    .example_stream(media, self.schemas, self.definitions)
                    .unwrap_or_else(|| form.single_item(&self.json_body(media))),
            };
            return MockResponse {
                status,
                content_type: name.to_owned(),
                body,
            };
        }
        match response.content.iter().next() {
            Some((name, media)) => MockResponse {
                status,
                content_type: name.clone(),
                body: text_example(media),
            },
            None => empty_answer(status),
        }
    }

    fn json_body(&mut self, media: &MediaType) -> String {
        if let Some(value) = &media.example {
            return value.to_string();
        }
        let Some(schema) = media.schema.and_then(|id| id.find_in(self.schemas)) else {
            return "{}".to_owned();
        };
        let definitions = self.definitions;
        let make = || make_example(&schema.value, definitions).to_string();
        let is_alone = schema
            .value
            .as_object()
            .is_some_and(|object| object.len() == 1);
        match reference_key(&schema.value).filter(|_| is_alone) {
            Some(key) => self.made.entry(key).or_insert_with(make).clone(),
            None => make(),
        }
    }
}

fn empty_answer(status: u16) -> MockResponse {
    MockResponse {
        status,
        content_type: String::new(),
        body: String::new(),
    }
}

fn text_example(media: &MediaType) -> String {
    match &media.example {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => "example".to_owned(),
    }
}
