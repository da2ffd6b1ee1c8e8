use std::fmt;

use super::RuleKind;

/// Why an operation is left out.
#[derive(Debug)]
pub(super) enum Reason {
    /// The spec says so.
    XMcp,
    /// That pattern fits it.
    Excluded(RuleKind, String),
    ReadOnly,
    /// It is a `HEAD`, which nothing asks for.
    Head,
    /// No pattern of that kind fits it.
    NotIncluded(RuleKind),
}

impl Reason {
    /// The name of what says so.
    pub(super) fn setting_name(&self) -> &'static str {
        match self {
            Self::XMcp => "x-mcp",
            Self::Excluded(kind, _) | Self::NotIncluded(kind) => kind.name(),
            Self::ReadOnly => "read_only",
            Self::Head => "HEAD",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::XMcp => f.write_str("x-mcp"),
            Self::Excluded(kind, pattern) => write!(f, "{} = {pattern:?}", kind.name()),
            Self::ReadOnly => f.write_str("read_only = true"),
            Self::Head => f.write_str(
                "method HEAD, which is only a tool if `include`, `method` or `x-mcp: {enabled: true}` \
                 selects it",
            ),
            Self::NotIncluded(kind) => write!(f, "no match for {}", kind.name()),
        }
    }
}
