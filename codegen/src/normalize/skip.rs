use super::place::Place;

/// Why an operation is left out.
pub(super) struct Skip {
    /// The place of the reason, if that is not the operation itself.
    pub(super) pointer: Option<String>,
    pub(super) reason: String,
}

impl Skip {
    pub(super) fn new(at: &Place<'_>, reason: impl Into<String>) -> Self {
        Self {
            pointer: Some(at.to_pointer()),
            reason: reason.into(),
        }
    }

    pub(super) fn for_operation(reason: impl Into<String>) -> Self {
        Self {
            pointer: None,
            reason: reason.into(),
        }
    }
}
