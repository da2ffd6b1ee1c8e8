//! Which tools a server lists: `--tools all`, `discovery`, `both` or `compact`.

use std::fmt;
use std::str::FromStr;

/// Which tools a server lists.
///
/// ```
/// use toolwright::discovery::Mode;
///
/// assert_eq!("both".parse(), Ok(Mode::Both));
/// assert_eq!(Mode::Discovery.to_string(), "discovery");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One for each operation.
    All,
    /// The three of discovery, and those that it knows nothing of: tools of one's own, and those of
    /// APIs that were compiled without it.
    Discovery,
    /// One for each operation and the three of discovery.
    Both,
    /// One for each operation, with its signature alone, and the one that says the rest.
    Compact,
}

/// A text is the name of no [`Mode`].
///
/// ```
/// use toolwright::discovery::{Mode, UnknownMode};
///
/// assert_eq!("most".parse::<Mode>(), Err(UnknownMode));
/// assert_eq!(UnknownMode.to_string(), "expected `all`, `discovery`, `both` or `compact`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `all`, `discovery`, `both` or `compact`")]
pub struct UnknownMode;

impl Mode {
    const NAMED: [(&'static str, Self); 4] = [
        ("all", Self::All),
        ("discovery", Self::Discovery),
        ("both", Self::Both),
        ("compact", Self::Compact),
    ];
}

impl FromStr for Mode {
    type Err = UnknownMode;

    fn from_str(text: &str) -> Result<Self, UnknownMode> {
        let named = Self::NAMED.iter().find(|(name, _)| *name == text);
        named.map(|(_, mode)| *mode).ok_or(UnknownMode)
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Self::NAMED.iter().find(|(_, mode)| mode == self);
        f.write_str(named.map_or("", |(name, _)| name))
    }
}
