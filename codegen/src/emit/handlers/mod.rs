//! What runs operations by hand: a trait for each, one that has them all, and what makes tools of it.

mod method;
mod operation;
mod sketch;

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::Api;
use crate::names::handler_trait;

use super::docs::{self, Docs};
use super::ident::ident;
use super::literal::string;
use super::scope::Scope;
use super::{EmitError, api};

pub use method::{HandlerMethod, handler_methods};

/// So many operations are shown to who has no handlers at all: a screenful.
const MOST_SHOWN: usize = 20;

/// The head of the module `handlers`.
pub(crate) fn head() -> TokenStream {
    quote! {
        /// The operations that are run by hand, each a trait with one method.
        #[allow(clippy::module_inception)]
        pub mod handlers
    }
}

/// The items of the module `handlers`, none where no operation is run by hand.
pub(crate) fn traits(
    api: &Api,
    root: &Scope<'_>,
    scope: &Scope<'_>,
) -> Result<Vec<TokenStream>, EmitError> {
    let mut items = Vec::new();
    for (operation, method) in api.manual() {
        if items.is_empty() {
            items.push(quote!(
                use toolwright::generated::*;
            ));
        }
        items.push(operation::item(operation, method, root, scope)?);
    }
    Ok(items)
}

/// The names of the traits.
pub(crate) fn names(api: &Api) -> Vec<String> {
    let methods = api.manual().map(|(_, method)| method);
    methods.map(handler_trait).collect()
}

/// The trait of a type that runs all of them, and what makes tools of one; nothing where no operation
/// is run by hand.
pub(crate) fn items(api: &Api, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let mut traits = Vec::new();
    let mut arms = TokenStream::new();
    let mut shown = Vec::new();
    for (operation, method) in api.manual() {
        let (name, tool) = (ident(&handler_trait(method))?, string(&operation.tool)?);
        let sketch = sketch::line(operation, method, scope)?;
        let method = ident(method)?;
        arms.extend(quote! {
            #tool => start_handler(fields, |request| handlers.#method(request, call)),
        });
        traits.push(name);
        shown.push(format!("{} {}: {sketch}", operation.method, operation.path));
    }
    if shown.is_empty() {
        return Ok(TokenStream::new());
    }
    let unimplemented = unimplemented(api, shown)?;
    let title = docs::code(api::title(api));
    let about = Docs::new()
        .ours(format!("The operations of {title} that have handlers of their own."))
        .ours("The `impl` below `#[toolwright::handlers]` has the methods of all traits in [`handlers`].")
        .ours("Pass the type that implements it to [`tools`].")
        .attributes()?;
    let (send, sync) = (scope.marker("Send"), scope.marker("Sync"));
    let names = [
        "Dispatch",
        "Tools",
        "Tool",
        "Fields",
        "Call",
        "RunningHandler",
    ];
    let [dispatch, tools, tool, fields, call, running] = names.map(|name| scope.runtime(name));
    let option = scope.option();
    let about_tools = Docs::new()
        .ours(format!(
            "The tools of {title}: `handlers` runs the operations that have handlers, and all others are \
             sent upstream."
        ))
        .attributes()?;
    Ok(quote! {
        #about
        #unimplemented
        pub trait Handlers: #send + #sync + 'static
        where
            #(Self: handlers::#traits,)*
        {}

        #about_tools
        pub fn tools(handlers: impl Handlers) -> #tools {
            shared_tools(::std::sync::Arc::new(handlers))
        }

        /// [`tools`] whose handlers are used elsewhere, too.
        pub fn shared_tools(handlers: ::std::sync::Arc<impl Handlers>) -> #tools {
            #tools::with_handlers(&API, HandlerDispatch(handlers))
        }

        struct HandlerDispatch<H>(::std::sync::Arc<H>);

        impl<H: Handlers> #dispatch for HandlerDispatch<H> {
            fn start<'a>(
                &'a self,
                tool: &'static #tool,
                fields: &mut #fields<'_>,
                call: &'a #call<'a>,
            ) -> #option<#running<'a>> {
                let handlers = &*self.0;
                match tool.name {
                    #arms
                    _ => None,
                }
            }
        }
    })
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
        "`{{Self}}` does not handle the operations of {} that need handlers",
        escape_braces(name)
    ))?;
    let how = "write `#[toolwright::handlers]` and `impl …::Handlers for {Self} {{ … }}` with these methods, \
        and import the types of that module:";
    let notes = shown
        .iter()
        .map(|text| string(&escape_braces(text)))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(quote! {
        #[diagnostic::on_unimplemented(
            message = #message,
            label = "does not implement `Handlers`",
            note = #how,
            #(note = #notes),*
        )]
    })
}

/// A text in which nothing is put in by rustc.
fn escape_braces(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}
