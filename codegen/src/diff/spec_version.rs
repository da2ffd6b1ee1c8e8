//! One of the two specs that are compared: its model, and the addresses of operations, parameters, bodies and
//! results in its files. The model has no places of its own for these, so they are found in the JSON of the spec.

use serde_json::Value;

use super::entry::Place;
use crate::model::{Api, Location, Operation, Parameter, is_json_media_type};
use crate::modelled::Modelled;
use crate::source::{address, pointer};

/// How many references are followed to a place.
const MAX_REFERENCE_CHAIN: usize = 64;

/// One of the two specs: its model, and where in its files things are.
#[derive(Clone, Copy)]
pub(super) struct SpecVersion<'a> {
    modelled: &'a Modelled,
}

/// The two specs that are compared.
#[derive(Clone, Copy)]
pub(super) struct VersionPair<'a> {
    pub(super) old: SpecVersion<'a>,
    pub(super) new: SpecVersion<'a>,
}

impl<'a> SpecVersion<'a> {
    pub(super) fn from_model(modelled: &'a Modelled) -> Self {
        Self { modelled }
    }

    pub(super) fn api(self) -> &'a Api {
        &self.modelled.api
    }

    /// Why an operation of the spec is no tool.
    pub(super) fn why_skipped(self, operation: &Operation) -> Option<&'a str> {
        let method = operation.method.to_string();
        let path = &operation.path;
        let skipped = self.modelled.skipped().find(|diagnostic| {
            let named = diagnostic.operation.as_ref();
            named.is_some_and(|(m, p)| p == path && (*m == method || m == "*"))
        });
        skipped.map(|diagnostic| diagnostic.message.as_str())
    }

    /// The place of an address, or of what is nearest around it.
    pub(super) fn locate_address(self, at: &str) -> Place {
        let (source, within) = self.modelled.sources.file_containing(at);
        let is_there = |at: &str| pointer::resolve(source.root(), at).is_some();
        // A parameter is described beside its schema.
        let beside = within
            .rsplit_once("/schema/")
            .map(|(owner, keyword)| format!("{owner}/{keyword}"));
        let beside = beside.filter(|at| !is_there(within) && is_there(at));
        let mut there = beside.as_deref().unwrap_or(within);
        while !is_there(there) {
            match there.rsplit_once('/') {
                Some((around, _)) => there = around,
                None => break,
            }
        }
        let location = source.locate(there);
        Place {
            pointer: address::join(address::split(at).0, there),
            file: source.path().display().to_string(),
            line: location.line,
            column: location.column,
        }
    }

    fn value_at_address(self, at: &str) -> Option<&'a Value> {
        let (source, within) = self.modelled.sources.file_containing(at);
        pointer::resolve(source.root(), within)
    }

    /// The address that references at an address lead to, within one document.
    pub(super) fn follow_references(self, at: String) -> String {
        let mut at = at;
        // References may form a circle.
        for _ in 0..MAX_REFERENCE_CHAIN {
            let reference = self
                .value_at_address(&at)
                .and_then(|value| value.get("$ref"));
            let target = reference
                .and_then(Value::as_str)
                .and_then(pointer::from_reference);
            let Some(target) = target else {
                return at;
            };
            let target = address::join(address::split(&at).0, &target);
            if self.value_at_address(&target).is_none() {
                return at;
            }
            at = target;
        }
        at
    }

    /// The address of a member of what is at an address.
    fn member_address(self, at: &str, name: &str) -> Option<String> {
        let inner = pointer::join(at, name);
        self.value_at_address(&inner)
            .map(|_| self.follow_references(inner))
    }

    /// The address of what an operation needs to authenticate, which may be said for all.
    pub(super) fn security_address(self, operation: &Operation) -> String {
        let own = pointer::join(&operation.pointer, "security");
        match self.value_at_address(&own) {
            Some(_) => own,
            None => "/security".to_owned(),
        }
    }

    /// The address of a parameter of an operation, which its path may have for all operations.
    pub(super) fn parameter_address(self, operation: &Operation, parameter: &Parameter) -> String {
        let place = match parameter.location {
            Location::Path => "path",
            Location::Query => "query",
            Location::QueryString(_) => "querystring",
            Location::Header => "header",
            Location::Cookie => "cookie",
        };
        let path = pointer::split(&operation.pointer).map(|(path, _)| path);
        let found = [Some(operation.pointer.as_str()), path]
            .into_iter()
            .flatten()
            .find_map(|owner| {
                let list = pointer::join(owner, "parameters");
                let count = self.value_at_address(&list)?.as_array()?.len();
                (0..count)
                    .map(|index| self.follow_references(pointer::join_index(&list, index)))
                    .find(|at| {
                        let is = |key: &str, wanted: &str| {
                            let value = self.value_at_address(at).and_then(|value| value.get(key));
                            value.and_then(Value::as_str) == Some(wanted)
                        };
                        is("name", &parameter.name) && is("in", place)
                    })
            });
        found.unwrap_or_else(|| {
            let list = pointer::join(&operation.pointer, "parameters");
            pointer::join(&list, &parameter.name)
        })
    }

    /// The address of a parameter's schema: Swagger 2.0 has its keywords in the parameter.
    pub(super) fn parameter_schema_address(self, at: &str) -> String {
        let schema = self.member_address(at, "schema");
        schema
            .or_else(|| self.first_content_schema_address(at))
            .unwrap_or_else(|| at.to_owned())
    }

    /// The address of the schema of an operation's body.
    pub(super) fn body_schema_address(self, operation: &Operation) -> String {
        let body = self.member_address(&operation.pointer, "requestBody");
        if let Some(body) = body {
            let sent = operation.body.iter();
            let sent = sent.flat_map(|sent| sent.format.media_types());
            let named = sent.filter_map(|name| {
                let content = pointer::join(&body, "content");
                self.member_address(&pointer::join(&content, name), "schema")
            });
            let found = named.into_iter().next();
            return found
                .or_else(|| self.first_content_schema_address(&body))
                .unwrap_or(body);
        }
        let list = pointer::join(&operation.pointer, "parameters");
        let count = self
            .value_at_address(&list)
            .and_then(Value::as_array)
            .map_or(0, Vec::len);
        (0..count)
            .map(|index| self.follow_references(pointer::join_index(&list, index)))
            .find(|at| {
                let place = self.value_at_address(at).and_then(|value| value.get("in"));
                place.and_then(Value::as_str) == Some("body")
            })
            .and_then(|at| self.member_address(&at, "schema"))
            .unwrap_or_else(|| pointer::join(&operation.pointer, "requestBody"))
    }

    /// The address of the schema of an operation's result.
    pub(super) fn result_schema_address(self, operation: &Operation) -> String {
        let all = pointer::join(&operation.pointer, "responses");
        let statuses = self.value_at_address(&all).and_then(Value::as_object);
        let success = statuses
            .into_iter()
            .flat_map(|statuses| statuses.keys())
            .filter(|status| status.starts_with('2') || *status == "default");
        let mut success: Vec<&String> = success.collect();
        success.sort();
        let found = success.into_iter().find_map(|status| {
            let response = self.member_address(&all, status)?;
            self.member_address(&response, "schema")
                .or_else(|| self.first_content_schema_address(&response))
        });
        found.unwrap_or(all)
    }

    /// The address of the schema of the first content type, JSON before others.
    fn first_content_schema_address(self, at: &str) -> Option<String> {
        let content = pointer::join(at, "content");
        let kinds = self.value_at_address(&content)?.as_object()?;
        let json = kinds.keys().find(|kind| is_json_media_type(kind));
        let kind = json.or_else(|| kinds.keys().next())?;
        self.member_address(&pointer::join(&content, kind), "schema")
    }
}

/// The name of a component or definition at an address, if it is one.
pub(super) fn component_name(at: &str) -> Option<String> {
    let (document, within) = address::split(at);
    if !document.is_empty() {
        return None;
    }
    let names = ["/components/schemas/", "/definitions/"];
    let name = names
        .iter()
        .find_map(|prefix| within.strip_prefix(prefix))?;
    (!name.contains('/')).then(|| pointer::unescape(name).into_owned())
}
