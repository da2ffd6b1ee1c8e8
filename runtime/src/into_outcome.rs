//! What a handler may return: conversions from values to the outcome of a tool. Typed values are
//! encoded as JSON, text stays text, and a file is attached. Nothing here knows which tool is
//! meant.

use std::collections::{BTreeMap, HashMap};

use crate::File;
use crate::outcome::Outcome;
use crate::response::attachment_outcome;
use crate::value::{Encode, Encoder, Json, Map};

/// What a tool of one's own may answer with. `#[derive(ToolOutput)]` implements it.
///
/// ```
/// use toolwright::IntoOutcome;
/// use toolwright::value::Json;
///
/// let outcome = Json::from(vec![1, 2]).into_outcome();
/// assert_eq!(outcome.text, "[1,2]");
/// assert_eq!(outcome.structured, Some(Json::from(vec![1, 2])));
/// assert_eq!("all is well".to_owned().into_outcome().structured, None);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type that a tool can return",
    note = "add `#[derive(toolwright::ToolOutput)]` to it, or return a `String` or `toolwright::Json`"
)]
pub trait IntoOutcome {
    /// What the call came to.
    fn into_outcome(self) -> Outcome;
}

/// As it is.
impl IntoOutcome for Outcome {
    fn into_outcome(self) -> Outcome {
        self
    }
}

/// JSON.
impl IntoOutcome for Json {
    fn into_outcome(self) -> Outcome {
        Outcome {
            text: self.to_string(),
            structured: Some(self),
            ..Outcome::success("")
        }
    }
}

/// Text that is no JSON.
impl IntoOutcome for String {
    fn into_outcome(self) -> Outcome {
        Outcome::success(self)
    }
}

/// A file, attached.
impl IntoOutcome for File {
    fn into_outcome(self) -> Outcome {
        attachment_outcome(self)
    }
}

/// Nothing but that it was done.
impl IntoOutcome for () {
    fn into_outcome(self) -> Outcome {
        // An empty text would leave a model in doubt whether the tool ran.
        Outcome::success("Done.")
    }
}

impl<T: Encode> IntoOutcome for Vec<T> {
    fn into_outcome(self) -> Outcome {
        json(self)
    }
}

impl<T: Encode> IntoOutcome for Map<T> {
    fn into_outcome(self) -> Outcome {
        json(self)
    }
}

macro_rules! as_json {
    ($($type:ty),*) => {$(
        impl IntoOutcome for $type {
            fn into_outcome(self) -> Outcome {
                json(self)
            }
        }
    )*};
}

as_json!(bool, f64, i32, i64, u32, u64, usize);

impl<T: Encode> IntoOutcome for Option<T> {
    fn into_outcome(self) -> Outcome {
        json(self)
    }
}

impl<T: Encode> IntoOutcome for BTreeMap<String, T> {
    fn into_outcome(self) -> Outcome {
        json(self)
    }
}

impl<T: Encode> IntoOutcome for HashMap<String, T> {
    fn into_outcome(self) -> Outcome {
        json(self)
    }
}

/// What [`IntoOutcome`] is for a type that is encoded as JSON.
///
/// ```
/// let outcome = toolwright::generated::json(vec![1, 2]);
/// assert_eq!(outcome.text, "[1,2]");
/// assert_eq!(outcome.structured, Some(serde_json::json!([1, 2])));
/// ```
pub fn json<T: Encode>(value: T) -> Outcome {
    let mut out = Encoder::new();
    value.encode(&mut out);
    of_json(out.into_text())
}

fn of_json(text: String) -> Outcome {
    Outcome {
        // The encoder writes valid JSON, so this is always some value; `ok` avoids a panic if it
        // ever is not.
        structured: serde_json::from_str(&text).ok(),
        ..Outcome::success(text)
    }
}
