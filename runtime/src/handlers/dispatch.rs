//! Starts handlers with decoded arguments: what generated code and `#[tool]` call.
//!
//! The trait [`Dispatch`] is the boundary between a server and generated code. Futures are boxed here, once for each call,
//! so that a server does not depend on the handlers' types.

use std::pin::Pin;

use crate::handlers::{Call, ToolError};
use crate::into_outcome::IntoOutcome;
use crate::outcome::Outcome;
use crate::response::Operation;
use crate::tool::Tool;
use crate::value::{Decode, Fields};

/// A handler that runs.
///
/// ```
/// use toolwright::generated::RunningHandler;
/// use toolwright::{Outcome, ToolError};
///
/// fn start<'a>(name: &'a str) -> RunningHandler<'a> {
///     Box::pin(async move { Ok::<_, ToolError>(Outcome::success(format!("Hello, {name}."))) })
/// }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// assert_eq!(start("Rex").await.map(|it| it.text).ok().as_deref(), Some("Hello, Rex."));
/// # }
/// ```
pub type RunningHandler<'a> = Pin<Box<dyn Future<Output = Result<Outcome, ToolError>> + Send + 'a>>;

/// The handlers of an API's manual operations: what the compiler writes between a server and the
/// `Handlers` of a spec.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml", responses = true); }
/// use toolwright::generated::*;
///
/// /// What the compiler writes beside the trait `Handlers` is a `match` over names.
/// struct ByHand;
///
/// impl Dispatch for ByHand {
///     fn start<'a>(
///         &'a self,
///         tool: &'static Tool,
///         fields: &mut Fields<'_>,
///         _: &'a Call<'a>,
///     ) -> Option<RunningHandler<'a>> {
///         match tool.name {
///             "list_pets" => start_handler(fields, |_: pets::ListPets| async { Ok(vec![].into()) }),
///             _ => None,
///         }
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let context = toolwright::CallContext::default();
/// let call = Call::new(&context, &[]);
/// let mut cursor = Cursor::new();
/// let mut fields = Fields::new([], &mut cursor);
/// let tool = pets::API.tool("list_pets").expect("is in the spec");
/// let running = ByHand.start(tool, &mut fields, &call);
/// let outcome = running.expect("the arguments fit").await;
/// assert_eq!(outcome.map(|it| it.text).ok().as_deref(), Some("[]"));
/// # }
/// ```
pub trait Dispatch: Send + Sync + 'static {
    /// Decodes the arguments of a tool and starts its handler. `None` if they do not fit, which
    /// `fields` says, or if the tool is not among those that are run by hand.
    fn start<'a>(
        &'a self,
        tool: &'static Tool,
        fields: &mut Fields<'_>,
        call: &'a Call<'a>,
    ) -> Option<RunningHandler<'a>>;
}

/// Of a stream that a handler answers with, so many items at most become a result.
const MAX_ITEMS: usize = 1000;

/// Decodes the request of an operation and starts its handler; `None` if the arguments do not fit.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml", responses = true); }
/// use toolwright::generated::*;
///
/// let mut cursor = Cursor::new();
/// let mut fields = Fields::new([("limit".to_owned(), "ten".into())], &mut cursor);
/// let running = start_handler(&mut fields, |_: pets::ListPets| async { Ok(vec![].into()) });
/// assert!(running.is_none());
/// assert_eq!(cursor.violations()[0].pointer, "/limit");
/// ```
#[inline]
pub fn start_handler<'a, R, F>(
    fields: &mut Fields<'_>,
    start: impl FnOnce(R) -> F,
) -> Option<RunningHandler<'a>>
where
    R: Operation,
    F: Future<Output = Result<R::Response, ToolError>> + Send + 'a,
{
    let request = R::decode(fields);
    // Unknown arguments are violations that `close` adds, so it comes before the decision.
    fields.close();
    if !fields.may_start_handler() {
        return None;
    }
    let handler = start(request);
    Some(Box::pin(async move {
        let content = handler.await.map(R::write)?;
        Ok(content.into_outcome(MAX_ITEMS).await?)
    }))
}

/// Decodes the arguments of a tool of one's own and starts it; `None` if they do not fit.
///
/// See [`OwnTool`](crate::OwnTool).
///
/// ```
/// use serde_json::json;
/// use toolwright::ToolInput;
/// use toolwright::generated::*;
///
/// #[derive(ToolInput)]
/// struct Sum {
///     numbers: Vec<i64>,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let mut cursor = Cursor::new();
/// let mut fields = Fields::new([("numbers".to_owned(), json!([1, 2]))], &mut cursor);
/// let running = start_own_tool(&mut fields, |sum: Sum| async move { Ok(sum.numbers.iter().sum::<i64>()) });
/// let outcome = running.expect("the arguments fit").await;
/// assert_eq!(outcome.map(|it| it.text).ok().as_deref(), Some("3"));
/// # }
/// ```
#[inline]
pub fn start_own_tool<'a, A, T, F>(
    fields: &mut Fields<'_>,
    start: impl FnOnce(A) -> F,
) -> Option<RunningHandler<'a>>
where
    A: Decode,
    F: Future<Output = Result<T, ToolError>> + Send + 'a,
    T: IntoOutcome,
{
    decode_arguments(fields).map(|arguments| box_handler(start(arguments)))
}

/// Decodes the arguments of a tool of one's own; `None` if they do not fit.
///
/// ```
/// use serde_json::json;
/// use toolwright::generated::*;
///
/// #[derive(toolwright::ToolInput)]
/// struct Feed {
///     portions: u8,
/// }
///
/// let mut cursor = Cursor::new();
/// let mut fields = Fields::new([("portions".to_owned(), json!(2))], &mut cursor);
/// let feed: Option<Feed> = decode_arguments(&mut fields);
/// assert_eq!(feed.map(|feed| feed.portions), Some(2));
/// ```
#[inline]
pub fn decode_arguments<A: Decode>(fields: &mut Fields<'_>) -> Option<A> {
    let arguments = fields.take_rest();
    fields.close();
    fields.may_start_handler().then_some(arguments)
}

/// A tool of one's own that was started.
///
/// ```
/// use toolwright::generated::box_handler;
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// let outcome = box_handler(async { Ok("fed".to_owned()) }).await;
/// assert_eq!(outcome.map(|outcome| outcome.text).ok().as_deref(), Some("fed"));
/// # }
/// ```
#[inline]
pub fn box_handler<'a, T, F>(handler: F) -> RunningHandler<'a>
where
    F: Future<Output = Result<T, ToolError>> + Send + 'a,
    T: IntoOutcome,
{
    Box::pin(async move { handler.await.map(T::into_outcome) })
}
