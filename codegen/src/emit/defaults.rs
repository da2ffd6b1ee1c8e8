use std::collections::HashSet;

use crate::model::{Field, Shape, Type, TypeDef};

/// Which structs have a `Default`: those without a required field that has none. Nothing says which
/// value of an enum it would be.
#[derive(Debug, Default)]
pub(super) struct Defaults<'a>(HashSet<&'a str>);

impl<'a> Defaults<'a> {
    /// Those of the named types.
    pub(super) fn from_types(types: &'a [TypeDef]) -> Self {
        let mut known = Self::default();
        let mut open: Vec<(&str, &[Field])> = types
            .iter()
            .filter_map(|definition| match &definition.shape {
                Shape::Struct { fields, .. } => Some((definition.ident.as_str(), &fields[..])),
                _ => None,
            })
            .collect();
        loop {
            let before = open.len();
            open.retain(|(ident, fields)| {
                let has_default = known.hold(fields.iter());
                if has_default {
                    known.0.insert(ident);
                }
                !has_default
            });
            if open.len() == before {
                return known;
            }
        }
    }

    /// Whether a struct of these fields has one.
    pub(super) fn hold<'f>(&self, mut fields: impl Iterator<Item = &'f Field>) -> bool {
        fields.all(|field| !field.required || self.holds(&field.ty))
    }

    fn holds(&self, ty: &Type) -> bool {
        match ty {
            Type::Boxed(inner) => self.holds(inner),
            Type::Named(name) => self.0.contains(name.as_str()),
            Type::Bool
            | Type::I32
            | Type::I64
            | Type::U64
            | Type::F64
            | Type::String
            | Type::File
            | Type::Json
            | Type::List(_)
            | Type::Map(_)
            | Type::Nullable(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn structure(ident: &str, required: &[(&str, Type)]) -> TypeDef {
        let field = |(name, ty): &(&str, Type)| Field {
            ident: (*name).to_owned(),
            wire: (*name).to_owned(),
            ty: ty.clone(),
            required: true,
            doc: String::new(),
        };
        TypeDef {
            ident: ident.to_owned(),
            doc: String::new(),
            pointer: String::new(),
            shape: Shape::Struct {
                fields: required.iter().map(field).collect(),
                rest: None,
            },
        }
    }

    #[test]
    fn a_struct_has_one_where_all_its_required_fields_have() {
        let named = |name: &str| Type::Named(name.to_owned());
        let endless = Type::Boxed(Box::new(named("Endless")));
        let kind = TypeDef {
            shape: Shape::Symbol {
                variants: Vec::new(),
                other: None,
            },
            ..structure("Kind", &[])
        };
        let types = [
            structure(
                "Outer",
                &[("inner", named("Inner")), ("name", Type::String)],
            ),
            structure("Inner", &[("all", Type::List(Box::new(named("Kind"))))]),
            structure("WithKind", &[("kind", named("Kind"))]),
            structure("Endless", &[("next", endless)]),
            kind,
        ];
        let mut known: Vec<&str> = Defaults::from_types(&types).0.into_iter().collect();
        known.sort_unstable();
        assert_eq!(known, ["Inner", "Outer"]);
    }
}
