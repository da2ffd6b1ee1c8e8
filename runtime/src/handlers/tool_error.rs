//! [`ToolError`]: how a handler fails, in words for the model that called it.

use std::error::Error;
use std::fmt;

use rmcp::ErrorData;
use rmcp::model::InputRequests;

use crate::outcome::Outcome;
use crate::value::Violation;

/// Why a hand-written handler came to no result, in words for the model that called the tool.
///
/// `?` makes one of any error, whose causes are told with it. What a model can do something about
/// is better said with [`invalid_argument`](Self::invalid_argument), [`not_found`](Self::not_found)
/// and their like. What must not be known outside has to be kept out of the text: of it, only the
/// credentials of executors are masked.
///
/// ```
/// use toolwright::ToolError;
///
/// fn count(text: &str) -> Result<u8, ToolError> {
///     let count: u8 = text.parse()?;
///     if count == 0 {
///         return Err(ToolError::invalid_argument("/count", "must not be 0"));
///     }
///     Ok(count)
/// }
///
/// let error = count("300").unwrap_err().context("can't read the count");
/// assert_eq!(
///     error.to_string(),
///     "can't read the count: number too large to fit in target type"
/// );
/// assert_eq!(count("0").unwrap_err().to_string(), "/count: must not be 0");
/// ```
// It is no `std::error::Error`: `From` any of these would be `From` itself, too.
pub struct ToolError(Box<HandlerEnd>);

/// How a handler ended without a result of its type.
#[derive(Debug)]
pub(crate) enum HandlerEnd {
    /// With that as the outcome.
    Outcome(Outcome),
    /// Because the arguments are wrong.
    InvalidArguments(Vec<Violation>),
    /// In an error, described.
    Failed(String),
    /// With the round, since the client must be asked for something first.
    InputRequired(InputRequests),
    /// In an error of the protocol, which the client gets instead of a result.
    Protocol(ErrorData),
}

impl ToolError {
    /// An error in words. A good one says what the model can do about it.
    ///
    /// ```
    /// use toolwright::ToolError;
    ///
    /// let error = ToolError::new("The till is closed until 9:00. Try again then.");
    /// assert_eq!(error.to_string(), "The till is closed until 9:00. Try again then.");
    /// ```
    pub fn new(message: impl fmt::Display) -> Self {
        Self(Box::new(HandlerEnd::Failed(message.to_string())))
    }

    /// An error that is boxed, as those of `anyhow` are after `.into()`, with its causes.
    ///
    /// ```
    /// use toolwright::ToolError;
    ///
    /// let error: Box<dyn std::error::Error + Send + Sync> = "the till is locked".into();
    /// assert_eq!(ToolError::boxed(error).to_string(), "the till is locked");
    /// ```
    pub fn boxed(error: Box<dyn Error + Send + Sync>) -> Self {
        Self::new(format_with_causes(&*error))
    }

    /// An argument that is wrong for another reason than its schema tells. `pointer` is the JSON
    /// pointer (RFC 6901) of it within the arguments, `/items/0/count`. The model gets what it gets
    /// for arguments that do not fit the schema: the reason, the schema and an example.
    ///
    /// ```
    /// use toolwright::ToolError;
    ///
    /// fn count(count: u32, stock: u32) -> Result<u32, ToolError> {
    ///     match stock.checked_sub(count) {
    ///         Some(left) => Ok(left),
    ///         None => Err(ToolError::invalid_argument("/count", format!("there are only {stock}"))),
    ///     }
    /// }
    /// let error = count(7, 3).err().map(|error| error.to_string());
    /// assert_eq!(error.as_deref(), Some("/count: there are only 3"));
    /// ```
    pub fn invalid_argument(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self::invalid_arguments(vec![Violation::new(pointer.into(), message.into())])
    }

    /// [`invalid_argument`](Self::invalid_argument) for several at once.
    ///
    /// ```
    /// use toolwright::ToolError;
    /// use toolwright::value::Violation;
    ///
    /// let wrong = ["/from", "/to"].map(|pointer| Violation::new(pointer.to_owned(), "is in the past".to_owned()));
    /// let error = ToolError::invalid_arguments(wrong.to_vec());
    /// assert_eq!(error.to_string(), "/from: is in the past\n/to: is in the past");
    /// ```
    pub fn invalid_arguments(violations: Vec<Violation>) -> Self {
        Self(Box::new(HandlerEnd::InvalidArguments(violations)))
    }

    /// There is no such thing: `not_found("an order with the id 7")`.
    ///
    /// ```
    /// let error = toolwright::ToolError::not_found("an order with the id 7");
    /// assert!(error.to_string().starts_with("There is no order with the id 7. "));
    /// ```
    pub fn not_found(what: impl fmt::Display) -> Self {
        Self::new(format_args!(
            "There is no {what}. Look for one with a tool that lists or searches them.",
            what = WithoutArticle(&what.to_string())
        ))
    }

    /// What was asked for does not go with what there is: `conflict("the order was sent already")`.
    ///
    /// ```
    /// let error = toolwright::ToolError::conflict("the order was sent already");
    /// assert!(error.to_string().starts_with("Not done, because the order was sent already. "));
    /// ```
    pub fn conflict(why: impl fmt::Display) -> Self {
        Self::new(format_args!(
            "Not done, because {why}. Check the current state before you try something else."
        ))
    }

    /// The caller may not do that: `forbidden("orders above 100 need a manager")`.
    ///
    /// ```
    /// let error = toolwright::ToolError::forbidden("orders above 100 need a manager");
    /// assert!(error.to_string().contains("orders above 100 need a manager"), "{error}");
    /// ```
    pub fn forbidden(why: impl fmt::Display) -> Self {
        Self::new(format_args!(
            "Not allowed: {why}. Trying again will not help."
        ))
    }

    /// It may work later: `unavailable("the warehouse does not answer")`.
    ///
    /// ```
    /// let error = toolwright::ToolError::unavailable("the warehouse does not answer");
    /// assert_eq!(error.to_string(), "Not now: the warehouse does not answer. Try again later.");
    /// ```
    pub fn unavailable(why: impl fmt::Display) -> Self {
        Self::new(format_args!("Not now: {why}. Try again later."))
    }

    /// Ends the call with an outcome as it is, be it a success or a failure, where the type of the
    /// handler's result has no place for it.
    ///
    /// ```
    /// use toolwright::{Json, Outcome, ToolError};
    ///
    /// fn order() -> Result<Json, ToolError> {
    ///     Err(ToolError::outcome(Outcome::success("Nothing had to be ordered.")))
    /// }
    /// # assert!(order().is_err());
    /// ```
    pub fn outcome(outcome: Outcome) -> Self {
        Self(Box::new(HandlerEnd::Outcome(outcome)))
    }

    /// Says what was being done when it failed, before what it says itself.
    ///
    /// ```
    /// use toolwright::ToolError;
    ///
    /// let read = std::fs::read_to_string("/no/such/file").map_err(|error| {
    ///     ToolError::from(error).context("Reading the price list")
    /// });
    /// let error = read.err().map(|error| error.to_string()).unwrap_or_default();
    /// assert!(error.starts_with("Reading the price list: "), "{error}");
    /// ```
    #[must_use]
    pub fn context(self, doing: impl fmt::Display) -> Self {
        match *self.0 {
            HandlerEnd::Failed(message) => Self::new(format_args!("{doing}: {message}")),
            HandlerEnd::Outcome(mut outcome) => {
                if outcome.is_error {
                    outcome.text.insert_str(0, &format!("{doing}: "));
                }
                Self::outcome(outcome)
            }
            HandlerEnd::InvalidArguments(_)
            | HandlerEnd::InputRequired(_)
            | HandlerEnd::Protocol(_) => self,
        }
    }

    pub(crate) fn input_required(requests: InputRequests) -> Self {
        Self(Box::new(HandlerEnd::InputRequired(requests)))
    }

    pub(crate) fn protocol(error: ErrorData) -> Self {
        Self(Box::new(HandlerEnd::Protocol(error)))
    }

    pub(crate) fn into_end(self) -> HandlerEnd {
        *self.0
    }
}

/// Any error, with its causes.
impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(error: E) -> Self {
        Self::new(format_with_causes(&error))
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            HandlerEnd::Outcome(outcome) => f.write_str(&outcome.text),
            HandlerEnd::Failed(message) => f.write_str(message),
            HandlerEnd::InputRequired(_) => {
                f.write_str("the tool must ask the client for input first")
            }
            HandlerEnd::Protocol(error) => f.write_str(&error.message),
            HandlerEnd::InvalidArguments(violations) => {
                for (index, violation) in violations.iter().enumerate() {
                    let separator = if index > 0 { "\n" } else { "" };
                    write!(f, "{separator}{violation}")?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolError").field(&self.0).finish()
    }
}

/// Many errors end with their cause already.
fn format_with_causes(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !text.ends_with(&said) {
            text.push_str(": ");
            text.push_str(&said);
        }
        cause = error.source();
    }
    text
}

/// `an order` as it stands after "no".
struct WithoutArticle<'t>(&'t str);

impl fmt::Display for WithoutArticle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let articles = ["a ", "an "];
        let bare = articles.iter().find_map(|it| self.0.strip_prefix(it));
        f.write_str(bare.unwrap_or(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the order can't be stored")]
    struct Stored(#[source] std::num::ParseIntError);

    #[derive(Debug, thiserror::Error)]
    #[error("no luck: {0}")]
    struct Told(#[source] std::num::ParseIntError);

    #[test]
    fn causes_are_told_once() {
        let cause = || "x".parse::<u8>().expect_err("is no number");
        assert_eq!(
            ToolError::from(Stored(cause())).to_string(),
            "the order can't be stored: invalid digit found in string"
        );
        let told = ToolError::from(Told(cause()));
        assert_eq!(told.to_string(), "no luck: invalid digit found in string");
        let boxed: Box<dyn Error + Send + Sync> = Box::new(Stored(cause()));
        let boxed = ToolError::boxed(boxed).context("order 7");
        assert_eq!(
            boxed.to_string(),
            "order 7: the order can't be stored: invalid digit found in string"
        );
    }

    #[test]
    fn they_say_what_to_do() {
        let missing = ToolError::not_found("an order with the id 7").to_string();
        assert!(missing.starts_with("There is no order with the id 7. Look"));
        let success = ToolError::outcome(Outcome::success("done")).context("not said");
        assert_eq!(success.to_string(), "done");
        let failure = ToolError::outcome(Outcome::failure("HTTP 500")).context("GET");
        assert_eq!(failure.to_string(), "GET: HTTP 500");
    }
}
