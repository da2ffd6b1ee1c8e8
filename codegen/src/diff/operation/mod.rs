//! One operation in two specs.

mod compare_arguments;
mod compare_facts;
mod compare_presets;
mod input_schema;
mod style_words;

use crate::diff::change_rules::Rule;
use crate::diff::entry::{Change, ChangeText};
use crate::diff::match_operations::{path_parameters, path_shape};
use crate::diff::placed_field::PlacedField;
use crate::diff::rust_items::TypeComparison;
use crate::diff::spec_version::{SpecVersion, VersionPair};
use crate::model::{Field, Location, Operation, Parameter};
use crate::source::pointer;

pub(super) use compare_facts::own_description;
pub(super) use compare_presets::environment_presets_of_new_tool;

/// Whether a parameter of the old spec is that of the new one.
type Same<'t> = &'t dyn Fn(&Parameter, &Parameter) -> bool;

/// An operation of both specs.
#[derive(Clone, Copy)]
pub(in crate::diff) struct OperationPair<'a> {
    pub(in crate::diff) old: &'a Operation,
    pub(in crate::diff) new: &'a Operation,
    pub(in crate::diff) versions: VersionPair<'a>,
}

impl<'a> OperationPair<'a> {
    /// A change at the operation in both specs, or at a member of it.
    pub(in crate::diff) fn new_change(
        self,
        rule: &'static Rule,
        member: &str,
        text: ChangeText,
    ) -> Change {
        let at = |operation: &Operation| match member {
            "" => operation.pointer.clone(),
            _ => pointer::join(&operation.pointer, member),
        };
        Change {
            old_at: Some(at(self.old)),
            new_at: Some(at(self.new)),
            ..Change::new(rule, text)
        }
    }

    /// The parameters that are the same in both.
    fn pair_parameters(self) -> Vec<(&'a Parameter, &'a Parameter)> {
        let mut pairs: Vec<(&Parameter, &Parameter)> = Vec::new();
        let (was, is) = (
            path_parameters(&self.old.path),
            path_parameters(&self.new.path),
        );
        let same_shape = path_shape(&self.old.path) == path_shape(&self.new.path);
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

    /// Compares the fields of the request structs, and what comes back.
    pub(in crate::diff) fn compare_fields(self, types: &mut TypeComparison<'_>) {
        let pairs = self.pair_parameters();
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
        let was = fields_with_addresses(self.old, self.versions.old);
        let is = fields_with_addresses(self.new, self.versions.new);
        types.compare_fields(&self.new.request, Some(&self.new.tool), &was, &is, same);
        types.compare_responses(self.old, self.new);
    }
}

fn fields_with_addresses<'o>(
    operation: &'o Operation,
    version: SpecVersion<'_>,
) -> Vec<PlacedField<'o>> {
    let parameters = operation.parameters.iter().map(|parameter| PlacedField {
        field: &parameter.field,
        at: version.parameter_address(operation, parameter),
    });
    let body = operation.body.iter().flat_map(|body| {
        let at = version.body_schema_address(operation);
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
