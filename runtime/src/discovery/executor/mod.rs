//! The tool that calls an endpoint: what it is asked for, and what it says when nothing comes of it.
//! The call itself is the server's, as of any other tool.

mod asked;
mod refusal;
mod resolve;
mod template;
mod violations;

use serde_json::Map;

use super::catalogue::{Catalogue, Known};
use crate::call::Validation;
use crate::value::Json;
use asked::Asked;
pub(crate) use refusal::{Reason, Refused, metadata};
pub(crate) use violations::refused;

/// A call of an endpoint.
pub(crate) struct Ready<'c> {
    pub(crate) known: &'c Known,
    pub(crate) arguments: Map<String, Json>,
    pub(crate) validation: Validation,
}

/// The call that these arguments of the executor ask for.
///
/// # Errors
///
/// They are wrong, or there is no such endpoint.
pub(crate) fn ready(
    catalogue: &Catalogue,
    arguments: Map<String, Json>,
) -> Result<Ready<'_>, Refused> {
    let mut asked = Asked::read(catalogue, arguments)?;
    let known = resolve::resolve(catalogue, &mut asked)?;
    if asked.validation == Validation::Types {
        let unresolved = resolve::unresolved(known, &asked);
        if !unresolved.is_empty() {
            let text = format!("Unresolved path parameters: {}", unresolved.join(", "));
            return Err(Refused::new(Reason::Parameters, text));
        }
    }
    Ok(Ready {
        known,
        arguments: asked.data,
        validation: asked.validation,
    })
}
