//! Answers requests with the examples of the spec, merged with what earlier requests created, changed or deleted.
//! It knows paths and bodies, not connections.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::json;

use super::item_key::ItemKey;
use super::item_store::{ItemStore, StoredItem, item_path, parent_path};
use super::merge_json::{merge_into_example, set_members};
use super::mock_operations::{FoundOperation, MockOperation, OperationIndex};
use super::path_template::{decode_segment, split_path};
use super::request_body;
use crate::base_url::BaseUrl;
use crate::file::is_json_media_type;
use crate::mock_response::MockResponse;
use crate::request::Method;
use crate::value::Json;
use toolwright_inspect::suggest::did_you_mean;

/// Answers requests from the examples and from what earlier requests left.
#[derive(Debug)]
pub(super) struct Responder {
    operations: OperationIndex,
    /// Paths of the spec's base URLs, which a request may or may not begin with.
    bases: Vec<String>,
    store: Mutex<ItemStore>,
}

/// A request as far as answers depend on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct MockRequest<'a> {
    pub(super) method: &'a str,
    /// The path as it was sent.
    pub(super) path: &'a str,
    pub(super) query: &'a str,
    pub(super) content_type: &'a str,
    pub(super) body: &'a [u8],
}

#[derive(Debug, PartialEq)]
pub(super) struct MockReply {
    pub(super) status: u16,
    pub(super) content_type: &'static str,
    pub(super) body: String,
    /// The methods that the path has, where the request had another.
    pub(super) allow: Option<String>,
}

impl Responder {
    pub(super) fn new(answers: &'static [MockResponse], servers: &[BaseUrl]) -> Self {
        Self {
            operations: OperationIndex::new(answers),
            bases: servers.iter().filter_map(base_path).collect(),
            store: Mutex::default(),
        }
    }

    pub(super) fn answer_request(&self, asked: MockRequest<'_>) -> MockReply {
        match self
            .operations
            .find_operation(asked.method, asked.path, asked.query)
        {
            FoundOperation::Operation(operation) => self.perform_operation(operation, asked),
            FoundOperation::OtherMethods(methods) => wrong_method_reply(&methods),
            // A base path in the spec's server is tried last, because an operation may begin with
            // the same segments.
            FoundOperation::Nothing(similar) => self
                .bases
                .iter()
                .find_map(|base| self.answer_below_base(base, asked))
                .unwrap_or_else(|| unknown_path_reply(asked.path, &similar)),
        }
    }

    fn answer_below_base(&self, base: &str, asked: MockRequest<'_>) -> Option<MockReply> {
        let path = asked.path.strip_prefix(base)?;
        match self
            .operations
            .find_operation(asked.method, path, asked.query)
        {
            FoundOperation::Operation(operation) => {
                Some(self.perform_operation(operation, MockRequest { path, ..asked }))
            }
            FoundOperation::OtherMethods(methods) => Some(wrong_method_reply(&methods)),
            FoundOperation::Nothing(_) => None,
        }
    }

    fn perform_operation(&self, operation: &MockOperation, asked: MockRequest<'_>) -> MockReply {
        let answer = operation.answer;
        // Stored under one spelling, or `/pets/%41` and `/pets/A` would be two items.
        let path = canonical_path(asked.path);
        let object = request_body::parse_object(asked.content_type, asked.body);
        match (answer.method, operation.template.item_parameter(), object) {
            (Method::Get, Some(_), _) => self.read_item(operation, &path),
            (Method::Get, None, _) => self.list_items(operation, &path),
            (Method::Delete, Some(_), _) => self.delete_item(answer, path),
            (Method::Put | Method::Patch | Method::Post, Some(_), Some(change)) => {
                self.change_item(operation, path, &change)
            }
            (Method::Post, None, Some(object)) => self.create_item(operation, &path, object),
            (Method::Put | Method::Patch, None, Some(change)) => {
                self.change_by_key(operation, &path, &change)
            }
            (Method::Post, None, None) => {
                for object in request_body::parse_objects(asked.content_type, asked.body) {
                    self.create_item(operation, &path, object);
                }
                from_example(answer)
            }
            _ => from_example(answer),
        }
    }

    fn read_item(&self, operation: &MockOperation, path: &str) -> MockReply {
        let Some(example) = json_body(operation.answer) else {
            return from_example(operation.answer);
        };
        let key = self.item_key(operation);
        match self.lock_store().get(path) {
            Some(StoredItem::Deleted) => deleted_reply(path),
            Some(StoredItem::Kept(object)) => {
                let shown = key.change_in_body(&example, |item| merge_into_example(item, object));
                with_body(operation.answer, &shown)
            }
            None => {
                let asked_for = key.parse_segment(&last_segment(path));
                let shown = key.change_in_body(&example, |item| match &asked_for {
                    Some(value) => merge_into_example(item, &json!({ (key.name.as_str()): value })),
                    None => item.clone(),
                });
                with_body(operation.answer, &shown)
            }
        }
    }

    fn list_items(&self, operation: &MockOperation, path: &str) -> MockReply {
        let example = json_body(operation.answer);
        let Some((mut example, key)) = example.map(|example| {
            let key = self.collection_key(operation, first_element(&example));
            (example, key)
        }) else {
            return from_example(operation.answer);
        };
        let Some(elements) = elements_mut(&mut example) else {
            return from_example(operation.answer);
        };
        let form = elements.first().cloned().unwrap_or(Json::Null);
        // Items without their key cannot be told apart, so the example stays as it is.
        if form.get(&key.name).is_none() && !form.is_null() {
            return from_example(operation.answer);
        }
        let store = self.lock_store();
        elements.retain(|element| match key.path_segment(element) {
            Some(segment) => store.get(&item_path(path, &segment)).is_none(),
            None => true,
        });
        elements.extend(
            store
                .items_below(path)
                .map(|object| merge_into_example(&form, object)),
        );
        with_body(operation.answer, &example)
    }

    fn create_item(
        &self,
        operation: &MockOperation,
        collection: &str,
        mut object: Json,
    ) -> MockReply {
        let item = self.operations.any_operation_on_item(&operation.template);
        if item.is_none() && !self.has_listing(operation) {
            return from_example(operation.answer);
        }
        let example = json_body(operation.answer);
        let key = self.collection_key(operation, example.as_ref());
        let mut store = self.lock_store();
        // Without an id in the body, the upstream assigns one as a real API would.
        let segment = key.path_segment(&object).unwrap_or_else(|| {
            let value = key.make_value(store.next_number());
            set_members(&mut object, &json!({ (key.name.as_str()): value }));
            key.path_segment(&object).unwrap_or_default()
        });
        store.set_item(
            item_path(collection, &segment),
            StoredItem::Kept(object.clone()),
        );
        with_object(operation.answer, &key, &object)
    }

    fn change_item(&self, operation: &MockOperation, path: String, change: &Json) -> MockReply {
        let key = self.item_key(operation);
        let mut store = self.lock_store();
        let mut object = match store.get(&path) {
            Some(StoredItem::Kept(object)) => object.clone(),
            // `PUT` creates what is not there (RFC 9110, section 9.3.4), so it works after a
            // deletion as well.
            Some(StoredItem::Deleted) if operation.answer.method != Method::Put => {
                return deleted_reply(&path);
            }
            _ => json!({}),
        };
        set_members(&mut object, change);
        if let Some(value) = key.parse_segment(&last_segment(&path)) {
            set_members(&mut object, &json!({ (key.name.as_str()): value }));
        }
        store.set_item(path, StoredItem::Kept(object.clone()));
        with_object(operation.answer, &key, &object)
    }

    /// `PUT /pet` changes the pet whose `id` is in the body.
    fn change_by_key(
        &self,
        operation: &MockOperation,
        collection: &str,
        change: &Json,
    ) -> MockReply {
        let Some(item) = self.operations.any_operation_on_item(&operation.template) else {
            return from_example(operation.answer);
        };
        let key = self.item_key(item);
        match key.path_segment(change) {
            Some(segment) => self.change_item(operation, item_path(collection, &segment), change),
            None => from_example(operation.answer),
        }
    }

    fn delete_item(&self, answer: &'static MockResponse, path: String) -> MockReply {
        let mut store = self.lock_store();
        if matches!(store.get(&path), Some(StoredItem::Deleted)) {
            return deleted_reply(&path);
        }
        store.set_item(path, StoredItem::Deleted);
        from_example(answer)
    }

    fn has_listing(&self, operation: &MockOperation) -> bool {
        let listing = self.operations.find_listing(operation.answer.path);
        listing
            .and_then(|listing| json_body(listing.answer))
            .is_some_and(|mut example| elements_mut(&mut example).is_some())
    }

    /// The key of the objects that `operation`, on one of them, is about.
    fn item_key(&self, operation: &MockOperation) -> ItemKey {
        let of_its_own = json_body(operation.answer).filter(Json::is_object);
        let example = of_its_own.or_else(|| {
            let creation = self.operations.find_creation(&operation.template)?;
            json_body(creation.answer)
        });
        let parameter = operation.template.item_parameter().unwrap_or("id");
        ItemKey::for_parameter(parameter, example.as_ref())
    }

    /// The key of the objects in the collection that `operation` is about.
    fn collection_key(&self, operation: &MockOperation, example: Option<&Json>) -> ItemKey {
        let item = self.operations.any_operation_on_item(&operation.template);
        match (item, example) {
            (Some(item), None) => self.item_key(item),
            (item, example) => {
                let parameter = item.and_then(|item| item.template.item_parameter());
                ItemKey::for_parameter(parameter.unwrap_or("id"), example)
            }
        }
    }

    fn lock_store(&self) -> MutexGuard<'_, ItemStore> {
        // A panic in another request leaves a map that is whole: each change is a single insertion.
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The path in one spelling: `%41` is `A`, and only what must be is encoded.
fn canonical_path(path: &str) -> String {
    split_path(path).fold(String::new(), |path, segment| {
        item_path(&path, &decode_segment(segment))
    })
}

fn last_segment(path: &str) -> String {
    let encoded = path.strip_prefix(parent_path(path)).unwrap_or_default();
    decode_segment(encoded.trim_start_matches('/')).into_owned()
}

fn base_path(server: &BaseUrl) -> Option<String> {
    let url = server.with_defaults();
    let after_host = match url.split_once("://") {
        Some((_, rest)) => rest.find('/').map(|slash| &rest[slash..])?,
        None => &url,
    };
    let path = after_host.trim_end_matches('/');
    path.starts_with('/').then(|| path.to_owned())
}

fn json_body(answer: &MockResponse) -> Option<Json> {
    if !is_json_media_type(answer.content_type) {
        return None;
    }
    serde_json::from_str(answer.body).ok()
}

/// The list in a body: the body itself, or the one array in it.
fn elements_mut(body: &mut Json) -> Option<&mut Vec<Json>> {
    match body {
        Json::Array(elements) => Some(elements),
        Json::Object(members) => {
            let mut arrays = members.values_mut().filter_map(Json::as_array_mut);
            // With two arrays in a body, nothing says which one is the list.
            arrays.next().filter(|_| arrays.next().is_none())
        }
        _ => None,
    }
}

fn first_element(body: &Json) -> Option<&Json> {
    match body {
        Json::Array(elements) => elements.first(),
        Json::Object(members) => members.values().find_map(Json::as_array)?.first(),
        _ => None,
    }
}

fn with_object(answer: &'static MockResponse, key: &ItemKey, object: &Json) -> MockReply {
    match json_body(answer) {
        Some(example) => with_body(
            answer,
            &key.change_in_body(&example, |item| merge_into_example(item, object)),
        ),
        None => from_example(answer),
    }
}

fn from_example(answer: &MockResponse) -> MockReply {
    MockReply {
        status: answer.status,
        content_type: answer.content_type,
        body: answer.body.to_owned(),
        allow: None,
    }
}

fn with_body(answer: &MockResponse, body: &Json) -> MockReply {
    MockReply {
        body: body.to_string(),
        ..from_example(answer)
    }
}

fn error_reply(status: u16, message: String) -> MockReply {
    MockReply {
        status,
        content_type: "application/json",
        body: json!({ "message": message }).to_string(),
        allow: None,
    }
}

fn deleted_reply(path: &str) -> MockReply {
    error_reply(404, format!("{path} was deleted"))
}

fn unknown_path_reply(path: &str, similar: &[&str]) -> MockReply {
    let mut message = format!("no operation has the path {path}");
    if let Some(question) = did_you_mean(similar.iter().copied()) {
        message.push_str(&format!("; {question}"));
    }
    error_reply(404, message)
}

fn wrong_method_reply(methods: &[Method]) -> MockReply {
    let names: Vec<&str> = methods.iter().map(|method| method.as_str()).collect();
    let allow = names.join(", ");
    MockReply {
        allow: Some(allow.clone()),
        ..error_reply(405, format!("this path has {allow}"))
    }
}

#[cfg(test)]
mod tests;
