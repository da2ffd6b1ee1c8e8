//! The tool that calls an endpoint: what it is asked for, and what it says when nothing comes of it.
//! The call itself is the server's, as of any other tool.

mod asked;
mod refusal;
mod resolve;
mod template;
mod violations;

use serde_json::Map;

use super::catalogue::{Catalogue, Known};
use super::names::{Names, Part};
use crate::prepare_call::Validation;
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
/// They are wrong, there is no such endpoint, or it is not one that this executor may call.
pub(crate) fn ready<'c>(
    catalogue: &'c Catalogue,
    names: &Names,
    part: Part,
    arguments: Map<String, Json>,
) -> Result<Ready<'c>, Refused> {
    let mut asked = Asked::read(catalogue, arguments)?;
    let known = resolve::resolve(catalogue, &mut asked)?;
    if part == Part::Reader && !known.is_read_only() {
        let text = format!(
            "{} {} is not read-only, so {} does not call it: call {} instead",
            known.method(),
            known.path(),
            names.of(part),
            names.executor
        );
        return Err(Refused::new(Reason::Validation, text));
    }
    if asked.validation == Validation::TypesOnly {
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
