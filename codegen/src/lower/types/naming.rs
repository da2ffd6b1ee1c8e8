//! What types are called. While they are made, a type has a mark for a name; at the end all are named at
//! once, so that no name depends on which came first.

use std::collections::{BTreeMap, HashMap, HashSet};

use indexmap::IndexMap;

use super::RESERVED_TYPES;
use crate::model::{BodyFormat, Definition, Operation, Response, Type, TypeDef};
use crate::names::{AssignedName, NameLock, WantedName, assign_unique_names, pascal_name};

/// Stands between the name that is wanted and a number, in a mark.
const MARK: char = '\u{1}';

/// The names that types want.
#[derive(Debug)]
pub(super) struct Naming<'a> {
    lock: &'a NameLock,
    /// By the number in the mark.
    wanted: Vec<NameClaim>,
    components: HashMap<&'a str, usize>,
    /// Components that have a type.
    used: HashSet<usize>,
    /// Those of types that were merged into another, with that of the other; they want no name any more.
    merged: BTreeMap<usize, usize>,
    reserved: HashSet<&'static str>,
}

/// A place in the spec whose type has a name in which other places have a say.
#[derive(Debug)]
pub(crate) struct TypePlace {
    pub(crate) address: String,
    /// The name that was wanted for it.
    pub(crate) wanted: String,
}

#[derive(Debug)]
struct NameClaim {
    name: String,
    /// The name of the property or the parameter, or the component's own.
    property: String,
    address: String,
    rank: u8,
}

impl<'a> Naming<'a> {
    /// The components of the spec have their names, whether or not they become types.
    pub(super) fn for_definitions(
        definitions: &'a IndexMap<String, Definition>,
        lock: &'a NameLock,
    ) -> Self {
        let mut naming = Self {
            lock,
            wanted: Vec::new(),
            components: HashMap::new(),
            used: HashSet::new(),
            merged: BTreeMap::new(),
            reserved: RESERVED_TYPES.split_whitespace().collect(),
        };
        for (key, definition) in definitions {
            let name = pascal_name(key);
            // Whoever is called in Rust exactly as in the spec has the first right to the name.
            let rank = u8::from(name != *key);
            naming.components.insert(key, naming.wanted.len());
            naming.add_claim(name.clone(), name, &definition.pointer, rank);
        }
        naming
    }

    /// The mark of the component of that key and address; none if it has a type, or there is none.
    pub(super) fn component_name(&mut self, key: &str, address: &str) -> Option<String> {
        let number = *self.components.get(key)?;
        let is_here = self.wanted[number].address == address;
        (is_here && self.used.insert(number)).then(|| name_mark(&self.wanted[number].name, number))
    }

    /// The mark of a type that wants this name, of the schema at an address.
    pub(super) fn claim_ident(&mut self, name: String, property: &str, address: &str) -> String {
        let number = self.wanted.len();
        self.add_claim(name, pascal_name(property), address, 2);
        name_mark(&self.wanted[number].name, number)
    }

    /// A type that stands in two places has the shorter of both names: that of requests where a
    /// response has it, too.
    pub(super) fn shorten_names(&mut self, mark: &str, name: String) {
        if let Some(number) = mark_number(mark)
            && let Some(claim) = self.wanted.get_mut(number)
            && name.len() < claim.name.len()
            && !self.reserved.contains(name.as_str())
        {
            claim.name = name;
        }
    }

    /// Whether a mark is that of a component.
    pub(super) fn is_component(&self, mark: &str) -> bool {
        // The claims of components come first.
        mark_number(mark).is_some_and(|number| number < self.components.len())
    }

    /// What the type of a mark is called after, without what is around it.
    pub(super) fn property_name(&self, mark: &str) -> &str {
        let claim = mark_number(mark).and_then(|number| self.wanted.get(number));
        claim.map_or("", |claim| claim.property.as_str())
    }

    /// Of equal types, the one with the least order gives its name to all of them: one that has a line in the file of
    /// names, then one that an operation without a line there cannot have brought, then one that operations share,
    /// then the one with the shortest name.
    pub(super) fn merge_order(&self, mark: &str) -> impl Ord + use<'_> {
        let claim = mark_number(mark).and_then(|number| self.wanted.get(number));
        claim.map(|claim| {
            let NameClaim { address, name, .. } = claim;
            let is_locked = self.lock.type_name(address, name).is_some();
            let is_new = self.lock.is_in_new_operation(address);
            let is_in_path = address.starts_with("/paths/");
            (!is_locked, is_new, is_in_path, name.len(), name, address)
        })
    }

    /// Forgets the names of types that were merged into others: `merged` leads from the marks of the former to those
    /// of the latter.
    pub(super) fn release_names(&mut self, merged: &HashMap<String, String>) {
        let numbers = merged
            .iter()
            .filter_map(|(from, into)| Some((mark_number(from)?, mark_number(into)?)));
        self.merged.extend(numbers);
    }

    fn add_claim(&mut self, name: String, property: String, address: &str, rank: u8) {
        let (name, rank) = match self.reserved.contains(name.as_str()) {
            // A changed name has no first right either: the spec may have a component of this very
            // name.
            true => (format!("{name}Model"), rank.max(1)),
            false => (name, rank),
        };
        self.wanted.push(NameClaim {
            name,
            property,
            address: address.to_owned(),
            rank,
        });
    }

    /// Names all that was made. Gives the names that do not follow from one place alone, with the places of each.
    pub(super) fn finish_names(
        &self,
        types: &mut [TypeDef],
        operations: &mut [Operation],
    ) -> HashMap<String, Vec<TypePlace>> {
        let reserved = self
            .reserved
            .iter()
            .map(|name| (*name).to_owned())
            .collect();
        let claims = self.wanted.iter().enumerate();
        let claims: Vec<(usize, &NameClaim)> = claims
            .filter(|(number, _)| !self.merged.contains_key(number))
            .collect();
        let wanted: Vec<WantedName> = claims
            .iter()
            .map(|(_, claim)| WantedName {
                name: claim.name.clone(),
                place: claim.address.clone(),
                rank: claim.rank,
                locked: self
                    .lock
                    .type_name(&claim.address, &claim.name)
                    .filter(|name| !self.reserved.contains(name.as_str()))
                    .cloned(),
            })
            .collect();
        let given = assign_unique_names(&wanted, reserved, |name, hash| {
            pascal_name(&format!("{name} {hash}"))
        });
        let by_number: HashMap<usize, &AssignedName> = claims
            .iter()
            .zip(&given)
            .map(|((number, _), given)| (*number, given))
            .collect();
        rename_everywhere(types, operations, &|ident| {
            if let Some(given) = mark_number(ident).and_then(|number| by_number.get(&number)) {
                ident.clone_from(&given.name);
            }
        });
        let mut contested: HashMap<String, Vec<TypePlace>> = HashMap::new();
        for (number, given) in &by_number {
            if given.is_contested {
                let places = contested.entry(given.name.clone()).or_default();
                places.push(self.type_place(*number));
            }
        }
        for (number, into) in &self.merged {
            let name = by_number.get(into).map(|given| given.name.clone());
            let places = contested.entry(name.unwrap_or_default()).or_default();
            places.push(self.type_place(*number));
            places.push(self.type_place(*into));
        }
        contested
    }

    fn type_place(&self, number: usize) -> TypePlace {
        let claim = &self.wanted[number];
        TypePlace {
            address: claim.address.clone(),
            wanted: claim.name.clone(),
        }
    }
}

fn name_mark(name: &str, number: usize) -> String {
    format!("{name}{MARK}{number}")
}

fn mark_number(mark: &str) -> Option<usize> {
    let (_, number) = mark.split_once(MARK)?;
    number.parse().ok()
}

/// Renames types where they are defined and wherever they are used.
pub(super) fn rename_everywhere(
    types: &mut [TypeDef],
    operations: &mut [Operation],
    rename: &impl Fn(&mut String),
) {
    for definition in types {
        rename(&mut definition.ident);
        for ty in definition.shape.types_mut() {
            rename_type(ty, rename);
        }
    }
    for operation in operations {
        for parameter in &mut operation.parameters {
            rename_type(&mut parameter.field.ty, rename);
        }
        if let Some(body) = &mut operation.body {
            rename_type(&mut body.field.ty, rename);
            if let BodyFormat::JsonEither(field, _) = &mut body.format {
                rename_type(&mut field.ty, rename);
            }
        }
        for ty in operation.response.iter_mut().flat_map(Response::types_mut) {
            rename_type(ty, rename);
        }
    }
}

/// The name that was wanted, of a mark.
pub(super) fn wanted_name(mark: &str) -> &str {
    mark.split_once(MARK).map_or(mark, |(name, _)| name)
}

pub(super) fn rename_type(ty: &mut Type, rename: &impl Fn(&mut String)) {
    match ty {
        Type::Named(ident) => rename(ident),
        Type::List(inner) | Type::Map(inner) | Type::Nullable(inner) | Type::Boxed(inner) => {
            rename_type(inner, rename);
        }
        _ => {}
    }
}
