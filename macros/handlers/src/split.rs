//! `#[handlers]`.

use heck::ToPascalCase as _;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Attribute, Ident, ImplItem, ImplItemFn, ItemImpl, Path, PathSegment};

const NO_IMPL: &str =
    "`#[handlers]` is for an `impl` of the generated trait `Handlers`: write it above one";
const NO_TRAIT: &str = "name the trait to implement: `impl shop::Handlers for …`, where `shop` is the module \
    of the generated code";
const NO_MODULE: &str = "name the module of the generated code too: `shop::Handlers`. The traits of the \
    operations are beside it";
const OF_ONE: &str = "this is the trait of one operation, which does not need `#[handlers]`";
const NO_METHOD: &str = "only the handlers of operations are allowed here, for example `async fn \
    place_order(&self, request: …, call: &Call<'_>)`: move everything else into an `impl` of the type itself";

/// The module of the traits of operations, beside `Handlers`.
const MODULE: &str = "handlers";

/// Of an `impl` with the methods of all operations, an `impl` for each of them.
pub(crate) fn expand_impl(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let Ok(parsed) = syn::parse2::<ItemImpl>(item.clone()) else {
        let error = syn::Error::new(Span::call_site(), NO_IMPL).into_compile_error();
        return quote!(#item #error);
    };
    let refused = (!arguments.is_empty())
        .then(|| syn::Error::new(arguments.span(), "`#[handlers]` takes no arguments"));
    let refused = refused.map(syn::Error::into_compile_error);
    let handlers = split_impl(parsed).unwrap_or_else(syn::Error::into_compile_error);
    quote!(#refused #handlers)
}

fn split_impl(mut all: ItemImpl) -> syn::Result<TokenStream> {
    let whole = handlers_path(&all)?.clone();
    let mut items = TokenStream::new();
    for item in std::mem::take(&mut all.items) {
        match item {
            ImplItem::Fn(mut method) if is_handler(&method) => {
                let mut one = all.clone();
                one.attrs.append(&mut take_conditions(&mut method));
                set_trait(&mut one, operation_trait_path(&whole, &method.sig.ident));
                one.items.push(ImplItem::Fn(method));
                one.to_tokens(&mut items);
            }
            // A helper method here would become a trait method that does not exist, which rustc
            // would report in words about generated code.
            other => {
                let span = match &other {
                    ImplItem::Fn(method) => method.sig.ident.span(),
                    other => other.span(),
                };
                items.extend(syn::Error::new(span, NO_METHOD).into_compile_error());
            }
        }
    }
    // What remains is `impl Handlers` without methods. It requires all traits of operations, so
    // rustc names each one that is missing.
    all.to_tokens(&mut items);
    Ok(items)
}

/// The path of the trait `Handlers`.
fn handlers_path(item: &ItemImpl) -> syn::Result<&Path> {
    let Some((path, _)) = &item.trait_ else {
        return Err(syn::Error::new(item.self_ty.span(), NO_TRAIT));
    };
    let names: Vec<&Ident> = path.segments.iter().map(|segment| &segment.ident).collect();
    match names.as_slice() {
        [.., module, last] if *module == MODULE && *last != "Handlers" => {
            Err(syn::Error::new(path.span(), OF_ONE))
        }
        [_, _, ..] => Ok(path),
        _ => Err(syn::Error::new(path.span(), NO_MODULE)),
    }
}

/// Whether a method takes what a handler takes: itself, the request and the call.
fn is_handler(method: &ImplItemFn) -> bool {
    method.sig.receiver().is_some() && method.sig.inputs.len() == 3
}

/// The path of the trait of one operation. The name is the compiler's: `handler_trait` of
/// `toolwright-codegen`.
fn operation_trait_path(handlers: &Path, method: &Ident) -> Path {
    let mut path = handlers.clone();
    path.segments.pop();
    let name = method.unraw().to_string().to_pascal_case();
    // Not the method's own hygiene: rustc would have the method renamed where there is no such trait.
    let span = Span::call_site().located_at(method.span());
    for name in [MODULE, &name] {
        path.segments
            .push(PathSegment::from(Ident::new(name, span)));
    }
    path
}

fn set_trait(item: &mut ItemImpl, path: Path) {
    if let Some((of, _)) = &mut item.trait_ {
        *of = path;
    }
}

/// Takes from a method when it is compiled: without it, there must be no `impl` either.
fn take_conditions(method: &mut ImplItemFn) -> Vec<Attribute> {
    let attributes = std::mem::take(&mut method.attrs);
    let (conditions, others) = attributes
        .into_iter()
        .partition(|attribute| attribute.path().is_ident("cfg"));
    method.attrs = others;
    conditions
}
