//! Hints for clients as `x-mcp` and the setting `hint` state them, and how they are written:
//! `read_only, open_world=false`.

use std::fmt;
use std::str::FromStr;

/// What `x-mcp` or a setting states of an operation's hints; the others follow from its method.
///
/// ```
/// use toolwright_codegen::model::{ListedAnnotations, Method, StatedHints};
///
/// let stated: StatedHints = "read_only, open_world=false".parse().expect("is a list of hints");
/// assert_eq!((stated.read_only, stated.open_world), (Some(true), Some(false)));
/// let hints = ListedAnnotations::for_method(&Method::Post).with_stated(stated);
/// assert!(hints.read_only && hints.idempotent && !hints.may_destroy() && !hints.open_world);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StatedHints {
    /// `read_only`: a call changes nothing.
    pub read_only: Option<bool>,
    /// `destructive`: a call may destroy something.
    pub destructive: Option<bool>,
    /// `idempotent`: a second call with the same arguments has no further effect.
    pub idempotent: Option<bool>,
    /// `open_world`: a call reaches beyond a closed system.
    pub open_world: Option<bool>,
}

impl StatedHints {
    /// A call changes nothing.
    pub const READ_ONLY: Self = Self {
        read_only: Some(true),
        destructive: None,
        idempotent: None,
        open_world: None,
    };

    /// The names of the hints.
    pub const NAMES: [&'static str; 4] = ["read_only", "destructive", "idempotent", "open_world"];

    /// The hint of that name.
    pub(crate) fn hint_mut(&mut self, name: &str) -> Option<&mut Option<bool>> {
        match name {
            "read_only" => Some(&mut self.read_only),
            "destructive" => Some(&mut self.destructive),
            "idempotent" => Some(&mut self.idempotent),
            "open_world" => Some(&mut self.open_world),
            _ => None,
        }
    }

    /// These, and for what they do not state, the others.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            read_only: self.read_only.or(other.read_only),
            destructive: self.destructive.or(other.destructive),
            idempotent: self.idempotent.or(other.idempotent),
            open_world: self.open_world.or(other.open_world),
        }
    }
}

/// As it is read.
impl fmt::Display for StatedHints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut copy = *self;
        let stated = Self::NAMES.into_iter().filter_map(|name| {
            let value = (*copy.hint_mut(name)?)?;
            Some(format!("{name}={value}"))
        });
        f.write_str(&stated.collect::<Vec<_>>().join(", "))
    }
}

/// Why a text is no list of hints.
///
/// ```
/// use toolwright_codegen::model::StatedHints;
///
/// let error = "readonly".parse::<StatedHints>().unwrap_err();
/// assert!(error.to_string().starts_with("`readonly` is not a hint: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a hint: write {names}, each with `=false` if it does not hold", names = StatedHints::NAMES.join(", "))]
pub struct HintError(String);

impl FromStr for StatedHints {
    type Err = HintError;

    /// Reads `read_only, destructive=false`.
    fn from_str(text: &str) -> Result<Self, HintError> {
        let mut stated = Self::default();
        for hint in text.split(',') {
            let (name, value) = hint.split_once('=').unwrap_or((hint, "true"));
            let value: Result<bool, _> = value.trim().parse();
            match (stated.hint_mut(name.trim()), value) {
                (Some(place), Ok(value)) => *place = Some(value),
                _ => return Err(HintError(hint.trim().to_owned())),
            }
        }
        Ok(stated)
    }
}
