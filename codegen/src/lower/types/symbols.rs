//! Enums of strings and of integers, as Rust enums with one variant for each value.

use super::constant::Constant;
use super::{Context, Types, doc_of, name_of_place};
use crate::model::{Shape, SymbolVariant, Type, TypeDef};
use crate::names::{Scope, pascal_name, variant_name};

/// Inline enums of the same property name and values are one type within an operation or a component, also if only one
/// of them comes back. `merge_equal` merges types across these, and not if only one of them comes back.
pub(super) type SymbolKey = (String, String, Vec<Constant<String>>);

impl Types<'_> {
    pub(super) fn symbol_variant(
        &mut self,
        values: Vec<Constant<String>>,
        context: Context<'_>,
        component: Option<&str>,
    ) -> Type {
        let key = (self.home.clone(), pascal_name(context.name), values);
        if component.is_none()
            && let Some(known) = self.symbols.get(&key)
        {
            if let Type::Named(mark) = known {
                self.naming.shorten_names(mark, name_of_place(context));
            }
            return known.clone();
        }
        let variants = name_variants(&key.2, |constant| {
            variant_name(constant.name.as_deref().unwrap_or(&constant.value))
        });
        let other = None;
        let made = self.lower_constants(context, component, Shape::Symbol { variants, other });
        if component.is_none() {
            self.symbols.insert(key, made.clone());
        }
        made
    }

    pub(super) fn code_variant(
        &mut self,
        values: &[Constant<i64>],
        context: Context<'_>,
        component: Option<&str>,
    ) -> Type {
        let variants = name_variants(values, code_name);
        let other = None;
        self.lower_constants(context, component, Shape::Code { variants, other })
    }

    /// What is said of a component is said of its type alone. What is said of an inline enum is said of
    /// each field that has it.
    fn lower_constants(
        &mut self,
        context: Context<'_>,
        component: Option<&str>,
        shape: Shape,
    ) -> Type {
        let component = component.and_then(|key| self.definitions().get(key));
        let doc = component.map(|definition| doc_of(&definition.schema));
        let ident = self.claim_name(context);
        self.made.push(TypeDef {
            ident: ident.clone(),
            doc: doc.unwrap_or_default(),
            pointer: context.pointer.to_owned(),
            shape,
        });
        Type::Named(ident)
    }
}

fn code_name(constant: &Constant<i64>) -> String {
    match (
        constant.name.as_ref().or(constant.title.as_ref()),
        constant.value,
    ) {
        (Some(title), _) if title.chars().any(char::is_alphanumeric) => variant_name(title),
        (_, negative) if negative < 0 => format!("Minus{}", negative.unsigned_abs()),
        (_, value) => format!("N{value}"),
    }
}

fn name_variants<T: Clone>(
    constants: &[Constant<T>],
    name: impl Fn(&Constant<T>) -> String,
) -> Vec<SymbolVariant<T>> {
    let mut scope = Scope::default();
    constants
        .iter()
        .map(|constant| SymbolVariant {
            ident: scope.claim([name(constant)]),
            value: constant.value.clone(),
            doc: constant.doc.clone(),
        })
        .collect()
}
