//! One operation in two specs: what the list says of its tool, its arguments, its result, and how it
//! is sent.

use serde_json::{Map, Value};

use super::change::Change;
use super::entry::Side;
use super::rule::{
    ARGUMENT_RENAMED, BASE_URL_CHANGED, BODY_PLACE_CHANGED, CONTENT_TYPE_CHANGED, DEPRECATED,
    DEPRECATION_WITHDRAWN, DESCRIPTION_CHANGED, HINTS_CHANGED, METHOD_CHANGED, PAGINATION_CHANGED,
    PARAMETER_MOVED, PARAMETER_STYLE_CHANGED, PATH_CHANGED, READ_ONLY_GAINED, READ_ONLY_LOST,
    REQUEST_RENAMED, RESULT_DESCRIBED, RESULT_NOT_DESCRIBED, Rule, TIMEOUT_CHANGED, TITLE_CHANGED,
    TOOL_RENAMED,
};
use super::rust::{PlacedField, Types};
use super::schemas::{Pair, Root, Schemas, Sense, brief, shortened};
use super::security;
use super::tools::{path_parameters, shape};
use super::version::{Version, component};
use crate::model::{
    BaseUrl, Body, BodyFormat, BodyPlace, Field, Location, Method, Operation, Parameter,
};
use crate::names::human_name;
use crate::source::pointer;

/// Whether a parameter of the old spec is that of the new one.
type Same<'t> = &'t dyn Fn(&Parameter, &Parameter) -> bool;

/// An operation of both specs.
#[derive(Clone, Copy)]
pub(super) struct Both<'a> {
    pub(super) old: &'a Operation,
    pub(super) new: &'a Operation,
    pub(super) versions: (Version<'a>, Version<'a>),
}

impl<'a> Both<'a> {
    /// What is changed about the tool as a whole.
    pub(super) fn facts(self) -> Vec<Change> {
        let (old, new) = (self.old, self.new);
        let mut facts = Facts {
            both: self,
            changes: Vec::new(),
        };
        facts.differ(&TOOL_RENAMED, "", &old.tool, &new.tool);
        if old.tool == new.tool {
            facts.differ(&REQUEST_RENAMED, "", &old.request, &new.request);
        }
        facts.differ(
            &METHOD_CHANGED,
            "",
            &old.method.to_string(),
            &new.method.to_string(),
        );
        if shape(&old.path) != shape(&new.path) {
            facts.differ(&PATH_CHANGED, "", &old.path, &new.path);
        }
        facts.differ(&TITLE_CHANGED, "summary", &title(old), &title(new));
        let texts = (description(old), description(new));
        facts.differ(&DESCRIPTION_CHANGED, "description", &texts.0, &texts.1);
        match (old.deprecated, new.deprecated) {
            (false, true) => facts.push(&DEPRECATED, "deprecated", None, None),
            (true, false) => facts.push(&DEPRECATION_WITHDRAWN, "deprecated", None, None),
            _ => {}
        }
        facts.hints();
        facts.parameters();
        facts.body();
        let urls = |servers: &[BaseUrl]| {
            let urls = servers.iter().map(|server| server.url.clone());
            urls.collect::<Vec<_>>().join(", ")
        };
        let (was, is) = (urls(&old.call.servers), urls(&new.call.servers));
        facts.differ(&BASE_URL_CHANGED, "servers", &was, &is);
        let timeout = |operation: &Operation| match operation.call.timeout_ms {
            Some(timeout) => format!("{timeout} ms"),
            None => "as for all".to_owned(),
        };
        facts.differ(&TIMEOUT_CHANGED, "x-mcp", &timeout(old), &timeout(new));
        if old.call.pagination != new.call.pagination {
            let said = |operation: &Operation| match &operation.call.pagination {
                Some(pagination) => format!("by `{}`", pagination.argument),
                None => "none".to_owned(),
            };
            let (was, is) = (Some(said(old)), Some(said(new)));
            facts.push(&PAGINATION_CHANGED, "x-mcp", was, is);
        }
        let changes = facts.changes;
        changes.into_iter().chain(security::of(self)).collect()
    }

    pub(super) fn change(
        self,
        rule: &'static Rule,
        member: &str,
        was: Option<String>,
        is: Option<String>,
    ) -> Change {
        let at = |operation: &Operation| match member {
            "" => operation.pointer.clone(),
            _ => pointer::join(&operation.pointer, member),
        };
        Change {
            rule,
            side: None,
            model: rule.arguments,
            subject: String::new(),
            was,
            is,
            old_at: Some(at(self.old)),
            new_at: Some(at(self.new)),
        }
    }

    /// The parameters that are the same in both.
    fn parameters(self) -> Vec<(&'a Parameter, &'a Parameter)> {
        let mut pairs: Vec<(&Parameter, &Parameter)> = Vec::new();
        let (was, is) = (
            path_parameters(&self.old.path),
            path_parameters(&self.new.path),
        );
        let same_shape = shape(&self.old.path) == shape(&self.new.path);
        let in_place = |old: &Parameter, new: &Parameter| {
            let index = |names: &[&str], parameter: &Parameter| {
                let is_path = parameter.location == Location::Path;
                let index = names.iter().position(|name| *name == parameter.name);
                index.filter(|_| is_path)
            };
            let index = (index(&was, old), index(&is, new));
            same_shape && index.0.is_some() && index.0 == index.1
        };
        let tests: [Same<'_>; 4] = [
            &|old, new| old.name == new.name && old.location == new.location,
            &in_place,
            &|old, new| old.name == new.name,
            &|old, new| old.field.wire == new.field.wire,
        ];
        for test in tests {
            for old in &self.old.parameters {
                if pairs.iter().any(|(known, _)| std::ptr::eq(*known, old)) {
                    continue;
                }
                let free =
                    |new: &&Parameter| !pairs.iter().any(|(_, known)| std::ptr::eq(*known, *new));
                let partner = self
                    .new
                    .parameters
                    .iter()
                    .filter(free)
                    .find(|new| test(old, new));
                if let Some(new) = partner {
                    pairs.push((old, new));
                }
            }
        }
        pairs
    }

    /// Compares input and output schemas.
    pub(super) fn schemas(self, schemas: &mut Schemas<'a>) -> [Root; 2] {
        let arguments = schemas.root(Side::Arguments);
        let results = schemas.root(Side::Results);
        self.arguments(schemas, arguments);
        self.result(schemas, results);
        [arguments, results]
    }

    fn arguments(self, schemas: &mut Schemas<'a>, root: Root) {
        let [was, is] = [self.old, self.new].map(Input::of);
        let pairs = self.parameters();
        for (old, new) in &pairs {
            let at = (
                self.versions.0.parameter(self.old, old),
                self.versions.1.parameter(self.new, new),
            );
            let within = (
                self.versions.0.parameter_schema(&at.0),
                self.versions.1.parameter_schema(&at.1),
            );
            let (old, new) = (&old.field, &new.field);
            let parameter = Pair {
                old: was.property(&old.wire),
                new: is.property(&new.wire),
                old_at: &at.0,
                new_at: &at.1,
                subject: &new.wire,
                sense: Sense::Along,
            };
            if old.wire != new.wire {
                let names = (Some(old.wire.clone()), Some(new.wire.clone()));
                schemas.note(root, &ARGUMENT_RENAMED, parameter, names);
            }
            required(schemas, root, parameter, old.required, new.required);
            schemas.within(
                root,
                Pair {
                    old_at: &within.0,
                    new_at: &within.1,
                    ..parameter
                },
            );
        }
        let left_old = self
            .old
            .parameters
            .iter()
            .filter(|old| !pairs.iter().any(|(known, _)| std::ptr::eq(*known, *old)));
        let left_new = self
            .new
            .parameters
            .iter()
            .filter(|new| !pairs.iter().any(|(_, known)| std::ptr::eq(*known, *new)));
        for old in left_old {
            let at = self.versions.0.parameter(self.old, old);
            alone(
                schemas,
                root,
                (&old.field, &at, &was),
                &self.new.pointer,
                false,
            );
        }
        for new in left_new {
            let at = self.versions.1.parameter(self.new, new);
            alone(
                schemas,
                root,
                (&new.field, &at, &is),
                &self.old.pointer,
                true,
            );
        }
        self.extra(schemas, root, &was, &is);
        self.body(schemas, root, &was, &is);
    }

    /// Arguments that are neither parameters nor of the body: the media type, the selection.
    fn extra(self, schemas: &mut Schemas<'a>, root: Root, was: &Input<'_>, is: &Input<'_>) {
        for name in was
            .extra
            .iter()
            .chain(is.extra.iter().filter(|name| !was.extra.contains(name)))
        {
            let subject = name.as_str();
            let [old, new] = [was, is].map(|input| input.operation.input.pointer("/properties"));
            let old = old
                .and_then(|all| all.get(name))
                .filter(|_| was.extra.contains(name));
            let new = new
                .and_then(|all| all.get(name))
                .filter(|_| is.extra.contains(name));
            let nothing = Value::Bool(true);
            let pair = Pair {
                old: old.unwrap_or(&nothing),
                new: new.unwrap_or(&nothing),
                old_at: &self.old.pointer,
                new_at: &self.new.pointer,
                subject,
                sense: Sense::Along,
            };
            match (old, new) {
                (Some(_), Some(_)) => schemas.within(root, pair),
                (Some(old), None) => {
                    let was_is = (Some(brief(old)), None);
                    schemas.note(root, &super::rule::PROPERTY_REMOVED, pair, was_is);
                }
                (None, Some(new)) => {
                    let was_is = (None, Some(brief(new)));
                    schemas.note(root, &super::rule::PROPERTY_ADDED, pair, was_is);
                }
                (None, None) => {}
            }
        }
    }

    fn body(self, schemas: &mut Schemas<'a>, root: Root, was: &Input<'_>, is: &Input<'_>) {
        let (old, new) = (self.old.body.as_ref(), self.new.body.as_ref());
        let at = (
            self.versions.0.body(self.old),
            self.versions.1.body(self.new),
        );
        let nothing = Value::Bool(true);
        let (before, after) = (was.body(), is.body());
        let pair = Pair {
            old: before.as_ref().unwrap_or(&nothing),
            new: after.as_ref().unwrap_or(&nothing),
            old_at: &at.0,
            new_at: &at.1,
            subject: "",
            sense: Sense::Along,
        };
        match (old, new) {
            (Some(old), Some(new)) => {
                let name = component(&at.1);
                let subject = match (new.place, &name) {
                    (BodyPlace::Property, None) => new.field.wire.as_str(),
                    (BodyPlace::Merged, None) => "",
                    (_, Some(name)) => name,
                };
                let merged = old.place == BodyPlace::Merged && new.place == BodyPlace::Merged;
                if !merged
                    || (pair.old.get("required").is_some() || pair.new.get("required").is_some())
                {
                    let subject = if merged {
                        "body"
                    } else {
                        new.field.wire.as_str()
                    };
                    let pair = Pair { subject, ..pair };
                    required(schemas, root, pair, old.field.required, new.field.required);
                }
                let pair = Pair { subject, ..pair };
                match component(&at.0).is_some() || name.is_some() {
                    true => schemas.shared(root, pair),
                    false => schemas.within(root, pair),
                }
            }
            (Some(old), None) => self.lone(schemas, root, pair, (old, pair.old), false),
            (None, Some(new)) => self.lone(schemas, root, pair, (new, pair.new), true),
            (None, None) => {}
        }
    }

    /// A body that only one of the specs has.
    fn lone(
        self,
        schemas: &mut Schemas<'a>,
        root: Root,
        pair: Pair<'_>,
        (body, schema): (&Body, &Value),
        is_new: bool,
    ) {
        let empty = Value::Object(Map::from_iter([
            ("type".to_owned(), Value::String("object".to_owned())),
            ("additionalProperties".to_owned(), Value::Bool(false)),
        ]));
        let whole = match body.place {
            BodyPlace::Merged => {
                let mut schema = schema.clone();
                if !body.field.required
                    && let Some(members) = schema.as_object_mut()
                {
                    members.shift_remove("required");
                }
                schema
            }
            BodyPlace::Property => {
                let wire = body.field.wire.clone();
                let mut whole = empty.clone();
                let properties = Map::from_iter([(wire.clone(), schema.clone())]);
                whole["properties"] = Value::Object(properties);
                if body.field.required {
                    whole["required"] = Value::Array(vec![Value::String(wire)]);
                }
                whole
            }
        };
        let pair = match is_new {
            true => Pair {
                old: &empty,
                new: &whole,
                old_at: &self.old.pointer,
                ..pair
            },
            false => Pair {
                old: &whole,
                new: &empty,
                new_at: &self.new.pointer,
                ..pair
            },
        };
        schemas.within(root, pair);
    }

    fn result(self, schemas: &mut Schemas<'a>, root: Root) {
        let at = (
            self.versions.0.result(self.old),
            self.versions.1.result(self.new),
        );
        let nothing = Value::Bool(true);
        let (old, new) = (self.old.output.as_ref(), self.new.output.as_ref());
        let pair = Pair {
            old: old.unwrap_or(&nothing),
            new: new.unwrap_or(&nothing),
            old_at: &at.0,
            new_at: &at.1,
            subject: "",
            sense: Sense::Along,
        };
        let said = |schema: Option<&Value>| schema.map(brief);
        let responses = |operation: &Operation| pointer::join(&operation.pointer, "responses");
        let all = (responses(self.old), responses(self.new));
        let whole = Pair {
            old_at: &all.0,
            new_at: &all.1,
            ..pair
        };
        match (old, new) {
            (None, None) => {}
            (Some(_), Some(_)) => schemas.within(root, pair),
            (None, Some(_)) => schemas.note(root, &RESULT_DESCRIBED, whole, (None, said(new))),
            (Some(_), None) => schemas.note(root, &RESULT_NOT_DESCRIBED, whole, (said(old), None)),
        }
    }

    /// Compares the fields of the request structs.
    pub(super) fn fields(self, types: &mut Types<'_>) {
        let pairs = self.parameters();
        let same = |old: &Field, new: &Field| {
            let of = |field: &Field, parameter: &Parameter| std::ptr::eq(field, &parameter.field);
            let is_body = |operation: &Operation, field: &Field| {
                let body = operation.body.as_ref();
                body.is_some_and(|body| std::ptr::eq(&body.field, field))
            };
            let kind = |operation: &Operation, field: &Field| {
                let chosen = operation.body.as_ref().and_then(|body| body.format.field());
                chosen.is_some_and(|chosen| std::ptr::eq(chosen, field))
            };
            pairs.iter().any(|(was, is)| of(old, was) && of(new, is))
                || is_body(self.old, old) && is_body(self.new, new)
                || kind(self.old, old) && kind(self.new, new)
        };
        let was = placed(self.old, self.versions.0);
        let is = placed(self.new, self.versions.1);
        types.fields(&self.new.request, Some(&self.new.tool), &was, &is, same);
    }
}

fn placed<'o>(operation: &'o Operation, version: Version<'_>) -> Vec<PlacedField<'o>> {
    let parameters = operation.parameters.iter().map(|parameter| PlacedField {
        field: &parameter.field,
        at: version.parameter(operation, parameter),
    });
    let body = operation.body.iter().flat_map(|body| {
        let at = version.body(operation);
        let kind = body.format.field().map(|field| PlacedField {
            field,
            at: operation.pointer.clone(),
        });
        let whole = PlacedField {
            field: &body.field,
            at,
        };
        kind.into_iter().chain([whole])
    });
    parameters.chain(body).collect()
}

fn required(schemas: &mut Schemas<'_>, root: Root, pair: Pair<'_>, was: bool, is: bool) {
    let rule = match (was, is) {
        (false, true) => &super::rule::PROPERTY_BECAME_REQUIRED,
        (true, false) => &super::rule::PROPERTY_BECAME_OPTIONAL,
        _ => return,
    };
    schemas.note(root, rule, pair, (None, None));
}

/// A parameter that only one of the specs has.
fn alone(
    schemas: &mut Schemas<'_>,
    root: Root,
    (field, at, input): (&Field, &str, &Input<'_>),
    other_at: &str,
    is_new: bool,
) {
    let schema = input.property(&field.wire);
    let said = Some(brief(schema));
    let (rule, was_is, ats) = match (is_new, field.required) {
        (false, _) => (&super::rule::PROPERTY_REMOVED, (said, None), (at, other_at)),
        (true, false) => (&super::rule::PROPERTY_ADDED, (None, said), (other_at, at)),
        (true, true) => (
            &super::rule::REQUIRED_PROPERTY_ADDED,
            (None, said),
            (other_at, at),
        ),
    };
    let pair = Pair {
        old: schema,
        new: schema,
        old_at: ats.0,
        new_at: ats.1,
        subject: &field.wire,
        sense: Sense::Along,
    };
    schemas.note(root, rule, pair, was_is);
}

/// The input schema of a tool, taken apart again.
struct Input<'a> {
    operation: &'a Operation,
    /// The names of the arguments that are neither parameters nor of the body.
    extra: Vec<String>,
}

impl<'a> Input<'a> {
    fn of(operation: &'a Operation) -> Self {
        let kind = operation.body.as_ref().and_then(|body| body.format.field());
        let extra = kind.map(|field| field.wire.clone());
        let extra = extra.into_iter().chain(operation.call.fields.clone());
        Self {
            operation,
            extra: extra.collect(),
        }
    }

    fn property(&self, name: &str) -> &'a Value {
        static ANYTHING: Value = Value::Bool(true);
        let properties = self.operation.input.get("properties");
        properties
            .and_then(|all| all.get(name))
            .unwrap_or(&ANYTHING)
    }

    /// The schema of the body; where its properties stand beside the parameters, without these.
    fn body(&self) -> Option<Value> {
        let body = self.operation.body.as_ref()?;
        if body.place == BodyPlace::Property {
            return Some(self.property(&body.field.wire).clone());
        }
        let parameters = &self.operation.parameters;
        let is_other = |name: &str| {
            self.extra.iter().any(|extra| extra == name)
                || parameters
                    .iter()
                    .any(|parameter| parameter.field.wire == name)
        };
        let mut schema = self.operation.input.as_object()?.clone();
        let mut required: Vec<Value> = Vec::new();
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            properties.retain(|name, _| !is_other(name));
        }
        if let Some(Value::Array(names)) = schema.shift_remove("required") {
            required.extend(
                names
                    .into_iter()
                    .filter(|name| !name.as_str().is_some_and(is_other)),
            );
        }
        if !body.field.required
            && let Some(Value::Object(needs)) = schema.shift_remove("dependentRequired")
        {
            for name in needs.values().filter_map(Value::as_array).flatten() {
                if !required.contains(name) {
                    required.push(name.clone());
                }
            }
        }
        if !required.is_empty() {
            schema.insert("required".to_owned(), Value::Array(required));
        }
        Some(Value::Object(schema))
    }
}

/// The title, where it is not the name of the tool in words.
fn title(operation: &Operation) -> String {
    let title = words(&operation.title);
    match title == human_name(&operation.tool) {
        true => String::new(),
        false => title,
    }
}

/// The description as far as the spec has one: method and path stand for it otherwise, and that the
/// operation is deprecated is said by another rule.
fn description(operation: &Operation) -> String {
    let text = words(&operation.description);
    let text = match operation.deprecated {
        true => text.strip_suffix("Deprecated.").unwrap_or(&text).trim_end(),
        false => &text,
    };
    match text == format!("{} {}", operation.method, operation.path) {
        true => String::new(),
        false => text.to_owned(),
    }
}

/// A text without regard to how its lines are broken.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Facts<'a> {
    both: Both<'a>,
    changes: Vec<Change>,
}

impl Facts<'_> {
    fn push(&mut self, rule: &'static Rule, member: &str, was: Option<String>, is: Option<String>) {
        self.changes.push(self.both.change(rule, member, was, is));
    }

    fn differ(&mut self, rule: &'static Rule, member: &str, was: &str, is: &str) {
        if was != is {
            let said = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            self.push(rule, member, said(was), said(is));
        }
    }

    fn hints(&mut self) {
        let hints = |method: &Method| {
            let is_read_only = matches!(
                method,
                Method::Get | Method::Head | Method::Options | Method::Trace | Method::Query
            );
            let is_destructive = *method == Method::Delete;
            let is_idempotent = is_read_only || matches!(method, Method::Put | Method::Delete);
            (is_read_only, is_destructive, is_idempotent)
        };
        let (was, is) = (hints(&self.both.old.method), hints(&self.both.new.method));
        match (was.0, is.0) {
            (true, false) => self.push(&READ_ONLY_LOST, "", None, None),
            (false, true) => self.push(&READ_ONLY_GAINED, "", None, None),
            _ if was != is => {
                let said = |(_, destructive, idempotent): (bool, bool, bool)| {
                    Some(format!(
                        "destructive: {destructive}, idempotent: {idempotent}"
                    ))
                };
                self.push(&HINTS_CHANGED, "", said(was), said(is));
            }
            _ => {}
        }
    }

    fn parameters(&mut self) {
        for (old, new) in self.both.parameters() {
            let at = (
                self.both.versions.0.parameter(self.both.old, old),
                self.both.versions.1.parameter(self.both.new, new),
            );
            let mut said = Vec::new();
            let place = |parameter: &Parameter| match &parameter.location {
                Location::Path => "path".to_owned(),
                Location::Query => "query".to_owned(),
                Location::QueryString(_) => "query string".to_owned(),
                Location::Header => "header".to_owned(),
                Location::Cookie => "cookie".to_owned(),
            };
            let has_moved = place(old) != place(new);
            if has_moved {
                said.push((&PARAMETER_MOVED, place(old), place(new)));
            } else if old.name != new.name && old.field.wire == new.field.wire {
                said.push((&PARAMETER_MOVED, old.name.clone(), new.name.clone()));
            }
            let style = |parameter: &Parameter| {
                let Parameter {
                    style, escaping, ..
                } = parameter;
                format!("{style:?}, {escaping:?} escaping")
            };
            if !has_moved && (style(old) != style(new) || old.location != new.location) {
                said.push((&PARAMETER_STYLE_CHANGED, style(old), style(new)));
            }
            for (rule, was, is) in said {
                self.changes.push(Change {
                    subject: new.field.wire.clone(),
                    side: Some(Side::Arguments),
                    old_at: Some(at.0.clone()),
                    new_at: Some(at.1.clone()),
                    ..self.both.change(rule, "", Some(was), Some(is))
                });
            }
        }
    }

    fn body(&mut self) {
        let (Some(old), Some(new)) = (&self.both.old.body, &self.both.new.body) else {
            return;
        };
        if old.place != new.place {
            let said = |body: &Body| {
                Some(match body.place {
                    BodyPlace::Merged => "beside the parameters".to_owned(),
                    BodyPlace::Property => format!("in `{}`", body.field.wire),
                })
            };
            self.push(&BODY_PLACE_CHANGED, "requestBody", said(old), said(new));
        }
        if old.format != new.format {
            let kinds = |format: &BodyFormat| format.media_types().join(", ");
            let (was, is) = (kinds(&old.format), kinds(&new.format));
            self.differ(&CONTENT_TYPE_CHANGED, "requestBody", &was, &is);
            if was == is {
                let said = (Some(shortened(&was)), Some("encoded otherwise".to_owned()));
                self.push(
                    &super::rule::ENCODING_CHANGED,
                    "requestBody",
                    said.0,
                    said.1,
                );
            }
        }
    }
}
