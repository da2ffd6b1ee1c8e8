//! The settings that choose operations by a pattern: `include`, `exclude_tag`, `manual` and the like.
//!
//! Only the kinds are here. `selection` matches the patterns against the operations of a spec.

/// What a pattern is held to, and what follows: one for each setting.
///
/// ```
/// use toolwright_codegen::selection::RuleKind;
/// use toolwright_codegen::{Builder, Setting};
///
/// // What `.include_tag("pets")` says.
/// let rule = Setting::Rule(RuleKind::IncludeTag, "pets".to_owned());
/// assert_eq!(RuleKind::IncludeTag.name(), "include_tag");
/// let modelled = Builder::new("tests/doc/shop.yaml").with(rule).model()?;
/// assert_eq!(modelled.api().operations.len(), 1);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// `include`: operationId, or method and path.
    Include,
    /// `exclude`: the same.
    Exclude,
    /// `include_tag`
    IncludeTag,
    /// `exclude_tag`
    ExcludeTag,
    /// `include_path`
    IncludePath,
    /// `exclude_path`
    ExcludePath,
    /// `method`
    Method,
    /// `manual`: operationId, or method and path; these are run by hand.
    Manual,
}

impl RuleKind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Include,
        Self::Exclude,
        Self::IncludeTag,
        Self::ExcludeTag,
        Self::IncludePath,
        Self::ExcludePath,
        Self::Method,
        Self::Manual,
    ];

    /// The name of the setting.
    pub fn name(self) -> &'static str {
        match self {
            Self::Include => "include",
            Self::Exclude => "exclude",
            Self::IncludeTag => "include_tag",
            Self::ExcludeTag => "exclude_tag",
            Self::IncludePath => "include_path",
            Self::ExcludePath => "exclude_path",
            Self::Method => "method",
            Self::Manual => "manual",
        }
    }

    pub(crate) fn is_exclusion(self) -> bool {
        matches!(self, Self::Exclude | Self::ExcludeTag | Self::ExcludePath)
    }

    /// Whether what it fits is all that becomes tools.
    pub(crate) fn is_inclusion(self) -> bool {
        !self.is_exclusion() && self != Self::Manual
    }

    /// Whether it is held to the operationId, or method and path.
    pub(crate) fn is_of_operations(self) -> bool {
        matches!(self, Self::Include | Self::Exclude | Self::Manual)
    }
}
