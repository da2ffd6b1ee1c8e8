//! Methods that are tools: what `#[tool]` makes of them.

mod parameters;
mod settings;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{GenericArgument, ImplItemFn, PathArguments, ReturnType, Type};

use super::Direction;
use super::attributes::comment;
use super::problems::Problems;
use parameters::Parameters;
use settings::Settings;

/// The name of the function that describes the tool of a method. rustc says of a method in
/// `#[tools(methods(…))]` that has none that there is no function of this name.
pub fn described(method: &Ident) -> Ident {
    let span = method.span();
    format_ident!("{}_needs_the_attribute_tool", method.unraw(), span = span)
}

/// The trait that a server implements for each method in `#[tools(methods(…))]`. A method that is a
/// tool asks for it.
pub fn listed(method: &Ident) -> TokenStream {
    // FNV-1a.
    let hash = method
        .unraw()
        .to_string()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    let hash = proc_macro2::Literal::u64_unsuffixed(hash);
    let span = method.span();
    quote_spanned!(span=> ::toolwright::generated::Lists<#hash>)
}

/// The method, and a function beside it that describes it as a tool.
///
/// Where something is wrong, the method is still there, so that nothing else is wrong for want of it.
pub fn tool(arguments: TokenStream, method: &ImplItemFn) -> TokenStream {
    let mut plain = method.clone();
    for parameter in &mut plain.sig.inputs {
        let attributes = match parameter {
            syn::FnArg::Receiver(receiver) => &mut receiver.attrs,
            syn::FnArg::Typed(typed) => &mut typed.attrs,
        };
        attributes.retain(|one| !one.path().is_ident("tool") && !one.path().is_ident("doc"));
    }
    let described = describing(arguments, method).unwrap_or_else(syn::Error::into_compile_error);
    quote!(#plain #described)
}

fn describing(arguments: TokenStream, method: &ImplItemFn) -> syn::Result<TokenStream> {
    let mut problems = Problems::default();
    let signature = &method.sig;
    let settings = Settings::read(arguments, &mut problems);
    if !signature.generics.params.is_empty() {
        problems.add(
            signature.generics.params.span(),
            "a tool is one function: write out the types that are meant",
        );
    }
    let description = comment(&method.attrs);
    if description.is_empty() && settings.description.is_none() {
        let message = "a model knows a tool by its description: write a doc comment above it";
        problems.add(signature.ident.span(), message);
    }
    let parameters = Parameters::read(signature, &mut problems);
    let default_name = signature.ident.unraw().to_string();
    let name = settings.name.clone().unwrap_or(default_name);
    if !is_tool_name(&name) {
        let span = settings.name_span.unwrap_or_else(|| signature.ident.span());
        let message = "the name of a tool has 1 to 64 of the characters a-z, A-Z, 0-9, _ and -: write one with \
                       `#[tool(name = \"…\")]`";
        problems.add(span, message);
    }
    let declared = parameters.as_ref().map(Parameters::declaration);
    let declared = declared.and_then(|declared| problems.note(declared));
    let Some((parameters, declared)) = problems.or(parameters.zip(declared))? else {
        return Ok(TokenStream::new());
    };
    let described = described(&signature.ident);
    let title = settings.title.clone().unwrap_or_default();
    let description = settings.description.clone().unwrap_or(description);
    let annotations = settings.annotations();
    let taken = parameters.ty();
    let output = output(&settings, &signature.output);
    let started = started(method, &parameters);
    let span = parameters.span();
    let is_object = quote_spanned! {span=>
        const _: () = ::core::assert!(
            <#taken as ::toolwright::ToolInput>::FORM.is_object(),
            "the arguments of a tool are an object, so this has to be a struct with named fields: or give the \
             method several arguments, each of which is a property then"
        );
    };
    let listed = listed(&signature.ident);
    let name_span = signature.ident.span();
    let is_listed = quote_spanned! {name_span=>
        const fn is_listed<S: #listed>() {}
        is_listed::<Self>();
    };
    Ok(quote! {
        #[doc(hidden)]
        #[allow(clippy::needless_question_mark)]
        pub(crate) const fn #described() -> ::toolwright::OwnTool<Self> {
            #is_listed
            #declared
            #is_object
            ::toolwright::OwnTool {
                name: #name,
                title: #title,
                description: #description,
                annotations: #annotations,
                input: || {
                    static INPUT: ::std::sync::LazyLock<::toolwright::InputSchema> =
                        ::std::sync::LazyLock::new(::toolwright::InputSchema::of::<#taken>);
                    &INPUT
                },
                output: #output,
                start: #started,
            }
        }
    })
}

fn is_tool_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

fn started(method: &ImplItemFn, parameters: &Parameters) -> TokenStream {
    let (name, taken) = (&method.sig.ident, parameters.ty());
    let values = parameters.values();
    let wait = method.sig.asyncness.is_some().then(|| quote!(.await));
    let result = match answer(&method.sig.output) {
        Answer::Perhaps(_) => quote!(::core::result::Result::Ok(Self::#name(#values) #wait ?)),
        Answer::Always(_) => quote!(::core::result::Result::Ok(Self::#name(#values) #wait)),
    };
    quote! {
        |state, fields, call| ::toolwright::generated::own(fields, move |arguments: #taken| {
            #[allow(unused_variables)]
            async move {
                let (state, call) = (state, call);
                #result
            }
        })
    }
}

fn output(settings: &Settings, returned: &ReturnType) -> TokenStream {
    if !settings.output_schema {
        return quote!(::core::option::Option::None);
    }
    let ty = match answer(returned) {
        Answer::Perhaps(ty) | Answer::Always(ty) => ty,
    };
    quote! {
        ::core::option::Option::Some(|| {
            static OUTPUT: ::std::sync::LazyLock<::toolwright::OutputSchema> =
                ::std::sync::LazyLock::new(::toolwright::OutputSchema::of::<#ty>);
            &OUTPUT
        })
    }
}

/// What a method gives.
enum Answer {
    /// The first type of a `Result`.
    Perhaps(TokenStream),
    Always(TokenStream),
}

fn answer(returned: &ReturnType) -> Answer {
    let ReturnType::Type(_, ty) = returned else {
        return Answer::Always(quote!(()));
    };
    if let Type::Path(path) = &**ty
        && let Some(last) = path
            .path
            .segments
            .last()
            .filter(|last| last.ident == "Result")
        && let PathArguments::AngleBracketed(arguments) = &last.arguments
        && let Some(GenericArgument::Type(ty)) = arguments.args.first()
    {
        return Answer::Perhaps(quote!(#ty));
    }
    Answer::Always(quote!(#ty))
}

/// The direction of arguments.
const INPUT: Direction = Direction::Input;
