//! `#[derive(ToolServer)]` and `#[tool]`.

mod attribute;

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, ImplItemFn, parse_quote};
use toolwright_codegen::expand::method;

use crate::tools::{Call, compile_spec};
use attribute::Attribute;

/// `#[tool]` on a method.
pub(crate) fn expand_method(arguments: TokenStream, item: TokenStream) -> TokenStream {
    match syn::parse2::<ImplItemFn>(item.clone()) {
        Ok(method) => method::tool(arguments, &method),
        Err(_) => {
            let message = "`#[tool]` must be above a method, within an `impl`";
            let span = proc_macro2::Span::call_site();
            let error = syn::Error::new(span, message).into_compile_error();
            quote!(#item #error)
        }
    }
}

/// `#[derive(ToolServer)]` on a struct.
pub(crate) fn expand_server(item: TokenStream) -> TokenStream {
    syn::parse2::<DeriveInput>(item).map_or_else(syn::Error::into_compile_error, |item| {
        server_impl(&item).unwrap_or_else(|mistakes| {
            let mut items = mistakes.into_compile_error();
            // Without the impls, rustc would report each use of the type as well and bury the
            // mistake that matters.
            items.extend(stub_server(&item));
            items
        })
    })
}

/// A server without tools that lists all methods, so that rustc adds nothing to what is wrong with it.
fn stub_server(item: &DeriveInput) -> TokenStream {
    let ident = &item.ident;
    let (generics, arguments, bounds) = item.generics.split_for_impl();
    let mut with_method = item.generics.clone();
    with_method
        .params
        // Generic over the method, so that it covers all methods at once: the list of them may be
        // what could not be parsed.
        .push(parse_quote!(const __METHOD: ::core::primitive::u64));
    let (generics_with_method, ..) = with_method.split_for_impl();
    quote! {
        impl #generics_with_method ::toolwright::generated::Lists<__METHOD> for #ident #arguments #bounds {}

        #[automatically_derived]
        impl #generics ::toolwright::IntoTools for #ident #arguments #bounds {
            fn into_tools(self) -> ::toolwright::Tools {
                ::core::unreachable!()
            }
        }
    }
}

fn server_impl(item: &DeriveInput) -> syn::Result<TokenStream> {
    let attributes = parse_attributes(item)?;
    let ident = &item.ident;
    let mut modules = TokenStream::new();
    let mut sources = Vec::new();
    for attribute in &attributes {
        if let Some(path) = &attribute.spec {
            let (module, source) = expand_spec(item, attribute, path)?;
            modules.extend(module);
            sources.push(source);
        }
    }
    let own = add_own_methods(ident, &attributes);
    let listed = attributes
        .iter()
        .flat_map(|attribute| &attribute.methods)
        .map(method::listed_trait);
    let all = match sources.split_first() {
        Some((first, others)) => quote!(#first #(.and(#others))* #own),
        None => {
            let named = new_tools(ident, &attributes);
            quote!(#named #own)
        }
    };
    Ok(quote! {
        #modules

        #(#[diagnostic::do_not_recommend] impl #listed for #ident {})*

        #[automatically_derived]
        impl ::toolwright::IntoTools for #ident {
            fn into_tools(self) -> ::toolwright::Tools {
                let state = ::std::sync::Arc::new(self);
                #all
            }
        }
    })
}

/// The attributes, where the item can be a server.
fn parse_attributes(item: &DeriveInput) -> syn::Result<Vec<Attribute>> {
    let mut errors = Vec::new();
    if !item.generics.params.is_empty() {
        let message =
            "a server cannot be generic: write out the types, or put a `dyn Trait` in a field";
        errors.push(syn::Error::new(item.generics.params.span(), message));
    }
    if let Data::Union(data) = &item.data {
        errors.push(syn::Error::new(
            data.union_token.span(),
            "a server must be a struct or an enum",
        ));
    }
    let mut attributes = Vec::new();
    for attribute in item.attrs.iter().filter(|one| one.path().is_ident("tools")) {
        match attribute.parse_args::<Attribute>() {
            Ok(attribute) => attributes.push(attribute),
            Err(error) => errors.push(error),
        }
    }
    let has_tools = attributes
        .iter()
        .any(|one| one.spec.is_some() || !one.methods.is_empty());
    if errors.is_empty() && !has_tools {
        let message = "this server has no tools: write `#[tools(spec = \"api.yaml\")]` or \
                       `#[tools(methods(restock))]` below the derive";
        errors.push(syn::Error::new(item.ident.span(), message));
    }
    let mut errors = errors.into_iter();
    match errors.next() {
        None => Ok(attributes),
        Some(mut first) => {
            errors.for_each(|error| first.combine(error));
            Err(first)
        }
    }
}

/// The module of a spec, and the expression of its tools.
fn expand_spec(
    item: &DeriveInput,
    attribute: &Attribute,
    path: &syn::LitStr,
) -> syn::Result<(TokenStream, TokenStream)> {
    let spec = compile_spec(&Call {
        path: path.clone(),
        arguments: attribute.settings.clone(),
    })?;
    let module = match &attribute.module {
        Some(module) => module.clone(),
        None => syn::parse_str::<Ident>(&spec.name).map_err(|_| {
            let message = format!(
                "`{}` cannot be the name of a module: write `module = …` beside it",
                spec.name
            );
            syn::Error::new(path.span(), message)
        })?,
    };
    let (items, vis) = (spec.items, &item.vis);
    let doc = format!("The tools of `{}`.", path.value());
    // What is missing of a manual operation is said at the struct.
    let span = item.ident.span();
    let source = match spec.is_manual {
        true => quote_spanned!(span=> #module::shared_tools(::std::sync::Arc::clone(&state))),
        false => quote_spanned!(span=> ::toolwright::Tools::from_api(&#module::API)),
    };
    let module = quote! {
        #[doc = #doc]
        #vis mod #module { #items }
    };
    Ok((module, source))
}

/// Adds the methods that are tools. Those that are none have a function all the same, which asks for a
/// trait that says so: functions of the type itself come before those of traits.
fn add_own_methods(ident: &Ident, attributes: &[Attribute]) -> Option<TokenStream> {
    let methods = attributes.iter().flat_map(|attribute| &attribute.methods);
    let described: Vec<Ident> = methods.map(method::described).collect();
    if described.is_empty() {
        return None;
    }
    let called = described.iter().map(|described| {
        let span = described.span();
        method::place_code(span, quote!(#ident::#described()))
    });
    Some(quote! {
        .and_own(state, {
            // Inherent functions win over trait methods, so `Shop::described()` is that of
            // `#[tool]` if it exists, and else the trait's, whose bound fails with an explanation.
            #[allow(dead_code)]
            trait __Methods: ::core::marker::Sized + 'static {
                #(
                    fn #described() -> ::toolwright::OwnTool<Self>
                    where
                        Self: ::toolwright::generated::HasTool,
                    {
                        ::core::unreachable!()
                    }
                )*
            }
            impl __Methods for #ident {}
            static OWN: &[::toolwright::OwnTool<#ident>] = &[#(#called),*];
            OWN
        })
    })
}

/// A server without a spec.
fn new_tools(ident: &Ident, attributes: &[Attribute]) -> TokenStream {
    let given = attributes
        .iter()
        .find_map(|attribute| attribute.name.as_ref());
    let name = given.map_or_else(
        || snake_case(&ident.unraw().to_string()),
        syn::LitStr::value,
    );
    let version = attributes
        .iter()
        .find_map(|attribute| attribute.version.as_ref());
    let version = version.map_or_else(
        || quote!(::core::env!("CARGO_PKG_VERSION")),
        |version| quote!(#version),
    );
    quote!(::toolwright::Tools::new(#name, #version))
}

fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for (index, c) in name.char_indices() {
        if index > 0 && c.is_uppercase() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}
