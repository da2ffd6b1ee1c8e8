use proc_macro2::TokenStream;
use syn::DeriveInput;
use toolwright_codegen::expand::derived;
use toolwright_codegen::rust_types::Direction;

pub(crate) fn expand_derive(item: TokenStream, direction: Direction) -> TokenStream {
    syn::parse2::<DeriveInput>(item).map_or_else(syn::Error::into_compile_error, |item| {
        derived(&item, direction)
    })
}
