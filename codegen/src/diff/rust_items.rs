//! What becomes of the generated Rust: the items that a caller names.

use std::collections::HashMap;

use super::change_rules::{
    FIELD_ADDED, FIELD_REMOVED, FIELD_RENAMED, FIELD_TYPE_CHANGED, ITEM_ADDED, ITEM_CHANGED,
    ITEM_REMOVED, ITEM_RENAMED, RESPONSE_TYPE_CHANGED, Rule, VARIANT_ADDED, VARIANT_REMOVED,
    VARIANT_RENAMED, VARIANT_TYPE_CHANGED,
};
use super::entry::ChangeText;
use super::placed_field::{OwnedField, PlacedField};
use super::rust_change::RustChange;
use super::type_names::TypeNames;
use crate::model::{Api, Field, Operation, Shape, SymbolVariant, TypeDef, Variant};
use crate::source::pointer;

/// The named types of two versions, those that are the same together.
pub(super) struct TypeComparison<'a> {
    old: HashMap<&'a str, &'a TypeDef>,
    new: HashMap<&'a str, &'a TypeDef>,
    names: TypeNames<'a>,
    pub(super) changes: Vec<RustChange>,
}

impl<'a> TypeComparison<'a> {
    /// `moved` turns an address of the old spec into what it is in the new one.
    pub(super) fn new(old: &'a Api, new: &'a Api, moved: impl Fn(&str) -> String) -> Self {
        let by_ident = |api: &'a Api| -> HashMap<&'a str, &'a TypeDef> {
            let types = api.types.iter();
            types.map(|def| (def.ident.as_str(), def)).collect()
        };
        let (was, is) = (by_ident(old), by_ident(new));
        let fresh: HashMap<&str, &str> = new
            .types
            .iter()
            // Only names that are new can be new names of old types. A name that both versions have
            // means the same type.
            .filter(|def| !was.contains_key(def.ident.as_str()))
            .map(|def| (def.pointer.as_str(), def.ident.as_str()))
            .collect();
        let renamed = old
            .types
            .iter()
            .filter(|def| !is.contains_key(def.ident.as_str()))
            .filter_map(|def| {
                let name = fresh.get(moved(&def.pointer).as_str())?;
                Some((def.ident.as_str(), *name))
            });
        let mut types = Self {
            names: TypeNames {
                renamed: renamed.collect(),
            },
            old: was,
            new: is,
            changes: Vec::new(),
        };
        types.compare_types(old, new);
        types
    }

    fn compare_types(&mut self, old: &'a Api, new: &'a Api) {
        for def in &old.types {
            let ident = def.ident.as_str();
            let renamed = self.names.renamed.get(ident).copied();
            let partner = self.new.get(renamed.unwrap_or(ident)).copied();
            let Some(partner) = partner else {
                self.add_item_change(&ITEM_REMOVED, Some(def), None);
                continue;
            };
            if renamed.is_some() {
                self.add_item_change(&ITEM_RENAMED, Some(def), Some(partner));
            }
            self.compare_shapes(def, partner);
        }
        let kept: Vec<&str> = self.names.renamed.values().copied().collect();
        for def in &new.types {
            let ident = def.ident.as_str();
            if !self.old.contains_key(ident) && !kept.contains(&ident) {
                self.add_item_change(&ITEM_ADDED, None, Some(def));
            }
        }
    }

    fn add_item_change(
        &mut self,
        rule: &'static Rule,
        old: Option<&TypeDef>,
        new: Option<&TypeDef>,
    ) {
        let path = |def: &TypeDef| format!("types::{}", def.ident);
        let both = old.is_some() && new.is_some();
        self.changes.push(RustChange {
            rule,
            item: old.or(new).map(path).unwrap_or_default(),
            was: old.filter(|_| both).map(path),
            is: new.filter(|_| both).map(path),
            old_at: old.map(|def| def.pointer.clone()),
            new_at: new.map(|def| def.pointer.clone()),
            tool: None,
        });
    }

    fn compare_shapes(&mut self, old: &TypeDef, new: &TypeDef) {
        match (&old.shape, &new.shape) {
            (
                Shape::Struct { fields: was, rest },
                Shape::Struct {
                    fields: is,
                    rest: others,
                },
            ) => {
                let placed = |def: &TypeDef, fields: &[Field]| -> Vec<OwnedField> {
                    let at = |field: &Field| {
                        pointer::join(&pointer::join(&def.pointer, "properties"), &field.wire)
                    };
                    fields
                        .iter()
                        .map(|field| OwnedField {
                            field: field.clone(),
                            at: at(field),
                        })
                        .collect()
                };
                let (mut was, mut is) = (placed(old, was), placed(new, is));
                was.extend(
                    rest.as_ref()
                        .map(|(ident, ty)| OwnedField::for_rest(old, ident, ty)),
                );
                is.extend(
                    others
                        .as_ref()
                        .map(|(ident, ty)| OwnedField::for_rest(new, ident, ty)),
                );
                let owner = format!("types::{}", new.ident);
                self.compare_fields(
                    &owner,
                    None,
                    &was.iter().map(OwnedField::as_placed).collect::<Vec<_>>(),
                    &is.iter().map(OwnedField::as_placed).collect::<Vec<_>>(),
                    |old, new| old.wire == new.wire,
                );
            }
            (Shape::Symbol { variants: was, .. }, Shape::Symbol { variants: is, .. }) => {
                self.compare_enum_variants(old, new, was, is);
            }
            (Shape::Code { variants: was, .. }, Shape::Code { variants: is, .. }) => {
                self.compare_enum_variants(old, new, was, is);
            }
            (Shape::Choice { variants: was, .. }, Shape::Choice { variants: is, .. }) => {
                self.compare_union_variants(old, new, was, is);
            }
            _ => {
                self.add_item_change(&ITEM_CHANGED, Some(old), Some(new));
                if let Some(change) = self.changes.last_mut() {
                    change.was = Some(shape_name(&old.shape).to_owned());
                    change.is = Some(shape_name(&new.shape).to_owned());
                }
            }
        }
    }

    /// Compares the fields of two structs, of which `same` tells which belong together.
    pub(super) fn compare_fields(
        &mut self,
        owner: &str,
        tool: Option<&str>,
        old: &[PlacedField<'_>],
        new: &[PlacedField<'_>],
        same: impl Fn(&Field, &Field) -> bool,
    ) {
        let change =
            |rule, ident: &str, was, is, old_at: Option<&String>, new_at: Option<&String>| {
                RustChange {
                    rule,
                    item: format!("{owner}.{ident}"),
                    was,
                    is,
                    old_at: old_at.cloned(),
                    new_at: new_at.cloned(),
                    tool: tool.map(str::to_owned),
                }
            };
        for was in old {
            let ty = self.names.format_field_type(was.field, true);
            let Some(is) = new.iter().find(|is| same(was.field, is.field)) else {
                let gone = change(
                    &FIELD_REMOVED,
                    &was.field.ident,
                    Some(ty),
                    None,
                    Some(&was.at),
                    None,
                );
                self.changes.push(gone);
                continue;
            };
            let (at, new_at) = (Some(&was.at), Some(&is.at));
            if was.field.ident != is.field.ident {
                let names = (Some(was.field.ident.clone()), Some(is.field.ident.clone()));
                let renamed = change(
                    &FIELD_RENAMED,
                    &is.field.ident,
                    names.0,
                    names.1,
                    at,
                    new_at,
                );
                self.changes.push(renamed);
            }
            let now = self.names.format_field_type(is.field, false);
            if ty != now {
                let shown = self.names.format_old_field_type(was.field);
                let other = change(
                    &FIELD_TYPE_CHANGED,
                    &is.field.ident,
                    Some(shown),
                    Some(now),
                    at,
                    new_at,
                );
                self.changes.push(other);
            }
        }
        for is in new {
            if !old.iter().any(|was| same(was.field, is.field)) {
                let ty = self.names.format_field_type(is.field, false);
                let come = change(
                    &FIELD_ADDED,
                    &is.field.ident,
                    None,
                    Some(ty),
                    None,
                    Some(&is.at),
                );
                self.changes.push(come);
            }
        }
    }

    /// Compares what comes back from an operation, where both versions have a type for it.
    pub(super) fn compare_responses(&mut self, old: &Operation, new: &Operation) {
        let (Some(was), Some(is)) = (&old.response, &new.response) else {
            return;
        };
        let now = self.names.format_response_type(is, false);
        if self.names.format_response_type(was, true) != now {
            self.changes.push(RustChange {
                rule: &RESPONSE_TYPE_CHANGED,
                item: format!("{}::Response", new.request),
                was: Some(self.names.format_response_type(was, false)),
                is: Some(now),
                old_at: Some(old.pointer.clone()),
                new_at: Some(new.pointer.clone()),
                tool: Some(new.tool.clone()),
            });
        }
    }

    fn compare_enum_variants<T: PartialEq>(
        &mut self,
        old: &TypeDef,
        new: &TypeDef,
        was: &[SymbolVariant<T>],
        is: &[SymbolVariant<T>],
    ) {
        for one in was {
            // Variants of an enum belong together by the value on the wire. Their identifiers may
            // change.
            match is.iter().find(|other| other.value == one.value) {
                None => self.add_variant_change(
                    &VARIANT_REMOVED,
                    old,
                    new,
                    &one.ident,
                    ChangeText::NONE,
                ),
                Some(other) if other.ident != one.ident => {
                    let names = ChangeText::replaced(&one.ident, &other.ident);
                    self.add_variant_change(&VARIANT_RENAMED, old, new, &other.ident, names);
                }
                Some(_) => {}
            }
        }
        for other in is {
            if !was.iter().any(|one| one.value == other.value) {
                self.add_variant_change(&VARIANT_ADDED, old, new, &other.ident, ChangeText::NONE);
            }
        }
    }

    fn compare_union_variants(
        &mut self,
        old: &TypeDef,
        new: &TypeDef,
        was: &[Variant],
        is: &[Variant],
    ) {
        let mut left: Vec<&Variant> = is.iter().collect();
        let mut gone = Vec::new();
        for one in was {
            // By name first, then by type: a variant that kept its name has changed its type, and
            // one that kept its type was renamed.
            match left.iter().position(|other| other.ident == one.ident) {
                None => gone.push(one),
                Some(index) => {
                    let (ty, now) = (
                        self.names.format_type(&one.ty, true),
                        self.names.format_type(&left.remove(index).ty, false),
                    );
                    if ty != now {
                        let types =
                            ChangeText::replaced(self.names.format_type(&one.ty, false), now);
                        self.add_variant_change(&VARIANT_TYPE_CHANGED, old, new, &one.ident, types);
                    }
                }
            }
        }
        for one in gone {
            let ty = self.names.format_type(&one.ty, true);
            let other = left
                .iter()
                .position(|other| self.names.format_type(&other.ty, false) == ty);
            match other.map(|index| left.remove(index)) {
                Some(other) => {
                    let names = ChangeText::replaced(&one.ident, &other.ident);
                    self.add_variant_change(&VARIANT_RENAMED, old, new, &other.ident, names);
                }
                None => self.add_variant_change(
                    &VARIANT_REMOVED,
                    old,
                    new,
                    &one.ident,
                    ChangeText::NONE,
                ),
            }
        }
        for other in left {
            self.add_variant_change(&VARIANT_ADDED, old, new, &other.ident, ChangeText::NONE);
        }
    }

    fn add_variant_change(
        &mut self,
        rule: &'static Rule,
        old: &TypeDef,
        new: &TypeDef,
        ident: &str,
        text: ChangeText,
    ) {
        self.changes.push(RustChange {
            rule,
            item: format!("types::{}::{ident}", new.ident),
            was: text.was,
            is: text.is,
            old_at: Some(old.pointer.clone()),
            new_at: Some(new.pointer.clone()),
            tool: None,
        });
    }
}

fn shape_name(shape: &Shape) -> &'static str {
    match shape {
        Shape::Struct { .. } => "struct",
        Shape::Symbol { .. } => "enum of strings",
        Shape::Code { .. } => "enum of integers",
        Shape::Choice { .. } => "enum of alternatives",
    }
}
