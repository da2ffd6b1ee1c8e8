use std::pin::Pin;

use crate::by_hand::{Call, IntoOutcome, ToolError};
use crate::outcome::Outcome;
use crate::request::Request;
use crate::tool::Tool;
use crate::value::{Decode, Fields};

/// A handler that runs.
pub type Running<'a> = Pin<Box<dyn Future<Output = Result<Outcome, ToolError>> + Send + 'a>>;

/// The handlers of an API's manual operations: what the compiler writes between a server and the
/// `Handlers` of a spec.
pub trait Dispatch: Send + Sync + 'static {
    /// Decodes the arguments of a tool and starts its handler. `None` if they do not fit, which
    /// `fields` says, or if the tool is not among those that are run by hand.
    fn start<'a>(
        &'a self,
        tool: &'static Tool,
        fields: &mut Fields<'_>,
        call: &'a Call<'a>,
    ) -> Option<Running<'a>>;
}

/// Decodes the request of an operation and starts its handler, whose answer becomes an outcome by
/// `reply`; `None` if the arguments do not fit.
#[inline]
pub fn by_hand<'a, R, T, F>(
    fields: &mut Fields<'_>,
    start: impl FnOnce(R) -> F,
    reply: fn(T) -> Outcome,
) -> Option<Running<'a>>
where
    R: Request,
    F: Future<Output = Result<T, ToolError>> + Send + 'a,
    T: 'a,
{
    let request = R::decode(fields);
    fields.close();
    fields.is_ok().then(|| running(start(request), reply))
}

/// Decodes the arguments of a tool of one's own and starts it; `None` if they do not fit.
///
/// See [`OwnTool`](crate::OwnTool).
#[inline]
pub fn own<'a, A, T, F>(fields: &mut Fields<'_>, start: impl FnOnce(A) -> F) -> Option<Running<'a>>
where
    A: Decode,
    F: Future<Output = Result<T, ToolError>> + Send + 'a,
    T: IntoOutcome + 'a,
{
    let arguments = fields.rest();
    fields.close();
    fields
        .is_ok()
        .then(|| running(start(arguments), T::into_outcome))
}

fn running<'a, T: 'a, F>(handler: F, reply: fn(T) -> Outcome) -> Running<'a>
where
    F: Future<Output = Result<T, ToolError>> + Send + 'a,
{
    Box::pin(async move { handler.await.map(reply) })
}
