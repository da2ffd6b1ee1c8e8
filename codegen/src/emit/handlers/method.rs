use std::collections::HashSet;

use super::sketch;
use crate::emit::EmitError;
use crate::emit::scope::Scope;
use crate::model::Api;

/// The method of an operation that is run by hand, for whoever writes handlers:
/// `async fn {name}(&self, request: {request}, call: &Call<'_>) -> Result<{response}, ToolError>`.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::emit::{HandlerMethod, handler_methods};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").manual("addPet").model()?;
/// let methods = handler_methods(modelled.api(), "shop")?;
/// let HandlerMethod { name, request, .. } = &methods[0];
/// assert_eq!(format!("{name}({request})"), "add_pet(shop::AddPet)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandlerMethod {
    /// The operation, `POST /orders`.
    pub operation: String,
    /// The method's name, `place_order`; a raw identifier where it is a keyword.
    pub name: String,
    /// The type of the request, `api::PlaceOrder`.
    pub request: String,
    /// The type of the response, `api::types::Order`.
    pub response: String,
}

/// The methods of all operations that are run by hand, in the order of the spec. Their types are named as
/// in a file with `use toolwright::{Call, ToolError};`, in which `module` is what [`emit`](super::super::emit)
/// wrote.
///
/// # Errors
///
/// When `module` is no identifier, or the model is not in itself consistent.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::emit::handler_methods;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let [place] = &handler_methods(modelled.api(), "api")?[..] else { unreachable!() };
/// assert_eq!((place.operation.as_str(), place.name.as_str()), ("POST /orders", "place_order"));
/// assert_eq!((place.request.as_str(), place.response.as_str()), ("api::PlaceOrder", "()"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn handler_methods(api: &Api, module: &str) -> Result<Vec<HandlerMethod>, EmitError> {
    let types: HashSet<&str> = api.types.iter().map(|def| def.ident.as_str()).collect();
    let scope = Scope::beside(module, &types)?;
    api.manual()
        .map(|(operation, method)| sketch::method(operation, method, &scope))
        .collect()
}
