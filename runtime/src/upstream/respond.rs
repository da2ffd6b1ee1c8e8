use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::json;

use super::key::Key;
use super::merge::{merged, update};
use super::operations::{Found, Operation, Operations};
use super::sent;
use super::store::{Item, Store, item_path, parent};
use super::template::{decode, split};
use super::{MockResponse, MockResponses};
use crate::base_url::BaseUrl;
use crate::tool::Method;
use crate::value::Json;
use toolwright_inspect::suggest::did_you_mean;

/// MockResponses requests from the examples and from what earlier requests left.
#[derive(Debug)]
pub(super) struct Responder {
    operations: Operations,
    /// Paths of the spec's base URLs, which a request may or may not begin with.
    bases: Vec<String>,
    store: Mutex<Store>,
}

/// A request as far as answers depend on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    pub(super) method: &'a str,
    /// The path as it was sent.
    pub(super) path: &'a str,
    pub(super) query: &'a str,
    pub(super) content_type: &'a str,
    pub(super) body: &'a [u8],
}

#[derive(Debug, PartialEq)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) content_type: &'static str,
    pub(super) body: String,
    /// The methods that the path has, where the request had another.
    pub(super) allow: Option<String>,
}

impl Responder {
    pub(super) fn new(answers: &'static MockResponses, servers: &[BaseUrl]) -> Self {
        Self {
            operations: Operations::new(answers),
            bases: servers.iter().filter_map(base_path).collect(),
            store: Mutex::default(),
        }
    }

    pub(super) fn reply(&self, asked: Asked<'_>) -> Reply {
        match self.operations.find(asked.method, asked.path, asked.query) {
            Found::Operation(operation) => self.perform(operation, asked),
            Found::OtherMethods(methods) => wrong_method(&methods),
            Found::Nothing(similar) => self
                .bases
                .iter()
                .find_map(|base| self.below_base(base, asked))
                .unwrap_or_else(|| no_such_path(asked.path, &similar)),
        }
    }

    fn below_base(&self, base: &str, asked: Asked<'_>) -> Option<Reply> {
        let path = asked.path.strip_prefix(base)?;
        match self.operations.find(asked.method, path, asked.query) {
            Found::Operation(operation) => Some(self.perform(operation, Asked { path, ..asked })),
            Found::OtherMethods(methods) => Some(wrong_method(&methods)),
            Found::Nothing(_) => None,
        }
    }

    fn perform(&self, operation: &Operation, asked: Asked<'_>) -> Reply {
        let answer = operation.answer;
        let path = canonical(asked.path);
        let object = sent::object(asked.content_type, asked.body);
        match (answer.method, operation.template.item_parameter(), object) {
            (Method::Get, Some(_), _) => self.read(operation, &path),
            (Method::Get, None, _) => self.list(operation, &path),
            (Method::Delete, Some(_), _) => self.delete(answer, path),
            (Method::Put | Method::Patch | Method::Post, Some(_), Some(change)) => {
                self.change(operation, path, &change)
            }
            (Method::Post, None, Some(object)) => self.create(operation, &path, object),
            (Method::Put | Method::Patch, None, Some(change)) => {
                self.change_by_key(operation, &path, &change)
            }
            (Method::Post, None, None) => {
                for object in sent::objects(asked.content_type, asked.body) {
                    self.create(operation, &path, object);
                }
                plain(answer)
            }
            _ => plain(answer),
        }
    }

    fn read(&self, operation: &Operation, path: &str) -> Reply {
        let Some(example) = json_body(operation.answer) else {
            return plain(operation.answer);
        };
        let key = self.key_of_item(operation);
        match self.store().get(path) {
            Some(Item::Deleted) => gone(path),
            Some(Item::Kept(object)) => {
                let shown = key.in_answer(&example, |item| merged(item, object));
                with_body(operation.answer, &shown)
            }
            None => {
                let asked_for = key.parse(&last_segment(path));
                let shown = key.in_answer(&example, |item| match &asked_for {
                    Some(value) => merged(item, &json!({ (key.name.as_str()): value })),
                    None => item.clone(),
                });
                with_body(operation.answer, &shown)
            }
        }
    }

    fn list(&self, operation: &Operation, path: &str) -> Reply {
        let example = json_body(operation.answer);
        let Some((mut example, key)) = example.map(|example| {
            let key = self.key_of_collection(operation, first_element(&example));
            (example, key)
        }) else {
            return plain(operation.answer);
        };
        let Some(elements) = elements_mut(&mut example) else {
            return plain(operation.answer);
        };
        let form = elements.first().cloned().unwrap_or(Json::Null);
        if form.get(&key.name).is_none() && !form.is_null() {
            return plain(operation.answer);
        }
        let store = self.store();
        elements.retain(|element| match key.segment_of(element) {
            Some(segment) => store.get(&item_path(path, &segment)).is_none(),
            None => true,
        });
        elements.extend(store.below(path).map(|object| merged(&form, object)));
        with_body(operation.answer, &example)
    }

    fn create(&self, operation: &Operation, collection: &str, mut object: Json) -> Reply {
        let item = self.operations.any_item_of(&operation.template);
        if item.is_none() && !self.is_listed(operation) {
            return plain(operation.answer);
        }
        let example = json_body(operation.answer);
        let key = self.key_of_collection(operation, example.as_ref());
        let mut store = self.store();
        let segment = key.segment_of(&object).unwrap_or_else(|| {
            let value = key.make(store.next_number());
            update(&mut object, &json!({ (key.name.as_str()): value }));
            key.segment_of(&object).unwrap_or_default()
        });
        store.set(item_path(collection, &segment), Item::Kept(object.clone()));
        show(operation.answer, &key, &object)
    }

    fn change(&self, operation: &Operation, path: String, change: &Json) -> Reply {
        let key = self.key_of_item(operation);
        let mut store = self.store();
        let mut object = match store.get(&path) {
            Some(Item::Kept(object)) => object.clone(),
            Some(Item::Deleted) if operation.answer.method != Method::Put => return gone(&path),
            _ => json!({}),
        };
        update(&mut object, change);
        if let Some(value) = key.parse(&last_segment(&path)) {
            update(&mut object, &json!({ (key.name.as_str()): value }));
        }
        store.set(path, Item::Kept(object.clone()));
        show(operation.answer, &key, &object)
    }

    /// `PUT /pet` changes the pet whose `id` is in the body.
    fn change_by_key(&self, operation: &Operation, collection: &str, change: &Json) -> Reply {
        let Some(item) = self.operations.any_item_of(&operation.template) else {
            return plain(operation.answer);
        };
        let key = self.key_of_item(item);
        match key.segment_of(change) {
            Some(segment) => self.change(operation, item_path(collection, &segment), change),
            None => plain(operation.answer),
        }
    }

    fn delete(&self, answer: &'static MockResponse, path: String) -> Reply {
        let mut store = self.store();
        if matches!(store.get(&path), Some(Item::Deleted)) {
            return gone(&path);
        }
        store.set(path, Item::Deleted);
        plain(answer)
    }

    fn is_listed(&self, operation: &Operation) -> bool {
        let listing = self.operations.listing_at(operation.answer.path);
        listing
            .and_then(|listing| json_body(listing.answer))
            .is_some_and(|mut example| elements_mut(&mut example).is_some())
    }

    /// The key of the objects that `operation`, on one of them, is about.
    fn key_of_item(&self, operation: &Operation) -> Key {
        let of_its_own = json_body(operation.answer).filter(Json::is_object);
        let example = of_its_own.or_else(|| {
            let creation = self.operations.creation_for(&operation.template)?;
            json_body(creation.answer)
        });
        let parameter = operation.template.item_parameter().unwrap_or("id");
        Key::of(parameter, example.as_ref())
    }

    /// The key of the objects in the collection that `operation` is about.
    fn key_of_collection(&self, operation: &Operation, example: Option<&Json>) -> Key {
        let item = self.operations.any_item_of(&operation.template);
        match (item, example) {
            (Some(item), None) => self.key_of_item(item),
            (item, example) => {
                let parameter = item.and_then(|item| item.template.item_parameter());
                Key::of(parameter.unwrap_or("id"), example)
            }
        }
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The path in one spelling: `%41` is `A`, and only what must be is encoded.
fn canonical(path: &str) -> String {
    split(path).fold(String::new(), |path, segment| {
        item_path(&path, &decode(segment))
    })
}

fn last_segment(path: &str) -> String {
    let encoded = path.strip_prefix(parent(path)).unwrap_or_default();
    decode(encoded.trim_start_matches('/')).into_owned()
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
    if !answer.content_type.contains("json") {
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

fn show(answer: &'static MockResponse, key: &Key, object: &Json) -> Reply {
    match json_body(answer) {
        Some(example) => with_body(
            answer,
            &key.in_answer(&example, |item| merged(item, object)),
        ),
        None => plain(answer),
    }
}

fn plain(answer: &MockResponse) -> Reply {
    Reply {
        status: answer.status,
        content_type: answer.content_type,
        body: answer.body.to_owned(),
        allow: None,
    }
}

fn with_body(answer: &MockResponse, body: &Json) -> Reply {
    Reply {
        body: body.to_string(),
        ..plain(answer)
    }
}

fn failure(status: u16, message: String) -> Reply {
    Reply {
        status,
        content_type: "application/json",
        body: json!({ "message": message }).to_string(),
        allow: None,
    }
}

fn gone(path: &str) -> Reply {
    failure(404, format!("{path} was deleted"))
}

fn no_such_path(path: &str, similar: &[&str]) -> Reply {
    let mut message = format!("no operation has the path {path}");
    if let Some(question) = did_you_mean(similar.iter().copied()) {
        message.push_str(&format!("; {question}"));
    }
    failure(404, message)
}

fn wrong_method(methods: &[Method]) -> Reply {
    let names: Vec<&str> = methods.iter().map(|method| method.as_str()).collect();
    let allow = names.join(", ");
    Reply {
        allow: Some(allow.clone()),
        ..failure(405, format!("this path has {allow}"))
    }
}

#[cfg(test)]
mod tests;
