//! The parameters of a method with `#[tool]`: `&self`, arguments, and optionally the call. Decides
//! whether the arguments become one generated struct or are decoded into the single struct that the
//! method takes. It sees tokens only, so types are judged by how they are written.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::spanned::Spanned as _;
use syn::{DeriveInput, FnArg, Pat, PatType, Signature, Type, parse_quote};

use super::INPUT;
use crate::expand::derive;
use crate::rust_types::{Problems, RustKind};

/// What a method takes, beside itself.
pub(super) struct Parameters<'a> {
    /// In their order; `None` for the call.
    all: Vec<Option<(Ident, &'a PatType)>>,
    method: &'a Ident,
}

impl<'a> Parameters<'a> {
    pub(super) fn read(signature: &'a Signature, problems: &mut Problems) -> Option<Self> {
        let mut inputs = signature.inputs.iter();
        match inputs.next() {
            Some(FnArg::Receiver(receiver)) if is_shared(receiver) => {}
            other => {
                let span = other.map_or(signature.ident.span(), syn::spanned::Spanned::span);
                let message =
                    "many calls of a tool run at the same time: its first argument must be `&self`";
                problems.add_problem(span, message);
                return None;
            }
        }
        let mut all = Vec::new();
        for input in inputs {
            let FnArg::Typed(typed) = input else {
                continue;
            };
            all.push(match (&*typed.pat, is_call(&typed.ty)) {
                (_, true) => None,
                (Pat::Ident(pattern), false) => Some((pattern.ident.clone(), typed)),
                (other, false) => {
                    let message = "an argument needs a name, which becomes the name of its property: \
                        destructure it in the method";
                    problems.add_problem(other.span(), message);
                    continue;
                }
            });
        }
        Some(Self {
            all,
            method: &signature.ident,
        })
    }

    fn values_only(&self) -> impl Iterator<Item = &(Ident, &'a PatType)> {
        self.all.iter().flatten()
    }

    /// The one type that all arguments are decoded into, where the method takes it.
    fn single_struct_type(&self) -> Option<&'a Type> {
        let mut values = self.values_only();
        let (Some((_, only)), None) = (values.next(), values.next()) else {
            return None;
        };
        // A macro cannot ask whether a type is a struct. Attributes are meant for a property of its
        // own, and known types such as `String` are values.
        let is_struct = only.attrs.is_empty()
            && matches!(RustKind::from_type(&only.ty), Ok(RustKind::Other(_)));
        is_struct.then_some(&*only.ty)
    }

    /// The type that the arguments are decoded into.
    pub(super) fn ty(&self) -> TokenStream {
        match self.single_struct_type() {
            Some(ty) => quote!(#ty),
            None => quote!(Arguments),
        }
    }

    pub(super) fn span(&self) -> Span {
        self.single_struct_type()
            .map_or_else(|| self.method.span(), syn::spanned::Spanned::span)
    }

    /// The struct of the arguments, where the method takes them one by one. Others are refused: a
    /// misspelt one would be lost.
    pub(super) fn declaration(&self) -> syn::Result<TokenStream> {
        if self.single_struct_type().is_some() {
            return Ok(TokenStream::new());
        }
        let fields = self.values_only().map(|(ident, typed)| {
            let (attributes, ty) = (&typed.attrs, &typed.ty);
            quote!(#(#attributes)* #ident: #ty)
        });
        let item: DeriveInput = parse_quote! {
            #[tool(deny_unknown_fields)]
            struct Arguments { #(#fields),* }
        };
        let implemented = derive(&item, INPUT)?;
        let fields = self.values_only().map(|(ident, typed)| {
            let ty = &typed.ty;
            quote!(#ident: #ty)
        });
        Ok(quote! {
            struct Arguments { #(#fields),* }
            #implemented
        })
    }

    /// What the method is called with.
    pub(super) fn values(&self) -> TokenStream {
        let whole = self.single_struct_type().is_some();
        let values = self.all.iter().map(|parameter| match parameter {
            None => quote!(call),
            Some(_) if whole => quote!(arguments),
            Some((ident, _)) => quote!(arguments.#ident),
        });
        let state = format_ident!("state");
        quote!(#state, #(#values),*)
    }
}

fn is_shared(receiver: &syn::Receiver) -> bool {
    matches!(&receiver.kind, syn::ReceiverKind::Reference(_, _, None))
}

/// `&Call<'_>`
fn is_call(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) => path
                .path
                .segments
                .last()
                // By name, with any path before it: the macro cannot resolve `use`. A type of the
                // user that is called `Call` would be mistaken for it.
                .is_some_and(|last| last.ident == "Call"),
            _ => false,
        },
        _ => false,
    }
}
