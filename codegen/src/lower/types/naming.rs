//! What types are called. While they are made, a type has a mark for a name; at the end all are named at
//! once, so that no name depends on which came first.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use super::RESERVED_TYPES;
use super::recursion::each_type;
use crate::model::{BodyFormat, Definition, Operation, Response, Shape, Type, TypeDef};
use crate::names::{NameLock, WantedName, assign_unique_names, pascal_name};

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
    reserved: HashSet<&'static str>,
}

#[derive(Debug)]
struct NameClaim {
    name: String,
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
            reserved: RESERVED_TYPES.split_whitespace().collect(),
        };
        for (key, definition) in definitions {
            let name = pascal_name(key);
            // Whoever is called in Rust exactly as in the spec has the first right to the name.
            let rank = u8::from(name != *key);
            naming.components.insert(key, naming.wanted.len());
            naming.add_claim(name, &definition.pointer, rank);
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
    pub(super) fn claim_ident(&mut self, name: String, address: &str) -> String {
        let number = self.wanted.len();
        self.add_claim(name, address, 2);
        name_mark(&self.wanted[number].name, number)
    }

    /// A type that stands in two places has the shorter of both names: that of requests where a
    /// response has it, too.
    pub(super) fn shorten_names(&mut self, mark: &str, name: String) {
        let number = mark.split_once(MARK).map(|(_, number)| number.parse());
        if let Some(Ok(number)) = number
            && let Some(claim) = self.wanted.get_mut::<usize>(number)
            && name.len() < claim.name.len()
            && !self.reserved.contains(name.as_str())
        {
            claim.name = name;
        }
    }

    fn add_claim(&mut self, name: String, address: &str, rank: u8) {
        let (name, rank) = match self.reserved.contains(name.as_str()) {
            // A changed name has no first right either: the spec may have a component of this very
            // name.
            true => (format!("{name}Model"), rank.max(1)),
            false => (name, rank),
        };
        self.wanted.push(NameClaim {
            name,
            address: address.to_owned(),
            rank,
        });
    }

    /// Names all that was made; what names others have a say in, and what was wanted.
    pub(super) fn finish_names(
        &self,
        types: &mut [TypeDef],
        operations: &mut [Operation],
    ) -> HashMap<String, String> {
        let reserved = self
            .reserved
            .iter()
            .map(|name| (*name).to_owned())
            .collect();
        let wanted: Vec<WantedName> = self
            .wanted
            .iter()
            .map(|claim| WantedName {
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
        let final_name = |ident: &mut String| {
            let number = ident.split_once(MARK).map(|(_, number)| number.parse());
            if let Some(Ok(number)) = number
                && let Some(given) = given.get::<usize>(number)
            {
                ident.clone_from(&given.name);
            }
        };
        for definition in types.iter_mut() {
            final_name(&mut definition.ident);
            each_type(&mut definition.shape, &mut |ty| {
                rename_type(ty, &final_name)
            });
            if let Shape::Struct {
                rest: Some((_, ty)),
                ..
            } = &mut definition.shape
            {
                rename_type(ty, &final_name);
            }
        }
        for operation in operations {
            for parameter in &mut operation.parameters {
                rename_type(&mut parameter.field.ty, &final_name);
            }
            if let Some(body) = &mut operation.body {
                rename_type(&mut body.field.ty, &final_name);
                if let BodyFormat::JsonEither(field, _) = &mut body.format {
                    rename_type(&mut field.ty, &final_name);
                }
            }
            for ty in operation.response.iter_mut().flat_map(Response::types_mut) {
                rename_type(ty, &final_name);
            }
        }
        let contested = given.iter().zip(&self.wanted);
        contested
            .filter(|(given, _)| given.is_contested)
            .map(|(given, claim)| (given.name.clone(), claim.name.clone()))
            .collect()
    }
}

fn name_mark(name: &str, number: usize) -> String {
    format!("{name}{MARK}{number}")
}

/// The name that was wanted, of a mark.
pub(super) fn wanted_name(mark: &str) -> &str {
    mark.split_once(MARK).map_or(mark, |(name, _)| name)
}

fn rename_type(ty: &mut Type, final_name: &impl Fn(&mut String)) {
    match ty {
        Type::Named(ident) => final_name(ident),
        Type::List(inner) | Type::Map(inner) | Type::Nullable(inner) | Type::Boxed(inner) => {
            rename_type(inner, final_name);
        }
        _ => {}
    }
}
