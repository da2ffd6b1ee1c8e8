//! The schemas of a tool: its arguments, with the parameters and the body taken apart, and its
//! result.

use super::OperationPair;
use super::input_schema::InputSchema;
use crate::diff::change_rules::{ARGUMENT_RENAMED, RESULT_DESCRIBED, RESULT_NOT_DESCRIBED};
use crate::diff::entry::{ChangeText, Side};
use crate::diff::schemas::{
    ComparisonRoot, Polarity, SchemaComparison, SchemaPair, describe_schema,
};
use crate::diff::spec_version::component_name;
use crate::model::{Body, BodyPlace, Field, Operation};
use crate::source::pointer;
use serde_json::{Map, Value};

impl<'a> OperationPair<'a> {
    /// Compares input and output schemas.
    pub(in crate::diff) fn compare_schemas(
        self,
        schemas: &mut SchemaComparison<'a>,
    ) -> [ComparisonRoot; 2] {
        let arguments = schemas.new_root(Side::Arguments);
        let results = schemas.new_root(Side::Results);
        self.compare_arguments(schemas, arguments);
        self.compare_results(schemas, results);
        [arguments, results]
    }

    fn compare_arguments(self, schemas: &mut SchemaComparison<'a>, root: ComparisonRoot) {
        let [was, is] = [self.old, self.new].map(InputSchema::from_operation);
        let pairs = self.pair_parameters();
        for (old, new) in &pairs {
            let old_at = self.versions.old.parameter_address(self.old, old);
            let new_at = self.versions.new.parameter_address(self.new, new);
            let old_schema_at = self.versions.old.parameter_schema_address(&old_at);
            let new_schema_at = self.versions.new.parameter_schema_address(&new_at);
            let (old, new) = (&old.field, &new.field);
            // What is hidden from callers is no argument: a model sees it come or go.
            let is_shown = [was.has_argument(&old.wire), is.has_argument(&new.wire)];
            if is_shown != [true, true] {
                match is_shown {
                    [true, _] => {
                        let gone = OneSidedParameter {
                            field: old,
                            at: &old_at,
                            input: &was,
                            is_new: false,
                        };
                        gone.note_change(schemas, root, &new_at);
                    }
                    [_, true] => {
                        let added = OneSidedParameter {
                            field: new,
                            at: &new_at,
                            input: &is,
                            is_new: true,
                        };
                        added.note_change(schemas, root, &old_at);
                    }
                    _ => {}
                }
                continue;
            }
            let parameter = SchemaPair {
                old: was.property_schema(&old.wire),
                new: is.property_schema(&new.wire),
                old_at: &old_at,
                new_at: &new_at,
                subject: &new.wire,
                sense: Polarity::Along,
            };
            if old.wire != new.wire {
                let names = ChangeText::replaced(&old.wire, &new.wire);
                schemas.note_root_change(root, &ARGUMENT_RENAMED, parameter, names);
            }
            note_required_change(schemas, root, parameter, old.required, new.required);
            schemas.compare_within(
                root,
                SchemaPair {
                    old_at: &old_schema_at,
                    new_at: &new_schema_at,
                    ..parameter
                },
            );
        }
        let left_old = self
            .old
            .parameters
            .iter()
            .filter(|old| !pairs.iter().any(|(known, _)| std::ptr::eq(*known, *old)))
            .filter(|old| was.has_argument(&old.field.wire));
        let left_new = self
            .new
            .parameters
            .iter()
            .filter(|new| !pairs.iter().any(|(_, known)| std::ptr::eq(*known, *new)))
            .filter(|new| is.has_argument(&new.field.wire));
        for old in left_old {
            let gone = OneSidedParameter {
                field: &old.field,
                at: &self.versions.old.parameter_address(self.old, old),
                input: &was,
                is_new: false,
            };
            gone.note_change(schemas, root, &self.new.pointer);
        }
        for new in left_new {
            let added = OneSidedParameter {
                field: &new.field,
                at: &self.versions.new.parameter_address(self.new, new),
                input: &is,
                is_new: true,
            };
            added.note_change(schemas, root, &self.old.pointer);
        }
        self.compare_extra_arguments(schemas, root, &was, &is);
        self.compare_bodies(schemas, root, &was, &is);
    }

    /// Arguments that are neither parameters nor of the body: the media type, the selection.
    fn compare_extra_arguments(
        self,
        schemas: &mut SchemaComparison<'a>,
        root: ComparisonRoot,
        was: &InputSchema<'_>,
        is: &InputSchema<'_>,
    ) {
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
            let pair = SchemaPair {
                old: old.unwrap_or(&nothing),
                new: new.unwrap_or(&nothing),
                old_at: &self.old.pointer,
                new_at: &self.new.pointer,
                subject,
                sense: Polarity::Along,
            };
            match (old, new) {
                (Some(_), Some(_)) => schemas.compare_within(root, pair),
                (Some(old), None) => {
                    let text = ChangeText::removed(describe_schema(old));
                    schemas.note_root_change(
                        root,
                        &crate::diff::change_rules::PROPERTY_REMOVED,
                        pair,
                        text,
                    );
                }
                (None, Some(new)) => {
                    let text = ChangeText::added(describe_schema(new));
                    schemas.note_root_change(
                        root,
                        &crate::diff::change_rules::PROPERTY_ADDED,
                        pair,
                        text,
                    );
                }
                (None, None) => {}
            }
        }
    }

    fn compare_bodies(
        self,
        schemas: &mut SchemaComparison<'a>,
        root: ComparisonRoot,
        was: &InputSchema<'_>,
        is: &InputSchema<'_>,
    ) {
        let (old, new) = (self.old.body.as_ref(), self.new.body.as_ref());
        let at = (
            self.versions.old.body_schema_address(self.old),
            self.versions.new.body_schema_address(self.new),
        );
        let nothing = Value::Bool(true);
        let (before, after) = (was.body_schema(), is.body_schema());
        let pair = SchemaPair {
            old: before.as_ref().unwrap_or(&nothing),
            new: after.as_ref().unwrap_or(&nothing),
            old_at: &at.0,
            new_at: &at.1,
            subject: "",
            sense: Polarity::Along,
        };
        match (old, new) {
            (Some(old), Some(new)) => {
                let name = component_name(&at.1);
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
                    let pair = SchemaPair { subject, ..pair };
                    note_required_change(
                        schemas,
                        root,
                        pair,
                        old.field.required,
                        new.field.required,
                    );
                }
                let pair = SchemaPair { subject, ..pair };
                match component_name(&at.0).is_some() || name.is_some() {
                    true => schemas.compare_shared(root, pair),
                    false => schemas.compare_within(root, pair),
                }
            }
            (Some(old), None) => {
                let whole = body_as_arguments(old, pair.old);
                let pair = SchemaPair {
                    old: &whole,
                    new: &closed_object(),
                    new_at: &self.new.pointer,
                    ..pair
                };
                schemas.compare_within(root, pair);
            }
            (None, Some(new)) => {
                let whole = body_as_arguments(new, pair.new);
                let pair = SchemaPair {
                    old: &closed_object(),
                    new: &whole,
                    old_at: &self.old.pointer,
                    ..pair
                };
                schemas.compare_within(root, pair);
            }
            (None, None) => {}
        }
    }

    fn compare_results(self, schemas: &mut SchemaComparison<'a>, root: ComparisonRoot) {
        let at = (
            self.versions.old.result_schema_address(self.old),
            self.versions.new.result_schema_address(self.new),
        );
        let nothing = Value::Bool(true);
        let (old, new) = (self.old.output.as_ref(), self.new.output.as_ref());
        let pair = SchemaPair {
            old: old.unwrap_or(&nothing),
            new: new.unwrap_or(&nothing),
            old_at: &at.0,
            new_at: &at.1,
            subject: "",
            sense: Polarity::Along,
        };
        let text = ChangeText {
            was: old.filter(|_| new.is_none()).map(describe_schema),
            is: new.filter(|_| old.is_none()).map(describe_schema),
        };
        let responses = |operation: &Operation| pointer::join(&operation.pointer, "responses");
        let all = (responses(self.old), responses(self.new));
        let whole = SchemaPair {
            old_at: &all.0,
            new_at: &all.1,
            ..pair
        };
        match (old, new) {
            (None, None) => {}
            (Some(_), Some(_)) => schemas.compare_within(root, pair),
            (None, Some(_)) => schemas.note_root_change(root, &RESULT_DESCRIBED, whole, text),
            (Some(_), None) => schemas.note_root_change(root, &RESULT_NOT_DESCRIBED, whole, text),
        }
    }
}

fn note_required_change(
    schemas: &mut SchemaComparison<'_>,
    root: ComparisonRoot,
    pair: SchemaPair<'_>,
    was: bool,
    is: bool,
) {
    let rule = match (was, is) {
        (false, true) => &crate::diff::change_rules::PROPERTY_BECAME_REQUIRED,
        (true, false) => &crate::diff::change_rules::PROPERTY_BECAME_OPTIONAL,
        _ => return,
    };
    schemas.note_root_change(root, rule, pair, ChangeText::NONE);
}

/// What a body asks of arguments, as one schema: its own, or an object with the body as a property.
fn body_as_arguments(body: &Body, schema: &Value) -> Value {
    match body.place {
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
            let mut whole = closed_object();
            let properties = Map::from_iter([(wire.clone(), schema.clone())]);
            whole["properties"] = Value::Object(properties);
            if body.field.required {
                whole["required"] = Value::Array(vec![Value::String(wire)]);
            }
            whole
        }
    }
}

/// The schema of a tool without arguments.
fn closed_object() -> Value {
    Value::Object(Map::from_iter([
        ("type".to_owned(), Value::String("object".to_owned())),
        ("additionalProperties".to_owned(), Value::Bool(false)),
    ]))
}

/// A parameter that only one of the specs has.
struct OneSidedParameter<'p> {
    field: &'p Field,
    at: &'p str,
    input: &'p InputSchema<'p>,
    is_new: bool,
}

impl OneSidedParameter<'_> {
    /// Notes that it came or went; `other_at` is what is nearest to it in the other spec.
    fn note_change(
        &self,
        schemas: &mut SchemaComparison<'_>,
        root: ComparisonRoot,
        other_at: &str,
    ) {
        let schema = self.input.property_schema(&self.field.wire);
        let shown = describe_schema(schema);
        let (rule, text) = match (self.is_new, self.field.required) {
            (false, _) => (
                &crate::diff::change_rules::PROPERTY_REMOVED,
                ChangeText::removed(shown),
            ),
            (true, false) => (
                &crate::diff::change_rules::PROPERTY_ADDED,
                ChangeText::added(shown),
            ),
            (true, true) => (
                &crate::diff::change_rules::REQUIRED_PROPERTY_ADDED,
                ChangeText::added(shown),
            ),
        };
        let (old_at, new_at) = match self.is_new {
            true => (other_at, self.at),
            false => (self.at, other_at),
        };
        let pair = SchemaPair {
            old: schema,
            new: schema,
            old_at,
            new_at,
            subject: &self.field.wire,
            sense: Polarity::Along,
        };
        schemas.note_root_change(root, rule, pair, text);
        if self.is_new {
            schemas.note_new_text(root, pair);
        }
    }
}
