use std::env;
use std::path::PathBuf;

use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;
use toolwright_codegen::{Builder, Compiled};

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    syn::parse2::<LitStr>(input)
        .and_then(|path| compile(&path))
        .unwrap_or_else(syn::Error::into_compile_error)
}

fn compile(path: &LitStr) -> syn::Result<TokenStream> {
    let error = |message: String| syn::Error::new(path.span(), message);
    let root = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let file = root.unwrap_or_default().join(path.value());
    let compiled = Builder::new(&file)
        .compile()
        .map_err(|problem| error(problem.to_string()))?;
    let unread = compiled.unread_lines();
    for line in unread.into_iter().chain(compiled.skipped_lines()) {
        eprintln!("{line}");
    }
    let items: TokenStream = compiled
        .rust()
        .parse()
        .map_err(|problem| error(format!("the generated code is not Rust: {problem}")))?;
    let watched = watched_files(&compiled);
    Ok(quote! { #watched #items })
}

/// Makes the compiler rebuild the crate when a file that was read changes.
fn watched_files(compiled: &Compiled) -> TokenStream {
    let paths = compiled.files().map(|file| {
        let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        absolute.to_string_lossy().into_owned()
    });
    quote! { #(const _: &[u8] = include_bytes!(#paths);)* }
}
