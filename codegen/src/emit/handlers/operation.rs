//! Writes the trait of one operation that the user implements by hand, and the text that rustc
//! shows where the implementation is missing: which operation it is, and a signature to copy. Takes
//! the operation and the scopes of both modules that the text refers to.

use proc_macro2::TokenStream;
use quote::quote;

use super::{escape_braces, sketch};
use crate::emit::EmitError;
use crate::emit::ident::ident;
use crate::emit::literal::string;
use crate::emit::request;
use crate::emit::scope::Scope;
use crate::model::Operation;
use crate::names::handler_trait;

/// The trait of one operation: rustc says of each that is missing which it is and what to write.
pub(super) fn item(
    operation: &Operation,
    method: &str,
    root: &Scope<'_>,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let docs = request::docs(operation)?;
    let unimplemented = unimplemented(operation, method, root)?;
    let (name, method) = (ident(&handler_trait(method))?, ident(method)?);
    let request = scope.at_root(&operation.request)?;
    let call = scope.runtime("Call");
    let result = sketch::result(operation, scope)?;
    let (future, send) = (scope.runtime("Future"), scope.marker("Send"));
    Ok(quote! {
        #docs
        #unimplemented
        pub trait #name {
            /// Runs the operation.
            fn #method(
                &self,
                request: #request,
                call: &#call<'_>,
            ) -> impl #future<Output = #result> + #send;
        }
    })
}

fn unimplemented(
    operation: &Operation,
    method: &str,
    root: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let which = format!("{} {}", operation.method, operation.path);
    let message = string(&format!(
        "the operation `{}` has no handler: `{{Self}}` lacks the method `{method}`",
        escape_braces(&which)
    ))?;
    let label = string(&format!("lacks `{method}`"))?;
    let sketch = string(&escape_braces(&sketch::line(operation, method, root)?))?;
    Ok(quote! {
        #[diagnostic::on_unimplemented(
            message = #message,
            label = #label,
            note = #sketch,
            note = "to write it, import `…::*`, the module that contains `Handlers`, and `toolwright::{{Call, ToolError}}`",
            note = "if the method exists, write `#[toolwright::handlers]` above its `impl`"
        )]
    })
}
