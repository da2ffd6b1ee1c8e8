//! The schemas of a tool: its arguments, with the parameters and the body taken apart, and its
//! result.

use super::Both;
use super::input::Input;
use crate::diff::entry::Side;
use crate::diff::rule::{ARGUMENT_RENAMED, RESULT_DESCRIBED, RESULT_NOT_DESCRIBED};
use crate::diff::schemas::{Pair, Root, Schemas, Sense, brief};
use crate::diff::version::component;
use crate::model::{Body, BodyPlace, Field, Operation};
use crate::source::pointer;
use serde_json::{Map, Value};

impl<'a> Both<'a> {
    /// Compares input and output schemas.
    pub(in crate::diff) fn schemas(self, schemas: &mut Schemas<'a>) -> [Root; 2] {
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
            // What is hidden from callers is no argument: a model sees it come or go.
            let is_shown = [was.shows(&old.wire), is.shows(&new.wire)];
            if is_shown != [true, true] {
                match is_shown {
                    [true, _] => alone(schemas, root, (old, &at.0, &was), &at.1, false),
                    [_, true] => alone(schemas, root, (new, &at.1, &is), &at.0, true),
                    _ => {}
                }
                continue;
            }
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
            .filter(|old| !pairs.iter().any(|(known, _)| std::ptr::eq(*known, *old)))
            .filter(|old| was.shows(&old.field.wire));
        let left_new = self
            .new
            .parameters
            .iter()
            .filter(|new| !pairs.iter().any(|(_, known)| std::ptr::eq(*known, *new)))
            .filter(|new| is.shows(&new.field.wire));
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
                    schemas.note(root, &crate::diff::rule::PROPERTY_REMOVED, pair, was_is);
                }
                (None, Some(new)) => {
                    let was_is = (None, Some(brief(new)));
                    schemas.note(root, &crate::diff::rule::PROPERTY_ADDED, pair, was_is);
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
}

fn required(schemas: &mut Schemas<'_>, root: Root, pair: Pair<'_>, was: bool, is: bool) {
    let rule = match (was, is) {
        (false, true) => &crate::diff::rule::PROPERTY_BECAME_REQUIRED,
        (true, false) => &crate::diff::rule::PROPERTY_BECAME_OPTIONAL,
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
        (false, _) => (
            &crate::diff::rule::PROPERTY_REMOVED,
            (said, None),
            (at, other_at),
        ),
        (true, false) => (
            &crate::diff::rule::PROPERTY_ADDED,
            (None, said),
            (other_at, at),
        ),
        (true, true) => (
            &crate::diff::rule::REQUIRED_PROPERTY_ADDED,
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
    if is_new {
        schemas.note_new_text(root, pair);
    }
}
