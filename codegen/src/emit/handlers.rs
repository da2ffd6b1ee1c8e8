use proc_macro2::TokenStream;
use quote::quote;

use crate::model::{Api, Operation};

use super::docs::{self, Docs};
use super::ident::ident;
use super::literal::string;
use super::scope::Scope;
use super::{EmitError, api, aside, request, response};

/// So many operations are shown to who has no handlers at all: a screenful.
const MOST_SHOWN: usize = 20;

/// The trait of the handlers that are written by hand, and what makes tools of them; nothing where
/// no operation is run by hand.
pub(crate) fn items(api: &Api, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let mut methods = TokenStream::new();
    let mut arms = TokenStream::new();
    let mut shown = Vec::new();
    for (operation, name) in api.manual() {
        let sketch = sketch(operation, name, scope)?;
        methods.extend(method(operation, name, &sketch, scope)?);
        arms.extend(arm(operation, name)?);
        shown.push(sketch);
    }
    if shown.is_empty() {
        return Ok(TokenStream::new());
    }
    let unimplemented = unimplemented(api, shown)?;
    let title = docs::code(api::title(api));
    let about = Docs::new()
        .ours(format!("The operations of {title} that are run by hand."))
        .ours("What implements it is passed to [`tools`].")
        .attributes()?;
    let (send, sync) = (scope.marker("Send"), scope.marker("Sync"));
    let names = ["Dispatch", "Tools", "Tool", "Fields", "Call", "Running"];
    let [dispatch, tools, tool, fields, call, running] = names.map(|name| scope.runtime(name));
    let option = scope.option();
    let about_tools = Docs::new()
        .ours(format!(
            "The tools of {title}: what is run by hand is run by `handlers`, all else is sent upstream."
        ))
        .attributes()?;
    Ok(quote! {
        #about
        #unimplemented
        pub trait Handlers: #send + #sync + 'static { #methods }

        #about_tools
        pub fn tools(handlers: impl Handlers) -> #tools {
            shared_tools(::std::sync::Arc::new(handlers))
        }

        /// [`tools`] whose handlers are used elsewhere, too.
        pub fn shared_tools(handlers: ::std::sync::Arc<impl Handlers>) -> #tools {
            #tools::by_hand(&API, ByHand(handlers))
        }

        struct ByHand<H>(::std::sync::Arc<H>);

        impl<H: Handlers> #dispatch for ByHand<H> {
            fn start<'a>(
                &'a self,
                tool: &'static #tool,
                fields: &mut #fields<'_>,
                call: &'a #call<'a>,
            ) -> #option<#running<'a>> {
                match tool.name {
                    #arms
                    _ => None,
                }
            }
        }
    })
}

fn method(
    operation: &Operation,
    name: &str,
    sketch: &str,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let docs = request::docs(operation)?;
    let aside = aside::attribute(sketch)?;
    let name = ident(name)?;
    let request = ident(&operation.request)?;
    let call = scope.runtime("Call");
    let result = result(operation, scope)?;
    let (future, send) = (scope.runtime("Future"), scope.marker("Send"));
    Ok(quote! {
        #docs
        fn #name(
            #aside
            &self,
            request: #request,
            call: &#call<'_>,
        ) -> impl #future<Output = #result> + #send;
    })
}

fn result(operation: &Operation, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let (result, error) = (scope.result(), scope.runtime("ToolError"));
    let response = response::ty_of(operation, scope)?;
    Ok(quote!(#result<#response, #error>))
}

fn arm(operation: &Operation, name: &str) -> Result<TokenStream, EmitError> {
    let tool = string(&operation.tool)?;
    let name = ident(name)?;
    Ok(quote!(#tool => by_hand(fields, |request| self.0.#name(request, call)),))
}

/// What rustc says of a type that handles nothing.
fn unimplemented(api: &Api, mut shown: Vec<String>) -> Result<TokenStream, EmitError> {
    let more = shown.len().saturating_sub(MOST_SHOWN);
    shown.truncate(MOST_SHOWN);
    if more > 0 {
        shown.push(format!("and {more} more"));
    }
    let name = api::title(api);
    let message = string(&format!(
        "`{{Self}}` does not run the operations of {} that are run by hand",
        escaped(name)
    ))?;
    let label = string("does not implement `Handlers`")?;
    let notes = shown
        .iter()
        .map(|text| string(&escaped(text)))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(quote! {
        #[diagnostic::on_unimplemented(
            message = #message,
            label = #label,
            #(note = #notes),*
        )]
    })
}

/// A text in which nothing is put in by rustc.
fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// A method to copy: `POST /orders: async fn place_order(…) -> … { … }`.
fn sketch(operation: &Operation, name: &str, scope: &Scope<'_>) -> Result<String, EmitError> {
    let name = ident(name)?;
    let request = ident(&operation.request)?;
    let call = scope.runtime("Call");
    let result = result(operation, scope)?;
    let file = syn::parse2(quote! {
        impl Handlers for H {
            async fn #name(&self, request: #request, call: &#call<'_>) -> #result {}
        }
    })?;
    let text = prettyplease::unparse(&file);
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let method = text
        .split_once("H { ")
        .map_or(text.as_str(), |(_, rest)| rest);
    let method = method.trim_end_matches(['{', '}', ' ']);
    let method = method
        .replace("( &self", "(&self")
        .replace(", ) ->", ") ->");
    Ok(format!(
        "{} {}: {method} {{ … }}",
        operation.method, operation.path
    ))
}
