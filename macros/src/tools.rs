//! `tools!`: compiles a spec with the builder and returns the generated code as tokens. Adds the
//! constants that make rustc watch the files that were read. Paths are relative to the crate that
//! calls the macro.

use std::env;
use std::path::PathBuf;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{LitStr, Token};
use toolwright_codegen::{BuildError, Builder, Compiled, Setting};

use crate::argument::Argument;

const NO_PATH: &str =
    "the first argument must be the path of a spec, relative to the crate: `\"api.yaml\"`";

/// The path of a spec, and settings.
pub(crate) struct Call {
    pub(crate) path: LitStr,
    pub(crate) arguments: Vec<Argument>,
}

impl Parse for Call {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !input.peek(LitStr) {
            return Err(input.error(NO_PATH));
        }
        let path = input.parse()?;
        let arguments = if input.is_empty() {
            Punctuated::new()
        } else {
            input.parse::<Token![,]>()?;
            Punctuated::<Argument, Token![,]>::parse_terminated(input)?
        };
        Ok(Self {
            path,
            arguments: arguments.into_iter().collect(),
        })
    }
}

pub(crate) fn expand_macro(input: TokenStream) -> TokenStream {
    syn::parse2::<Call>(input)
        .and_then(|call| compile_items(&call))
        .unwrap_or_else(syn::Error::into_compile_error)
}

fn compile_items(call: &Call) -> syn::Result<TokenStream> {
    compile_spec(call).map(|spec| spec.items)
}

/// A spec as the items of a module.
pub(crate) struct Spec {
    pub(crate) items: TokenStream,
    /// The name of the server.
    pub(crate) name: String,
    /// Whether there are operations that are run by hand.
    pub(crate) is_manual: bool,
}

/// Compiles a spec, and prints what is skipped.
pub(crate) fn compile_spec(call: &Call) -> syn::Result<Spec> {
    let root = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let root = root.unwrap_or_default();
    let mut builder = Builder::new(root.join(call.path.value()));
    for (index, argument) in call.arguments.iter().enumerate() {
        argument.check_against(&call.arguments[..index])?;
        let setting = argument.setting.clone();
        builder = builder.with(setting.map_path(|path| root.join(path)));
    }
    let compiled = builder
        .compile()
        .map_err(|problem| syn::Error::new(error_span(&problem, call), problem))?;
    for line in compiled.summary_lines() {
        eprintln!("{line}");
    }
    // The text is parsed again so that it gets the spans of the call site, which error messages of
    // rustc then point to.
    // A macro has no place for a second file.
    let items: TokenStream = compiled
        .code()
        .rust_in_one_file()
        .parse()
        .map_err(|problem| {
            let message = format!("the generated code is not Rust: {problem}");
            syn::Error::new(call.path.span(), message)
        })?;
    let watched = watched_files(&compiled);
    Ok(Spec {
        items: quote! { #watched #items },
        name: compiled.api().name.clone(),
        is_manual: compiled.api().manual().next().is_some(),
    })
}

/// What an error is about: the setting that makes it one, else the spec.
fn error_span(problem: &BuildError, call: &Call) -> Span {
    let is_strict = |argument: &&Argument| matches!(argument.setting, Setting::Strict(_));
    match problem {
        BuildError::Strict(_) => call.arguments.iter().find(is_strict),
        _ => None,
    }
    .map_or(call.path.span(), |argument| argument.name.span())
}

/// Makes the compiler rebuild the crate when a file that was read changes.
fn watched_files(compiled: &Compiled) -> TokenStream {
    let paths = compiled.files().map(|file| {
        let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        absolute.to_string_lossy().into_owned()
    });
    // A macro cannot tell cargo about files on stable Rust. `include_bytes!` does, and unused bytes
    // do not reach the binary.
    quote! { #(const _: &[u8] = include_bytes!(#paths);)* }
}
