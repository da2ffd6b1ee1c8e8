//! The tool that calls an endpoint: what it is asked for, and what it says when nothing comes of it.
//! The call itself is the server's, as of any other tool.

mod endpoint_request;
mod rejected_call;
mod resolve;
mod template;
mod violations;

use serde_json::Map;

use super::catalogue::{Catalogue, KnownEndpoint};
use crate::prepare_call::Validation;
use crate::tools::{DiscoveryNames, DiscoveryTool};
use crate::value::Json;
use endpoint_request::EndpointRequest;
pub(crate) use rejected_call::{Reason, RejectedCall, result_meta};
pub(crate) use violations::{path_sources, reject_violations};

/// A call of an endpoint.
pub(crate) struct PreparedCall<'c> {
    pub(crate) known: &'c KnownEndpoint,
    pub(crate) arguments: Map<String, Json>,
    pub(crate) validation: Validation,
}

/// The call that these arguments of the executor ask for.
///
/// # Errors
///
/// They are wrong, there is no such endpoint, or it is not one that this executor may call.
pub(crate) fn prepare_call<'c>(
    catalogue: &'c Catalogue,
    names: &DiscoveryNames,
    part: DiscoveryTool,
    arguments: Map<String, Json>,
) -> Result<PreparedCall<'c>, RejectedCall> {
    let mut asked = EndpointRequest::from_arguments(catalogue, arguments)?;
    let known = resolve::resolve_endpoint(catalogue, &mut asked)?;
    if part == DiscoveryTool::Reader && !known.is_read_only() {
        let text = format!(
            "{} {} is not read-only, so {} does not call it: call {} instead",
            known.method(),
            known.path(),
            names.name_of(part),
            names.executor
        );
        return Err(RejectedCall::new(Reason::Validation, text));
    }
    if asked.validation == Validation::TypesOnly {
        let unresolved = resolve::missing_path_parameters(known, &asked);
        if !unresolved.is_empty() {
            let text = format!("Unresolved path parameters: {}", unresolved.join(", "));
            return Err(RejectedCall::new(Reason::Parameters, text));
        }
    }
    Ok(PreparedCall {
        known,
        arguments: asked.data,
        validation: asked.validation,
    })
}
