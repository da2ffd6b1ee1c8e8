use crate::File;
use crate::outcome::Outcome;
use crate::response::attached;
use crate::value::{Encode, Encoder, Json, Map};

/// What a tool of one's own may answer with.
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
        attached(self)
    }
}

/// Nothing but that it was done.
impl IntoOutcome for () {
    fn into_outcome(self) -> Outcome {
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

/// What [`IntoOutcome`] is for a type that is encoded as JSON.
pub fn json<T: Encode>(value: T) -> Outcome {
    let mut out = Encoder::new();
    value.encode(&mut out);
    of_json(out.into_text())
}

fn of_json(text: String) -> Outcome {
    Outcome {
        structured: serde_json::from_str(&text).ok(),
        ..Outcome::success(text)
    }
}
