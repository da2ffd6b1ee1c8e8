use proc_macro2::TokenStream;
use syn::DeriveInput;
use toolwright_codegen::rust_types::{Direction, derive};

pub(crate) fn expand(item: TokenStream, direction: Direction) -> TokenStream {
    syn::parse2::<DeriveInput>(item)
        .and_then(|item| derive(&item, direction))
        .unwrap_or_else(syn::Error::into_compile_error)
}
