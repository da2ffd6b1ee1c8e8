//! How the schema provider of a server with discovery describes an operation, unless a call or the server's options say
//! otherwise.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How the schema provider describes an operation by default.
///
/// ```
/// use toolwright_codegen::SchemaFormat;
///
/// assert_eq!("full".parse(), Ok(SchemaFormat::Full));
/// assert_eq!(SchemaFormat::Compact.to_string(), "compact");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaFormat {
    /// A line for each parameter, with those of its members below it.
    Nested,
    /// The signature alone.
    Compact,
    /// Both schemas, a description of each parameter, and instructions with an example.
    Full,
}

/// The text is not the name of a [`SchemaFormat`].
///
/// ```
/// use toolwright_codegen::SchemaFormat;
///
/// let error = "short".parse::<SchemaFormat>().unwrap_err();
/// assert_eq!(error.to_string(), "`short` is not a format of schemas; expected `nested`, `compact` or `full`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a format of schemas; expected `nested`, `compact` or `full`")]
pub struct UnknownSchemaFormat(String);

impl SchemaFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Nested, Self::Compact, Self::Full];

    /// Its name in settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nested => "nested",
            Self::Compact => "compact",
            Self::Full => "full",
        }
    }
}

impl FromStr for SchemaFormat {
    type Err = UnknownSchemaFormat;

    fn from_str(text: &str) -> Result<Self, UnknownSchemaFormat> {
        let mut all = Self::ALL.into_iter();
        let found = all.find(|format| format.name() == text);
        found.ok_or_else(|| UnknownSchemaFormat(text.to_owned()))
    }
}

impl fmt::Display for SchemaFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
