//! The settings that hide an argument, fix it, give it a default or say where its value comes from, and how they are written:
//! `listPets=limit=20`. `selection` finds the operations that they match.

use serde_json::Value;

/// What is said of an argument of the operations that a pattern fits: it stands in for what `x-mcp` says.
///
/// ```
/// use toolwright_codegen::selection::{ArgumentKind, ArgumentPreset, ArgumentRule};
/// use toolwright_codegen::{Builder, Setting};
///
/// // What `.hide("*", "debug")` says.
/// let rule = ArgumentRule {
///     operation: "*".to_owned(),
///     argument: "debug".to_owned(),
///     preset: ArgumentPreset::Hidden,
/// };
/// assert_eq!(rule.kind(), ArgumentKind::Hidden);
/// let builder = Builder::new("pets.yaml").with(Setting::Argument(rule));
/// # assert_eq!(builder.server_name(), "pets");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentRule {
    /// A pattern: an operationId, a method and path (`GET /pets/**`), or a tag (`tag:pets`); `*` for
    /// all operations.
    pub operation: String,
    /// The name of a parameter, or of a property of the body, in the spec.
    pub argument: String,
    /// What of it.
    pub preset: ArgumentPreset,
}

/// What becomes of an argument.
///
/// ```
/// use toolwright_codegen::selection::{ArgumentPreset, ArgumentRule};
///
/// let rule = ArgumentRule {
///     operation: "tag:pets".to_owned(),
///     argument: "limit".to_owned(),
///     preset: ArgumentPreset::Default(10.into()),
/// };
/// assert_eq!(rule.kind().name(), "default_value");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentPreset {
    /// `default_value`: what is sent where the caller gives none.
    Default(Value),
    /// `from_environment`: the variable that has its value.
    Environment(String),
    /// `fix`: its value.
    Fixed(Value),
    /// `hide`
    Hidden,
    /// `from_operation`: the operation that returns its value, or `false`.
    Operation(String),
}

/// What of an argument is set: one for each setting.
///
/// ```
/// use toolwright_codegen::selection::ArgumentKind;
///
/// let names = ArgumentKind::ALL.map(ArgumentKind::name);
/// assert_eq!(names, ["default_value", "from_environment", "fix", "hide", "from_operation"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArgumentKind {
    /// `default_value`
    Default,
    /// `from_environment`
    Environment,
    /// `fix`
    Fixed,
    /// `hide`
    Hidden,
    /// `from_operation`
    Operation,
}

impl ArgumentKind {
    /// All of them; of several that fit an argument, the last holds.
    pub const ALL: [Self; 5] = [
        Self::Default,
        Self::Environment,
        Self::Fixed,
        Self::Hidden,
        Self::Operation,
    ];

    /// The name of the setting.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default_value",
            Self::Environment => "from_environment",
            Self::Fixed => "fix",
            Self::Hidden => "hide",
            Self::Operation => "from_operation",
        }
    }
}

impl ArgumentRule {
    /// Reads `listPets=tenant=acme`; for `hide`, `listPets=debug`. A value is JSON, or else the text.
    pub(crate) fn read(kind: ArgumentKind, written: &str) -> Option<Self> {
        let (operation, rest) = written.split_once('=')?;
        let (argument, value) = match kind {
            ArgumentKind::Hidden => (rest, ""),
            _ => rest.split_once('=')?,
        };
        let value = value.trim();
        let json = || serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
        let preset = match kind {
            ArgumentKind::Default => ArgumentPreset::Default(json()),
            ArgumentKind::Fixed => ArgumentPreset::Fixed(json()),
            ArgumentKind::Environment if value.is_empty() => return None,
            ArgumentKind::Environment => ArgumentPreset::Environment(value.to_owned()),
            ArgumentKind::Operation if value.is_empty() => return None,
            ArgumentKind::Operation => ArgumentPreset::Operation(value.to_owned()),
            ArgumentKind::Hidden => ArgumentPreset::Hidden,
        };
        let (operation, argument) = (operation.trim().to_owned(), argument.trim().to_owned());
        (!operation.is_empty() && !argument.is_empty()).then_some(Self {
            operation,
            argument,
            preset,
        })
    }

    /// As it is read.
    pub(crate) fn to_written(&self) -> String {
        let Self {
            operation,
            argument,
            preset,
        } = self;
        match preset {
            ArgumentPreset::Hidden => format!("{operation}={argument}"),
            ArgumentPreset::Default(value) | ArgumentPreset::Fixed(value) => {
                format!("{operation}={argument}={value}")
            }
            ArgumentPreset::Environment(text) | ArgumentPreset::Operation(text) => {
                format!("{operation}={argument}={text}")
            }
        }
    }

    /// Which setting it is.
    pub fn kind(&self) -> ArgumentKind {
        match self.preset {
            ArgumentPreset::Default(_) => ArgumentKind::Default,
            ArgumentPreset::Environment(_) => ArgumentKind::Environment,
            ArgumentPreset::Fixed(_) => ArgumentKind::Fixed,
            ArgumentPreset::Hidden => ArgumentKind::Hidden,
            ArgumentPreset::Operation(_) => ArgumentKind::Operation,
        }
    }
}
