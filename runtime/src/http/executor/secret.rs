use std::fmt;

/// A credential. It is never printed.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Secret(String);

impl Secret {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub(super) fn expose(&self) -> &str {
        &self.0
    }

    /// Masks the secret in a text; one of a few characters would take half of the text with it.
    pub(super) fn mask(&self, text: &mut String) {
        const SHORTEST: usize = 4;
        if self.0.len() >= SHORTEST && text.contains(&self.0) {
            *text = text.replace(&self.0, "***");
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}
