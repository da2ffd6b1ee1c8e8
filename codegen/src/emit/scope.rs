//! Resolves names of types in the modules of a generated file: by name alone where that is clear,
//! by full path where a type of the spec has the same name. Takes the names that each module
//! declares. All types that generated code mentions are spelled here, so that no spec can break the
//! output by a schema called `Option`.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::model::{Field, Type};

use super::EmitError;
use super::docs::Docs;
use super::ident::ident;

/// What a type name means in a module of the generated file.
///
/// A spec may well have a schema `Tag`, `Option` or `String`, which hides the runtime's and the
/// standard library's type of that name in its module: there, that one is named by its full path.
pub(crate) struct Scope<'a> {
    plain: Plain<'a>,
    types: &'a HashSet<&'a str>,
    /// What leads to the root of the file, and to the module of the named types.
    root: TokenStream,
    prefix: TokenStream,
    /// The module that the runtime's types are in.
    runtime: TokenStream,
}

/// Which types and traits of the runtime and the standard library go by their names alone.
enum Plain<'a> {
    /// All that the module does not hide by types of its own.
    Except(HashSet<&'a str>),
    Only(&'static [&'static str]),
}

impl Plain<'_> {
    fn has(&self, name: &str) -> bool {
        match self {
            Self::Except(declared) => !declared.contains(name),
            Self::Only(names) => names.contains(&name),
        }
    }
}

/// What is in scope of handlers that users write: the prelude, and what they import.
const FOR_HANDLERS: &[&str] = &[
    "Box",
    "Call",
    "Option",
    "Result",
    "String",
    "ToolError",
    "Vec",
];

impl<'a> Scope<'a> {
    /// The module at the root of the file, which declares the requests.
    pub(crate) fn root(requests: HashSet<&'a str>, types: &'a HashSet<&'a str>) -> Self {
        Self {
            plain: Plain::Except(requests),
            types,
            root: TokenStream::new(),
            prefix: quote!(types::),
            runtime: in_generated(),
        }
    }

    /// The module of the traits for operations that are run by hand.
    pub(crate) fn handlers(traits: HashSet<&'a str>, types: &'a HashSet<&'a str>) -> Self {
        Self {
            plain: Plain::Except(traits),
            types,
            root: quote!(super::),
            prefix: quote!(super::types::),
            runtime: in_generated(),
        }
    }

    /// Code of a user beside the module that the file is, which imports `Call` and `ToolError`.
    pub(crate) fn beside(module: &str, types: &'a HashSet<&'a str>) -> Result<Self, EmitError> {
        let module = ident(module)?;
        Ok(Self {
            plain: Plain::Only(FOR_HANDLERS),
            types,
            root: quote!(#module::),
            prefix: quote!(#module::types::),
            runtime: quote!(toolwright),
        })
    }

    /// The module of the named types.
    pub(crate) fn types(types: &'a HashSet<&'a str>) -> Self {
        Self {
            plain: Plain::Except(types.clone()),
            types,
            root: quote!(super::),
            prefix: TokenStream::new(),
            runtime: in_generated(),
        }
    }

    /// A type or trait of the runtime.
    pub(crate) fn runtime(&self, name: &str) -> TokenStream {
        self.path(name, self.runtime.clone())
    }

    /// A request, or the response of one.
    pub(crate) fn at_root(&self, name: &str) -> Result<TokenStream, EmitError> {
        let (root, ident) = (&self.root, ident(name)?);
        Ok(quote!(#root #ident))
    }

    /// The Rust type of a field.
    pub(crate) fn field_type(&self, ty: &Type, required: bool) -> Result<TokenStream, EmitError> {
        let inner = self.ty(ty)?;
        if required {
            return Ok(inner);
        }
        let option = self.option();
        Ok(quote!(#option<#inner>))
    }

    /// A public field.
    pub(crate) fn field(&self, field: &Field, docs: Docs) -> Result<TokenStream, EmitError> {
        let docs = docs.attributes()?;
        let name = ident(&field.ident)?;
        let ty = self.field_type(&field.ty, field.required)?;
        Ok(quote!(#docs pub #name: #ty,))
    }

    /// `Option`
    pub(crate) fn option(&self) -> TokenStream {
        self.path("Option", quote!(::std::option))
    }

    /// `Result`
    pub(crate) fn result(&self) -> TokenStream {
        self.path("Result", quote!(::std::result))
    }

    /// A trait of the standard library's `marker`.
    pub(crate) fn marker(&self, name: &str) -> TokenStream {
        self.path(name, quote!(::std::marker))
    }

    /// The Rust type.
    pub(crate) fn ty(&self, ty: &Type) -> Result<TokenStream, EmitError> {
        Ok(match ty {
            Type::Bool => quote!(bool),
            Type::I32 => quote!(i32),
            Type::I64 => quote!(i64),
            Type::U64 => quote!(u64),
            Type::F64 => quote!(f64),
            Type::String => self.path("String", quote!(::std::string)),
            Type::File => self.runtime("File"),
            Type::Json => self.runtime("Json"),
            Type::List(item) => self.generic(self.path("Vec", quote!(::std::vec)), item)?,
            Type::Map(value) => self.generic(self.runtime("Map"), value)?,
            Type::Nullable(value) => self.generic(self.runtime("Nullable"), value)?,
            Type::Boxed(inner) => self.generic(self.path("Box", quote!(::std::boxed)), inner)?,
            Type::Named(name) => self.type_path(name)?,
        })
    }

    fn generic(&self, outer: TokenStream, argument: &Type) -> Result<TokenStream, EmitError> {
        let argument = self.ty(argument)?;
        Ok(quote!(#outer<#argument>))
    }

    fn type_path(&self, name: &str) -> Result<TokenStream, EmitError> {
        if !self.types.contains(name) {
            return Err(EmitError::Type(name.to_owned()));
        }
        let prefix = &self.prefix;
        let ident = ident(name)?;
        Ok(quote!(#prefix #ident))
    }

    fn path(&self, name: &str, home: TokenStream) -> TokenStream {
        let ident = format_ident!("{name}");
        if self.plain.has(name) {
            quote!(#ident)
        } else {
            quote!(#home::#ident)
        }
    }
}

fn in_generated() -> TokenStream {
    quote!(::toolwright::generated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_the_spec_takes_is_written_in_full() {
        let types = HashSet::from(["Option", "Pet"]);
        let scope = Scope::types(&types);
        let list = Type::List(Box::new(Type::Named("Pet".to_owned())));
        let field = scope.field_type(&list, false).unwrap();
        assert_eq!(
            field.to_string(),
            ":: std :: option :: Option < Vec < Pet > >"
        );
    }

    #[test]
    fn a_user_imports_little() {
        let types = HashSet::from(["Option"]);
        let scope = Scope::beside("api", &types).unwrap();
        let list = Type::List(Box::new(Type::Named("Option".to_owned())));
        let field = scope.field_type(&list, false).unwrap();
        assert_eq!(
            field.to_string(),
            "Option < Vec < api :: types :: Option > >"
        );
        assert_eq!(
            scope.ty(&Type::Json).unwrap().to_string(),
            "toolwright :: Json"
        );
        assert!(Scope::beside("a b", &types).is_err());
    }

    #[test]
    fn the_root_reaches_into_types() {
        let types = HashSet::from(["Pet"]);
        let scope = Scope::root(HashSet::from(["Json"]), &types);
        let of = |ty: &Type| scope.ty(ty).unwrap().to_string();
        assert_eq!(of(&Type::Named("Pet".to_owned())), "types :: Pet");
        assert_eq!(of(&Type::Json), ":: toolwright :: generated :: Json");
        assert!(scope.ty(&Type::Named("Cat".to_owned())).is_err());
    }
}
