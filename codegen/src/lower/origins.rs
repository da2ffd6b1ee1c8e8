//! What `x-mcp` and settings state of where values of arguments come from: names become operations and places in their
//! responses. It runs when all operations are lowered, because each may name any other.

use std::collections::{BTreeSet, HashMap, HashSet};

use toolwright_inspect::suggest::{did_you_mean, suggest_names};

use super::Lowering;
use super::call::ToolArguments;
use super::response_place::{FoundPlace, find_place};
use crate::diagnostics::{Diagnostic, Diagnostics, Mark, Severity};
use crate::model::{ArgumentOrigin, Operation, OriginProducer, ReturnedSchemas};
use crate::normalize::{self, Document, FROM, StatedProducer, ValueOrigin};
use crate::selection::{is_place, normalize_place};
use crate::setting::Setting;

/// What is stated of an argument of an operation.
pub(super) struct PendingOrigin {
    /// The name of the operation's tool.
    tool: String,
    /// The name of the argument.
    argument: String,
    origin: ValueOrigin,
}

/// Where an operation is.
#[derive(Clone, Copy)]
pub(super) enum Target<'d> {
    /// In the model, at this index.
    Tool(usize),
    /// Left out by this setting.
    LeftOut(&'d str),
    /// Skipped, because it cannot be honoured.
    Skipped,
}

/// All operations by what people call them.
pub(super) struct OperationNames<'d> {
    by_id: HashMap<&'d str, Target<'d>>,
    by_place: HashMap<String, Target<'d>>,
    by_tool: HashMap<String, usize>,
}

impl Lowering<'_> {
    /// Notes what is stated of the arguments of an operation: by itself, by its parameters and by settings.
    pub(super) fn note_origins(
        &mut self,
        raw: &normalize::Operation,
        tool: &str,
        given: ToolArguments<'_>,
        of_arguments: Vec<(String, ValueOrigin)>,
    ) {
        let mut pending: Vec<PendingOrigin> = Vec::new();
        let mut noted: HashSet<String> = HashSet::new();
        let mut add = |argument: &str, origin: &ValueOrigin| {
            if noted.insert(argument.to_owned()) {
                pending.push(PendingOrigin {
                    tool: tool.to_owned(),
                    argument: argument.to_owned(),
                    origin: origin.clone(),
                });
            }
        };
        let (by_settings, by_arguments): (Vec<_>, Vec<_>) = of_arguments
            .iter()
            .partition(|(_, it)| it.setting.is_some());
        // Settings override the spec, and an operation the parameters that it may share.
        for (argument, origin) in by_settings {
            add(argument, origin);
        }
        for (name, origin) in &raw.x_mcp.from {
            match given.find_argument(name) {
                Some(argument) => add(argument, origin),
                None => {
                    let known = given.input.get("properties").and_then(|it| it.as_object());
                    let known = known.into_iter().flatten().map(|(name, _)| name.as_str());
                    let message = format!(
                        "`{FROM}` names the argument `{name}`, which callers of this operation do not have; it is \
                         ignored"
                    );
                    let help = did_you_mean(suggest_names(name, known));
                    self.diagnostics.push(warn_at(origin, message, help));
                }
            }
        }
        for (argument, origin) in by_arguments {
            add(argument, origin);
        }
        self.origins.append(&mut pending);
    }
}

/// Puts what is stated into the model. What cannot be resolved is reported and ignored.
pub(super) fn resolve_origins(
    pending: &[PendingOrigin],
    names: &OperationNames<'_>,
    operations: &mut [Operation],
    returned: &ReturnedSchemas,
    diagnostics: &mut Diagnostics,
) {
    let mut reported = BTreeSet::new();
    for PendingOrigin {
        tool,
        argument,
        origin,
    } in pending
    {
        let Some(&consumer) = names.by_tool.get(tool) else {
            continue;
        };
        let mut producers = Vec::new();
        for stated in &origin.operations {
            match names.resolve_producer(stated, consumer, returned) {
                Ok((producer, remark)) => {
                    producers.push(producer);
                    report_origin(origin, stated, remark, &mut reported, diagnostics);
                }
                Err(remark) => {
                    report_origin(origin, stated, Some(remark), &mut reported, diagnostics)
                }
            }
        }
        // If nothing of it can be resolved, it states nothing.
        if producers.is_empty() && !origin.operations.is_empty() {
            continue;
        }
        if let Some(operation) = operations.get_mut(consumer) {
            operation.origins.push(ArgumentOrigin {
                argument: argument.clone(),
                producers,
            });
        }
    }
}

/// A problem of a stated operation, and what to do about it.
struct Remark {
    message: String,
    help: Option<String>,
}

fn report_origin(
    origin: &ValueOrigin,
    stated: &StatedProducer,
    remark: Option<Remark>,
    reported: &mut BTreeSet<String>,
    diagnostics: &mut Diagnostics,
) {
    let Some(Remark { message, help }) = remark else {
        return;
    };
    // A setting or a shared parameter states the same of many operations.
    let place = match &origin.setting {
        Some(rule) => rule.operation.as_str(),
        None => stated.pointer.as_str(),
    };
    if reported.insert(format!("{place} {message}")) {
        let at = ValueOrigin {
            pointer: stated.pointer.clone(),
            ..origin.clone()
        };
        diagnostics.push(warn_at(&at, message, help));
    }
}

fn warn_at(origin: &ValueOrigin, message: String, help: Option<String>) -> Diagnostic {
    let (pointer, mark) = match &origin.setting {
        Some(rule) => (
            String::new(),
            Mark::Setting(Box::new(Setting::Argument(rule.clone()))),
        ),
        None => (origin.pointer.clone(), Mark::Value),
    };
    Diagnostic {
        severity: Severity::Warning,
        message,
        pointer,
        mark,
        help,
        operation: None,
    }
}

impl<'d> OperationNames<'d> {
    /// The names of a document's operations. `places` has for each of them its index in the model.
    pub(super) fn new(
        document: &'d Document,
        places: &[Option<usize>],
        operations: &[Operation],
    ) -> Self {
        let mut names = Self {
            by_id: HashMap::new(),
            by_place: HashMap::new(),
            by_tool: HashMap::new(),
        };
        for (raw, index) in document.operations.iter().zip(places) {
            let target = index.map_or(Target::Skipped, Target::Tool);
            let place = format!("{} {}", raw.method, raw.path);
            names.add_operation(raw.operation_id.as_deref(), &place, target);
        }
        for left_out in &document.left_out {
            let place = format!("{} {}", left_out.method, left_out.path);
            let target = Target::LeftOut(&left_out.by);
            names.add_operation(left_out.operation_id.as_deref(), &place, target);
        }
        let tools = operations.iter().enumerate();
        names.by_tool = tools
            .map(|(index, operation)| (operation.tool.clone(), index))
            .collect();
        names
    }

    fn add_operation(&mut self, id: Option<&'d str>, place: &str, target: Target<'d>) {
        // Of two with one name, the first in the spec counts.
        if let Some(id) = id {
            self.by_id.entry(id).or_insert(target);
        }
        self.by_place
            .entry(normalize_place(place))
            .or_insert(target);
    }

    pub(super) fn find_by_id(&self, id: &str) -> Option<Target<'d>> {
        self.by_id.get(id).copied()
    }

    /// The operation of a method and path.
    pub(super) fn find_by_place(&self, place: &str) -> Option<Target<'d>> {
        self.by_place.get(&normalize_place(place)).copied()
    }

    /// The operation of an operationId, a method and path, or else the name of a tool.
    fn find_operation(&self, name: &str) -> Option<Target<'d>> {
        let by_tool = || self.by_tool.get(name).copied().map(Target::Tool);
        let by_place = || self.find_by_place(name);
        self.find_by_id(name).or_else(by_place).or_else(by_tool)
    }

    fn resolve_producer(
        &self,
        stated: &StatedProducer,
        consumer: usize,
        returned: &ReturnedSchemas,
    ) -> Result<(OriginProducer, Option<Remark>), Remark> {
        let written = stated.operation.as_str();
        let mut name = written;
        let mut field = stated.field.as_deref();
        let mut found = self.find_operation(name);
        if found.is_none()
            && let Some((operation, place)) = written.rsplit_once('#')
        {
            (name, field) = (operation.trim(), Some(place.trim()));
            found = self.find_operation(name);
        }
        let ignored = |message: String, help: Option<String>| Remark {
            message: format!("{message}; it is ignored"),
            help,
        };
        let index = match found {
            Some(Target::Tool(index)) if index == consumer => {
                let message = format!("`{FROM}` names the operation itself, `{name}`");
                return Err(ignored(message, None));
            }
            Some(Target::Tool(index)) => index,
            Some(Target::LeftOut(by)) => {
                let message = format!("`{FROM}` names `{name}`, which is left out ({by})");
                let help = "select that operation as well, or name another one";
                return Err(ignored(message, Some(help.to_owned())));
            }
            Some(Target::Skipped) => {
                let message = format!("`{FROM}` names `{name}`, which does not become a tool");
                let help = "another message says why that operation is skipped";
                return Err(ignored(message, Some(help.to_owned())));
            }
            None => {
                let message =
                    format!("`{FROM}` names the operation `{name}`, which the spec does not have");
                return Err(ignored(message, self.suggest_operation(name)));
            }
        };
        let schema = returned.schemas.get(index).and_then(Option::as_ref);
        let place = field.map(|field| find_place(field, schema, &returned.definitions));
        let (place, remark) = match (place, field) {
            (Some(FoundPlace::Missing(near)), Some(field)) => {
                let message =
                    format!("the response of `{name}` has no `{field}`; this field is ignored");
                let help = near.and_then(|near| did_you_mean([near.as_str()]));
                (None, Some(Remark { message, help }))
            }
            (Some(FoundPlace::At(place)), _) => (Some(place), None),
            _ => (None, None),
        };
        let producer = OriginProducer {
            operation: index,
            place,
        };
        Ok((producer, remark))
    }

    pub(super) fn suggest_operation(&self, name: &str) -> Option<String> {
        let mut known: Vec<&str> = match is_place(name) {
            true => self.by_place.keys().map(String::as_str).collect(),
            false => self.by_id.keys().copied().collect(),
        };
        // The order of hash maps must not show.
        known.sort_unstable();
        did_you_mean(suggest_names(name, known))
    }
}
