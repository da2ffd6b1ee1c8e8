//! The settings of a compilation, each under one name: what is added here, build scripts, the macro
//! and the command line have to take.

mod argument_rule;
mod client;
mod discovery_prefix;
mod options_line;
mod places;
mod rewrite;
mod rule;
mod schema_format;
mod stated_hints;

use std::mem::discriminant;
use std::path::{Path, PathBuf};

use thiserror::Error;
use toolwright_inspect::suggest::suggest_or_list;

pub use self::argument_rule::{ArgumentKind, ArgumentPreset, ArgumentRule};
pub use self::client::{Client, UnknownClient};
pub use self::discovery_prefix::{Prefix, PrefixError};
pub use self::options_line::recorded_options;
pub(crate) use self::options_line::write_options_line;
pub use self::places::SettingPlaces;
pub use self::rewrite::{Rewrite, RewriteKind};
pub use self::rule::RuleKind;
pub use self::schema_format::{SchemaFormat, UnknownSchemaFormat};
pub use self::stated_hints::{HintError, StatedHints};

/// A setting of a compilation. Its name is that of the [`Builder`](crate::Builder)'s method and of
/// the macro's argument; on the command line, `ref_dir` is `--ref-dir`.
///
/// ```
/// use toolwright_codegen::{Builder, Setting, Written};
///
/// let prefix = Setting::read("prefix", Written::Text("shop".to_owned()))?;
/// assert_eq!(prefix, Setting::Prefix("shop".to_owned()));
/// assert!(!prefix.is_repeatable());
/// let builder = Builder::new("pets.yaml").with(prefix);
/// # assert_eq!(builder.server_name(), "pets");
/// # Ok::<(), toolwright_codegen::SettingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `name`
    Name(String),
    /// `prefix`
    Prefix(String),
    /// `ref_dir`
    RefDir(PathBuf),
    /// `ref_root`
    RefRoot(PathBuf),
    /// `overlay`, which may be given several times.
    Overlay(PathBuf),
    /// One of the settings that say which operations become tools, each of which may be given
    /// several times.
    Rule(RuleKind, String),
    /// `read_only`
    ReadOnly(bool),
    /// `rename`, `retitle`, `describe` or `hint`, which may be given several times.
    Rewrite(Rewrite),
    /// `default_value`, `from_environment`, `fix`, `hide` or `from_operation`, which may be given several times.
    Argument(ArgumentRule),
    /// `allow_env`, which may be given several times.
    AllowEnv(String),
    /// `output_schemas`
    OutputSchemas(bool),
    /// `responses`
    Responses(bool),
    /// `field_selection`
    FieldSelection(bool),
    /// `optional_bodies`
    OptionalBodies(bool),
    /// `describe_needs`
    DescribeNeeds(bool),
    /// `share_descriptions`
    ShareDescriptions(bool),
    /// `assert_formats`
    AssertFormats(bool),
    /// `discovery`
    Discovery(bool),
    /// `bridge`
    Bridge(bool),
    /// `history`
    History(PathBuf),
    /// `discovery_prefix`
    DiscoveryPrefix(String),
    /// `discovery_format`
    DiscoveryFormat(SchemaFormat),
    /// `builtin_upstream`; on the command line, `--no-upstream`.
    BuiltinUpstream(bool),
    /// `derives`
    Derives(Vec<String>),
    /// `client`, which may be given several times.
    Client(Client),
    /// `max_description`
    MaxDescription(usize),
    /// `schema_depth`
    SchemaDepth(usize),
    /// `max_tokens`
    MaxTokens(usize),
    /// `strict`
    Strict(bool),
    /// `locked`
    Locked(bool),
}

/// The value of a setting as it is written, for [`Setting::read`].
///
/// ```
/// use toolwright_codegen::{Setting, Written};
///
/// let derives = Written::List(vec!["Clone".to_owned(), "Debug".to_owned()]);
/// assert!(matches!(Setting::read("derives", derives), Ok(Setting::Derives(traits)) if traits.len() == 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// `true`, `false`
    Flag(bool),
    /// A number.
    Number(usize),
    /// A string.
    Text(String),
    /// A list of strings.
    List(Vec<String>),
}

/// Why something is no setting.
///
/// ```
/// use toolwright_codegen::{Setting, SettingError, Written};
///
/// let unknown = Setting::read("colour", Written::Flag(true));
/// assert_eq!(unknown, Err(SettingError::Name { name: "colour".to_owned() }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// There is none of that name.
    #[error("unknown setting `{name}`; {}", suggest_or_list(name, &Setting::NAMES))]
    Name {
        /// What was asked for.
        name: String,
    },
    /// Its value has another type.
    #[error("`{name}` must be {expected}")]
    Value {
        /// The setting.
        name: &'static str,
        /// What its value is.
        expected: &'static str,
    },
    /// There is no such client.
    #[error(transparent)]
    Client(#[from] UnknownClient),
    /// What is to be derived is no path.
    #[error(
        "`{0}` is not a trait to derive: write its path, such as `Clone` or `serde::Serialize`"
    )]
    Derive(String),
    /// The names of the tools of discovery cannot begin with it.
    #[error("invalid `discovery_prefix`: {0}")]
    DiscoveryPrefix(#[from] PrefixError),
    /// The provider of discovery has no such format.
    #[error("invalid `discovery_format`: {0}")]
    DiscoveryFormat(#[from] UnknownSchemaFormat),
}

impl Setting {
    /// The names of all settings.
    pub const NAMES: [&'static str; 44] = [
        "name",
        "prefix",
        "ref_dir",
        "ref_root",
        "overlay",
        "include",
        "exclude",
        "include_tag",
        "exclude_tag",
        "include_path",
        "exclude_path",
        "method",
        "manual",
        "read_only",
        "rename",
        "retitle",
        "describe",
        "hint",
        "default_value",
        "from_environment",
        "fix",
        "hide",
        "from_operation",
        "allow_env",
        "output_schemas",
        "responses",
        "field_selection",
        "optional_bodies",
        "describe_needs",
        "share_descriptions",
        "assert_formats",
        "discovery",
        "discovery_prefix",
        "discovery_format",
        "bridge",
        "history",
        "builtin_upstream",
        "derives",
        "client",
        "max_description",
        "schema_depth",
        "max_tokens",
        "strict",
        "locked",
    ];

    /// The setting of that name.
    ///
    /// ```
    /// use toolwright_codegen::{Client, Setting, Written};
    ///
    /// let client = Setting::read("client", Written::Text("gemini".to_owned()));
    /// assert_eq!(client, Ok(Setting::Client(Client::Gemini)));
    /// assert!(Setting::read("strict", Written::Number(1)).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If there is none of that name, or the value is none of its values.
    pub fn read(name: &str, value: Written) -> Result<Self, SettingError> {
        use Written::{Flag, List, Number, Text};
        let wrong = |name, expected| Err(SettingError::Value { name, expected });
        Ok(match (name, value) {
            ("name", Text(name)) => Self::Name(name),
            ("name", _) => return wrong("name", "a string"),
            ("prefix", Text(prefix)) => Self::Prefix(prefix),
            ("prefix", _) => return wrong("prefix", "a string"),
            ("ref_dir", Text(directory)) => Self::RefDir(directory.into()),
            ("ref_dir", _) => return wrong("ref_dir", "a string, the path of a directory"),
            ("ref_root", Text(directory)) => Self::RefRoot(directory.into()),
            ("ref_root", _) => return wrong("ref_root", "a string, the path of a directory"),
            ("overlay", Text(file)) => Self::Overlay(file.into()),
            ("overlay", _) => return wrong("overlay", "a string, the path of a file"),
            ("read_only", Flag(on)) => Self::ReadOnly(on),
            ("read_only", _) => return wrong("read_only", "`true` or `false`"),
            ("allow_env", Text(name)) if is_variable_name(&name) => Self::AllowEnv(name),
            ("allow_env", _) => {
                return wrong("allow_env", "a string, the name of an environment variable");
            }
            ("output_schemas", Flag(on)) => Self::OutputSchemas(on),
            ("output_schemas", _) => return wrong("output_schemas", "`true` or `false`"),
            ("responses", Flag(on)) => Self::Responses(on),
            ("responses", _) => return wrong("responses", "`true` or `false`"),
            ("field_selection", Flag(on)) => Self::FieldSelection(on),
            ("field_selection", _) => return wrong("field_selection", "`true` or `false`"),
            ("optional_bodies", Flag(on)) => Self::OptionalBodies(on),
            ("optional_bodies", _) => return wrong("optional_bodies", "`true` or `false`"),
            ("describe_needs", Flag(on)) => Self::DescribeNeeds(on),
            ("describe_needs", _) => return wrong("describe_needs", "`true` or `false`"),
            ("share_descriptions", Flag(on)) => Self::ShareDescriptions(on),
            ("share_descriptions", _) => return wrong("share_descriptions", "`true` or `false`"),
            ("assert_formats", Flag(on)) => Self::AssertFormats(on),
            ("assert_formats", _) => return wrong("assert_formats", "`true` or `false`"),
            ("discovery", Flag(on)) => Self::Discovery(on),
            ("discovery", _) => return wrong("discovery", "`true` or `false`"),
            ("bridge", Flag(on)) => Self::Bridge(on),
            ("bridge", _) => return wrong("bridge", "`true` or `false`"),
            ("history", Text(directory)) => Self::History(directory.into()),
            ("history", _) => return wrong("history", "a string, the path of a directory"),
            ("discovery_prefix", Text(prefix)) => {
                Self::DiscoveryPrefix(prefix.parse::<Prefix>()?.into())
            }
            ("discovery_prefix", _) => return wrong("discovery_prefix", "a string"),
            ("discovery_format", Text(format)) => {
                Self::DiscoveryFormat(format.parse::<SchemaFormat>()?)
            }
            ("discovery_format", _) => {
                return wrong("discovery_format", "`nested`, `compact` or `full`");
            }
            ("builtin_upstream", Flag(on)) => Self::BuiltinUpstream(on),
            ("builtin_upstream", _) => return wrong("builtin_upstream", "`true` or `false`"),
            ("derives", List(traits)) => Self::Derives(parse_trait_paths(traits)?),
            ("derives", _) => {
                return wrong("derives", "a list of strings, for example [\"Clone\"]");
            }
            ("client", Text(name)) => Self::Client(name.parse::<Client>()?),
            ("client", _) => return wrong("client", "a string, the name of a client"),
            ("max_description", Number(characters)) => Self::MaxDescription(characters),
            ("max_description", _) => return wrong("max_description", "a number"),
            ("schema_depth", Number(levels)) if levels > 0 => Self::SchemaDepth(levels),
            ("schema_depth", _) => return wrong("schema_depth", "a number of at least 1"),
            ("max_tokens", Number(tokens)) => Self::MaxTokens(tokens),
            ("max_tokens", _) => return wrong("max_tokens", "a number"),
            ("strict", Flag(on)) => Self::Strict(on),
            ("strict", _) => return wrong("strict", "`true` or `false`"),
            ("locked", Flag(on)) => Self::Locked(on),
            ("locked", _) => return wrong("locked", "`true` or `false`"),
            // The other settings come in families with one kind each, and a family knows its own
            // names.
            (other, value) => return Self::read_rule(other, value),
        })
    }

    /// The setting of that name, if it says which operations become tools, how they are called or what
    /// becomes of their arguments.
    fn read_rule(name: &str, value: Written) -> Result<Self, SettingError> {
        if let Some(kind) = RuleKind::ALL.into_iter().find(|kind| kind.name() == name) {
            return match value {
                Written::Text(pattern) => Ok(Self::Rule(kind, pattern)),
                _ => Err(SettingError::Value {
                    name: kind.name(),
                    expected: "a string: a pattern in which `*` matches any text",
                }),
            };
        }
        if let Some(kind) = RewriteKind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
        {
            let rewrite = match &value {
                Written::Text(written) => Rewrite::read(kind, written),
                _ => None,
            };
            return rewrite.map(Self::Rewrite).ok_or(SettingError::Value {
                name: kind.name(),
                expected: match kind {
                    RewriteKind::Hints => {
                        "a string with an operation and hints, for example \"searchPets=read_only\""
                    }
                    _ => "a string with an operation and a text, for example \"listPets=pets\"",
                },
            });
        }
        if let Some(kind) = ArgumentKind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
        {
            let rule = match &value {
                Written::Text(written) => ArgumentRule::read(kind, written),
                _ => None,
            };
            return rule.map(Self::Argument).ok_or(SettingError::Value {
                name: kind.name(),
                expected: match kind {
                    ArgumentKind::Hidden => {
                        "a string with operations and an argument, for example \
                        \"*=debug\""
                    }
                    ArgumentKind::Environment => {
                        "a string with operations, an argument and a variable, for example \
                         \"*=tenant=PETS_TENANT\""
                    }
                    ArgumentKind::Operation => {
                        "a string with operations, an argument and the operation that returns its value, for \
                         example \"getPet=petId=listPets\""
                    }
                    _ => {
                        "a string with operations, an argument and a value, for example \
                        \"listPets=limit=20\""
                    }
                },
            });
        }
        let name = name.to_owned();
        Err(SettingError::Name { name })
    }

    /// The setting with its path, if it is one, changed: relative paths mean different things in different places.
    ///
    /// ```
    /// use toolwright_codegen::Setting;
    ///
    /// let placed = Setting::RefDir("refs".into()).map_path(|path| std::path::Path::new("/api").join(path));
    /// assert_eq!(placed, Setting::RefDir("/api/refs".into()));
    /// assert_eq!(Setting::Strict(true).map_path(|path| path), Setting::Strict(true));
    /// ```
    #[must_use]
    pub fn map_path(self, change: impl FnOnce(PathBuf) -> PathBuf) -> Self {
        match self {
            Self::RefDir(path) => Self::RefDir(change(path)),
            Self::RefRoot(path) => Self::RefRoot(change(path)),
            Self::Overlay(path) => Self::Overlay(change(path)),
            Self::History(path) => Self::History(change(path)),
            other => other,
        }
    }

    /// The path that it has.
    pub(crate) fn file_path(&self) -> Option<&Path> {
        match self {
            Self::RefDir(path)
            | Self::RefRoot(path)
            | Self::Overlay(path)
            | Self::History(path) => Some(path),
            _ => None,
        }
    }

    /// Whether it may be given several times.
    pub fn is_repeatable(&self) -> bool {
        matches!(
            self,
            Self::Client(_)
                | Self::Overlay(_)
                | Self::AllowEnv(_)
                | Self::Rule(..)
                | Self::Rewrite(_)
                | Self::Argument(_)
        )
    }

    /// These settings, and of the others those that none of these says otherwise.
    ///
    /// ```
    /// use toolwright_codegen::{Client, Setting};
    ///
    /// let mine = vec![Setting::Client(Client::Gemini)];
    /// let others = vec![Setting::Strict(true), Setting::Client(Client::Cursor)];
    /// let both = [Setting::Strict(true), Setting::Client(Client::Gemini)];
    /// assert_eq!(Setting::over(mine, others), both);
    /// ```
    pub fn over(mine: Vec<Self>, others: Vec<Self>) -> Vec<Self> {
        let mut settings = others;
        settings.retain(|other| !mine.iter().any(|setting| setting.is_of_name(other)));
        // A repeatable setting is replaced as a whole: `--include a` on the command line means that
        // pattern alone, not that one more.
        settings.extend(mine);
        settings
    }

    fn is_of_name(&self, other: &Self) -> bool {
        match (self, other) {
            // By kind and not by pattern: `include` must not replace `exclude`.
            (Self::Rule(one, _), Self::Rule(other, _)) => one == other,
            (Self::Rewrite(one), Self::Rewrite(other)) => one.kind == other.kind,
            _ => discriminant(self) == discriminant(other),
        }
    }
}

/// Whether a text can be the name of an environment variable: letters, digits and `_`.
pub(crate) fn is_variable_name(name: &str) -> bool {
    !name.is_empty()
        // POSIX names of environment variables; others cannot be set in every shell.
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn parse_trait_paths(traits: Vec<String>) -> Result<Vec<String>, SettingError> {
    match traits
        .iter()
        .find(|path| syn::parse_str::<syn::Path>(path).is_err())
    {
        Some(wrong) => Err(SettingError::Derive(wrong.clone())),
        None => Ok(traits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read() {
        for name in Setting::NAMES {
            let values = [
                Written::Flag(true),
                Written::Number(1),
                Written::Text("openai".to_owned()),
                Written::Text("a=b".to_owned()),
                Written::Text("a=b=c".to_owned()),
                Written::Text("full".to_owned()),
                Written::Text("a=read_only".to_owned()),
                Written::List(vec!["Clone".to_owned()]),
            ];
            let read = values.map(|value| Setting::read(name, value));
            assert!(read.iter().any(Result::is_ok), "{name}");
            let complaint = read
                .into_iter()
                .find_map(Result::err)
                .map(|error| error.to_string());
            assert!(complaint.is_some_and(|text| text.starts_with(&format!("`{name}` must be"))));
        }
        assert!(Setting::read("nmae", Written::Flag(true)).is_err());
    }
}
