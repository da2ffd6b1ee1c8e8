//! Methods that are tools: what `#[tool]` makes of them.

mod parameters;
mod settings;

use std::hash::Hasher as _;

use fnv::FnvHasher;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{GenericArgument, ImplItemFn, PathArguments, ReturnType, Signature, Type};

use crate::emit::typed;
use crate::rust_types::{Direction, Problems, doc_comment};
use parameters::Parameters;
use settings::Settings;

/// The name of the function that describes the tool of a method.
///
/// ```
/// use toolwright_codegen::expand::method::described;
///
/// assert_eq!(described(&syn::parse_str("restock")?), "restock_as_a_tool");
/// # Ok::<(), syn::Error>(())
/// ```
pub fn described(method: &Ident) -> Ident {
    let span = method.span();
    format_ident!("{}_as_a_tool", method.unraw(), span = span)
}

/// Code that stands at a place, with which errors in it are told.
///
/// ```
/// use proc_macro2::Span;
/// use toolwright_codegen::expand::method::place_code;
///
/// // A macro takes the span of what its user wrote.
/// let code = place_code(Span::call_site(), quote::quote!(check(count)));
/// assert_eq!(code.to_string(), "check (count)");
/// ```
pub fn place_code(span: Span, code: TokenStream) -> TokenStream {
    typed::place_code(span, code)
}

/// The trait that a server implements for each method in `#[tools(methods(…))]`. A method that is a
/// tool asks for it.
///
/// ```
/// use toolwright_codegen::expand::method::listed_trait;
///
/// let lists = |method| Ok::<_, syn::Error>(listed_trait(&syn::parse_str(method)?).to_string());
/// assert!(lists("restock")?.starts_with(":: toolwright :: generated :: Lists"));
/// assert_ne!(lists("restock")?, lists("sell")?);
/// # Ok::<(), syn::Error>(())
/// ```
pub fn listed_trait(method: &Ident) -> TokenStream {
    let mut hasher = FnvHasher::default();
    hasher.write(method.unraw().to_string().as_bytes());
    let hash = proc_macro2::Literal::u64_unsuffixed(hasher.finish());
    let span = method.span();
    quote_spanned!(span=> ::toolwright::generated::Lists<#hash>)
}

/// The method, and a function beside it that describes it as a tool.
///
/// Where something is wrong, both are still there, so that nothing else is wrong for want of them.
///
/// ```
/// use proc_macro2::TokenStream;
/// use toolwright_codegen::expand::method::tool;
///
/// let method = syn::parse_quote! {
///     /// Orders more of a food.
///     async fn restock(&self, food: String) -> String { food }
/// };
/// let code = tool(TokenStream::new(), &method).to_string();
/// assert!(code.contains("fn restock (") && code.contains("fn restock_as_a_tool ("));
/// assert!(code.contains("Orders more of a food."));
/// ```
pub fn tool(arguments: TokenStream, method: &ImplItemFn) -> TokenStream {
    let mut plain = method.clone();
    for parameter in &mut plain.sig.inputs {
        let attributes = match parameter {
            syn::FnArg::Receiver(receiver) => &mut receiver.attrs,
            syn::FnArg::Typed(typed) => &mut typed.attrs,
        };
        attributes.retain(|one| !one.path().is_ident("tool") && !one.path().is_ident("doc"));
    }
    let described = describing(arguments, method).unwrap_or_else(|mistakes| {
        let mut items = mistakes.into_compile_error();
        items.extend(stub(&method.sig.ident));
        items
    });
    quote!(#plain #described)
}

/// A description of no tool, of whatever server: where there is no `&self`, there may be no `Self`.
fn stub(method: &Ident) -> TokenStream {
    let described = described(method);
    quote! {
        #[doc(hidden)]
        pub(crate) const fn #described<S>() -> ::toolwright::OwnTool<S> {
            ::toolwright::OwnTool {
                name: "",
                title: "",
                description: "",
                annotations: ::toolwright::Annotations::of(::toolwright::Method::Post),
                input: || ::core::unreachable!(),
                output: ::core::option::Option::None,
                start: |_, _, _| ::core::option::Option::None,
            }
        }
    }
}

fn describing(arguments: TokenStream, method: &ImplItemFn) -> syn::Result<TokenStream> {
    let mut problems = Problems::default();
    let signature = &method.sig;
    let settings = Settings::read(arguments, &mut problems);
    if !signature.generics.params.is_empty() {
        problems.add_problem(
            signature.generics.params.span(),
            "a tool cannot be generic: write out the types",
        );
    }
    let description = doc_comment(&method.attrs);
    if description.is_empty() && settings.description.is_none() {
        let message =
            "a model chooses a tool by its description: write a doc comment above the method";
        problems.add_problem(signature.ident.span(), message);
    }
    let parameters = Parameters::read(signature, &mut problems);
    let default_name = signature.ident.unraw().to_string();
    let name = settings.name.clone().unwrap_or(default_name);
    if !is_tool_name(&name) {
        let span = settings.name_span.unwrap_or_else(|| signature.ident.span());
        let message = "a tool's name must have 1 to 64 of the characters a-z, A-Z, 0-9, _ and -: write one \
            with `#[tool(name = \"…\")]`";
        problems.add_problem(span, message);
    }
    let declared = parameters.as_ref().map(Parameters::declaration);
    let declared = declared.and_then(|declared| problems.take_ok(declared));
    let Some((parameters, declared)) = problems.ok_or_errors(parameters.zip(declared))? else {
        return Ok(TokenStream::new());
    };
    let described = described(&signature.ident);
    let title = settings.title.clone().unwrap_or_default();
    let description = settings.description.clone().unwrap_or(description);
    let annotations = settings.annotations();
    let taken = parameters.ty();
    let output = output(&settings, signature);
    let started = started(method, &parameters);
    let span = parameters.span();
    let is_object = quote! {
        const _: () = ::core::assert!(
            <#taken as ::toolwright::ToolInput>::FORM.is_object(),
            "the arguments of a tool are an object, so this must be a struct with named fields; or give the \
             method several arguments, each of which becomes a property"
        );
    };
    let is_object = place_code(span, is_object);
    let input = quote! {
        let _ = <#taken as ::toolwright::ToolInput>::schema;
        ::toolwright::InputSchema::of::<#taken>()
    };
    let input = place_code(span, input);
    let listed = listed_trait(&signature.ident);
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
                        ::std::sync::LazyLock::new(|| { #input });
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

/// What runs the method. What the types lack is said where they are written, first of all and therefore
/// once: rustc leaves out what follows from it at the same place.
fn started(method: &ImplItemFn, parameters: &Parameters) -> TokenStream {
    let (name, taken) = (&method.sig.ident, parameters.ty());
    let values = parameters.values();
    let wait = method.sig.asyncness.is_some().then(|| quote!(.await));
    let given = answer(&method.sig.output);
    let (ty, place) = (given.ty(), given.place(name));
    let called = quote!(Self::#name(#values) #wait);
    let result = match &given {
        Answer::Perhaps(_) => {
            quote!(::core::result::Result::Ok(#called ?))
        }
        Answer::Always(_) => quote!(::core::result::Result::Ok(#called)),
    };
    let asked = place_code(
        place,
        quote!(let _ = <#ty as ::toolwright::IntoOutcome>::into_outcome;),
    );
    let decoded = place_code(
        parameters.span(),
        quote! {
            let _ = <#taken as ::toolwright::ToolInput>::schema;
            let arguments = ::toolwright::generated::decode_arguments::<#taken>(fields)?;
        },
    );
    let running = quote! {
        ::toolwright::generated::box_handler(async move {
            let (state, call) = (state, call);
            #result
        })
    };
    let running = place_code(place, running);
    quote! {
        |state, fields, call| {
            #asked
            #decoded
            #[allow(unused_variables)]
            ::core::option::Option::Some(#running)
        }
    }
}

fn output(settings: &Settings, method: &Signature) -> TokenStream {
    if !settings.output_schema {
        return quote!(::core::option::Option::None);
    }
    let given = answer(&method.output);
    let ty = given.ty();
    let made = place_code(
        given.place(&method.ident),
        quote! {
            let _ = <#ty as ::toolwright::ToolOutput>::schema;
            ::toolwright::OutputSchema::of::<#ty>()
        },
    );
    quote! {
        ::core::option::Option::Some(|| {
            static OUTPUT: ::std::sync::LazyLock<::toolwright::OutputSchema> =
                ::std::sync::LazyLock::new(|| { #made });
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

impl Answer {
    fn ty(&self) -> &TokenStream {
        match self {
            Self::Perhaps(ty) | Self::Always(ty) => ty,
        }
    }

    /// Where it is written; at the name of a method that gives nothing.
    fn place(&self, method: &Ident) -> Span {
        match self.ty() {
            ty if ty.to_string() == "()" => method.span(),
            ty => ty.span(),
        }
    }
}

/// The direction of arguments.
const INPUT: Direction = Direction::Input;
