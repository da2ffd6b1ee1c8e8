//! `links` of responses, as a part of the data flow: the parameter of a linked operation takes what the response has, or what
//! an argument of the linking operation has. It runs when all operations are lowered. A bad link is reported and ignored.

use percent_encoding::percent_decode_str;
use toolwright_inspect::suggest::{did_you_mean, suggest_names};

use super::origins::{OperationNames, Target};
use super::response::successes_and_default;
use super::response_place::{FoundPlace, find_place};
use crate::diagnostics::{Diagnostic, Diagnostics, Mark, Severity};
use crate::model::{LinkedArgument, LinkedValue, Location, Operation, ReturnedSchemas};
use crate::normalize::{self, Document, Link, LinkExpression, LinkTarget};
use crate::source::pointer::unescape;

/// How a reference to an operation of the same document begins.
const PATHS: &str = "#/paths/";

/// The links of a document while they are resolved.
pub(super) struct Links<'l> {
    pub(super) names: &'l OperationNames<'l>,
    pub(super) returned: &'l ReturnedSchemas,
    pub(super) diagnostics: &'l mut Diagnostics,
}

impl Links<'_> {
    /// Puts the links of a document's responses into the model. `places` has for each operation of the document its index in
    /// the model.
    pub(super) fn resolve_links(
        &mut self,
        document: &Document,
        places: &[Option<usize>],
        operations: &mut [Operation],
    ) {
        for (raw, source) in document.operations.iter().zip(places) {
            let Some(source) = *source else {
                continue;
            };
            for response in successes_and_default(raw) {
                for link in &response.links {
                    self.resolve_link(link, raw, source, operations);
                }
            }
        }
    }

    fn resolve_link(
        &mut self,
        link: &Link,
        raw: &normalize::Operation,
        source: usize,
        operations: &mut [Operation],
    ) {
        let Some(target) = self.find_target(link) else {
            return;
        };
        for (name, expression) in &link.parameters {
            let Some(consumer) = operations.get(target) else {
                return;
            };
            let Some(argument) = find_argument(consumer, name) else {
                let known = consumer.parameters.iter().map(|it| it.name.as_str());
                let help = did_you_mean(suggest_names(name, known));
                let message = format!(
                    "this link sets the parameter `{name}`, which {} {} does not have; it is ignored",
                    consumer.method, consumer.path
                );
                self.warn_of_link(link, message, help);
                continue;
            };
            let argument = argument.to_owned();
            let value = match expression {
                LinkExpression::Passed(name) => {
                    let passed = operations.get(source);
                    let passed = passed.and_then(|it| find_argument(it, name));
                    passed.map(|argument| LinkedValue::Passed {
                        argument: argument.to_owned(),
                    })
                }
                LinkExpression::Returned(pointer) => self
                    .find_returned(link, pointer, raw, source)
                    .map(|place| LinkedValue::Returned { place }),
            };
            // The next page of an operation is asked for with arguments that no other operation returns.
            let Some(value) = value.filter(|_| source != target) else {
                continue;
            };
            if let Some(consumer) = operations.get_mut(target) {
                consumer.links.push(LinkedArgument {
                    argument,
                    operation: source,
                    value,
                });
            }
        }
    }

    /// The index of the operation that a link leads to. One that is no tool is nobody's mistake.
    fn find_target(&mut self, link: &Link) -> Option<usize> {
        let (found, written, help) = match &link.target {
            LinkTarget::Id(id) => {
                let help = || self.names.suggest_operation(id);
                (self.names.find_by_id(id), id, help())
            }
            LinkTarget::Reference(reference) => {
                if !reference.starts_with(PATHS) {
                    let message = format!(
                        "`operationRef` of this link is `{reference}`, which is not a place below `{PATHS}` of the same \
                         document; it is ignored"
                    );
                    self.warn_of_link(link, message, None);
                    return None;
                }
                let place = parse_reference(reference);
                let found = place.and_then(|place| self.names.find_by_place(&place));
                (found, reference, None)
            }
        };
        match found {
            Some(Target::Tool(index)) => Some(index),
            Some(Target::LeftOut(_) | Target::Skipped) => None,
            None => {
                let message = format!(
                    "this link leads to the operation `{written}`, which the spec does not have; it is ignored"
                );
                self.warn_of_link(link, message, help);
                None
            }
        }
    }

    /// The place in the response of the linking operation that a JSON pointer means.
    fn find_returned(
        &mut self,
        link: &Link,
        pointer: &str,
        raw: &normalize::Operation,
        source: usize,
    ) -> Option<String> {
        let schema = self.returned.schemas.get(source).and_then(Option::as_ref);
        match find_place(pointer, schema, &self.returned.definitions) {
            FoundPlace::At(place) => Some(place),
            FoundPlace::Missing(near) => {
                let message = format!(
                    "this link takes `{pointer}` of the response of {} {}, which does not have it; it is ignored",
                    raw.method, raw.path
                );
                let help = near.and_then(|near| did_you_mean([near.as_str()]));
                self.warn_of_link(link, message, help);
                None
            }
        }
    }

    fn warn_of_link(&mut self, link: &Link, message: String, help: Option<String>) {
        // Several responses may refer to one link.
        let is_same = |it: &Diagnostic| it.pointer == link.pointer && it.message == message;
        if self.diagnostics.iter().any(is_same) {
            return;
        }
        self.diagnostics.push(Diagnostic {
            severity: Severity::Warning,
            message,
            pointer: link.pointer.clone(),
            mark: Mark::Value,
            help,
            operation: None,
        });
    }
}

/// The method and path of a reference such as `#/paths/~1users~1{id}/get`.
fn parse_reference(reference: &str) -> Option<String> {
    let decoded = percent_decode_str(reference).decode_utf8().ok()?;
    let (path, method) = decoded.strip_prefix(PATHS)?.split_once('/')?;
    Some(format!("{method} {}", unescape(path)))
}

/// The argument of a parameter that a link names, `id` or, with its location, `path.id`. Hidden ones are not found.
fn find_argument<'o>(operation: &'o Operation, name: &str) -> Option<&'o str> {
    let located = name.split_once('.').and_then(|(location, name)| {
        let location = match location {
            "path" => Location::Path,
            "query" => Location::Query,
            "header" => Location::Header,
            "cookie" => Location::Cookie,
            _ => return None,
        };
        let mut parameters = operation.parameters.iter();
        parameters.find(|it| it.name == name && it.location == location)
    });
    let named = || operation.parameters.iter().find(|it| it.name == name);
    let parameter = located.or_else(named)?;
    Some(parameter.field.wire.as_str())
}
