use super::union::Constant;
use super::{Context, Types};
use crate::model::{Shape, SymbolVariant, Type, TypeDef};
use crate::names::{Scope, pascal_name, variant_name};

/// An inline enum of the same property name and values is the same type everywhere.
pub(super) type SymbolKey = (String, Vec<Constant<String>>);

impl Types<'_> {
    pub(super) fn symbol(
        &mut self,
        values: Vec<Constant<String>>,
        context: Context<'_>,
        component: bool,
    ) -> Type {
        let key = (pascal_name(context.name), values);
        if !component && let Some(known) = self.symbols.get(&key) {
            return known.clone();
        }
        let ident = self.claim_constants(context);
        let variants = variants(&key.1, |constant| variant_name(&constant.value));
        let other = None;
        self.push_constants(&ident, context, Shape::Symbol { variants, other });
        let made = Type::Named(ident);
        if !component {
            self.symbols.insert(key, made.clone());
        }
        made
    }

    pub(super) fn code(&mut self, values: Vec<Constant<i64>>, context: Context<'_>) -> Type {
        let ident = self.claim_constants(context);
        let variants = variants(&values, code_name);
        let other = None;
        self.push_constants(&ident, context, Shape::Code { variants, other });
        Type::Named(ident)
    }

    /// An inline enum is named after its property alone where that name is free.
    fn claim_constants(&mut self, context: Context<'_>) -> String {
        let own = pascal_name(context.name);
        self.scope
            .claim([own.clone(), format!("{}{own}", context.owner)])
    }

    fn push_constants(&mut self, ident: &str, context: Context<'_>, shape: Shape) {
        self.made.push(TypeDef {
            ident: ident.to_owned(),
            doc: String::new(),
            pointer: context.pointer.to_owned(),
            shape,
        });
    }
}

fn code_name(constant: &Constant<i64>) -> String {
    match (&constant.title, constant.value) {
        (Some(title), _) if title.chars().any(char::is_alphanumeric) => variant_name(title),
        (_, negative) if negative < 0 => format!("Minus{}", negative.unsigned_abs()),
        (_, value) => format!("N{value}"),
    }
}

fn variants<T: Clone>(
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
