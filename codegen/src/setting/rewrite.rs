//! The settings that give a tool another name, title or description, and how they are written:
//! `listPets=pets`. `selection` applies them.

use super::StatedHints;

/// What is said of a tool instead of what the spec says.
///
/// ```
/// use toolwright_codegen::selection::{Rewrite, RewriteKind};
/// use toolwright_codegen::{Builder, Setting};
///
/// // What `.rename("listPets", "pets")` says.
/// let rename = Setting::Rewrite(Rewrite {
///     kind: RewriteKind::Name,
///     operation: "listPets".to_owned(),
///     text: "pets".to_owned(),
/// });
/// let modelled = Builder::new("tests/doc/shop.yaml").with(rename).model()?;
/// assert_eq!(modelled.api().operations[0].tool, "pets");
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// What is rewritten.
    pub kind: RewriteKind,
    /// The operation: its operationId, or method and path (`GET /pets`).
    pub operation: String,
    /// The text in its place.
    pub text: String,
}

/// What of a tool is rewritten: one for each setting.
///
/// ```
/// use toolwright_codegen::selection::RewriteKind;
///
/// assert_eq!(RewriteKind::ALL.map(RewriteKind::name), ["rename", "retitle", "describe", "hint"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewriteKind {
    /// `rename`
    Name,
    /// `retitle`
    Title,
    /// `describe`
    Description,
    /// `hint`: what is stated of its hints.
    Hints,
}

impl RewriteKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Name, Self::Title, Self::Description, Self::Hints];

    /// The name of the setting.
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "rename",
            Self::Title => "retitle",
            Self::Description => "describe",
            Self::Hints => "hint",
        }
    }
}

impl Rewrite {
    /// Reads `listPets=pets`. A text is one line: it is repeated in the head of generated files.
    pub(crate) fn read(kind: RewriteKind, written: &str) -> Option<Self> {
        let (operation, text) = written.split_once('=')?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let operation = operation.trim().to_owned();
        if kind == RewriteKind::Hints && text.parse::<StatedHints>().is_err() {
            return None;
        }
        (!operation.is_empty() && !text.is_empty()).then_some(Self {
            kind,
            operation,
            text,
        })
    }

    /// As it is read.
    pub(crate) fn to_written(&self) -> String {
        format!("{}={}", self.operation, self.text)
    }
}
