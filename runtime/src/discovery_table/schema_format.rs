//! How the schema provider describes an operation: `--discovery-format nested`, `compact` or `full`.

use std::fmt;
use std::str::FromStr;

/// How the schema provider describes an operation, unless a call asks for another form.
///
/// ```
/// use toolwright::discovery::SchemaFormat;
///
/// assert_eq!("full".parse(), Ok(SchemaFormat::Full));
/// assert_eq!(SchemaFormat::default().to_string(), "nested");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SchemaFormat {
    /// A line for each parameter, with those of its members below it.
    #[default]
    Nested,
    /// The signature alone.
    Compact,
    /// Both schemas, a description of each parameter, and instructions with an example.
    Full,
}

/// The text is not the name of a [`SchemaFormat`].
///
/// ```
/// use toolwright::discovery::{SchemaFormat, UnknownSchemaFormat};
///
/// assert_eq!("short".parse::<SchemaFormat>(), Err(UnknownSchemaFormat));
/// assert_eq!(UnknownSchemaFormat.to_string(), "expected `nested`, `compact` or `full`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `nested`, `compact` or `full`")]
pub struct UnknownSchemaFormat;

impl SchemaFormat {
    const NAMED: [(&'static str, Self); 3] = [
        ("nested", Self::Nested),
        ("compact", Self::Compact),
        ("full", Self::Full),
    ];
}

impl FromStr for SchemaFormat {
    type Err = UnknownSchemaFormat;

    fn from_str(text: &str) -> Result<Self, UnknownSchemaFormat> {
        let named = Self::NAMED.iter().find(|(name, _)| *name == text);
        named.map(|(_, format)| *format).ok_or(UnknownSchemaFormat)
    }
}

impl fmt::Display for SchemaFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Self::NAMED.iter().find(|(_, format)| format == self);
        f.write_str(named.map_or("", |(name, _)| name))
    }
}
