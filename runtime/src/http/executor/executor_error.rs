//! Why an executor cannot be built: one variant for each kind of setting, with the setting's name and the reason.

use thiserror::Error;

/// Why an [`HttpExecutor`](crate::HttpExecutor) could not be set up.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// use toolwright::{ExecutorError, HttpExecutor};
///
/// let built = HttpExecutor::builder(&pets::API)
///     .environment(|name| (name == "PETS_TIMEOUT_SECS").then(|| "soon".to_owned()))
///     .build();
/// assert!(matches!(built, Err(ExecutorError::Timeout { value, .. }) if value == "soon"));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExecutorError {
    /// The base URL that was given can't be one.
    #[error("{origin} is not usable: {reason}")]
    BaseUrl {
        /// Where the base URL came from: an environment variable, or the program.
        origin: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A timeout is no number of seconds above zero.
    #[error("{variable} is '{value}', which is not a number of seconds above zero")]
    Timeout {
        /// The environment variable.
        variable: String,
        /// Its value.
        value: String,
    },
    /// What may be read for files can't be allowed.
    #[error("cannot read '{value}': {reason}")]
    Files {
        /// The directory or the origin.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The limit of what is read for a file is no number.
    #[error("{variable} is '{value}', which is not a number of bytes")]
    MaxFileBytes {
        /// The environment variable.
        variable: String,
        /// Its value.
        value: String,
    },
    /// A header that was named for being passed on can't be.
    #[error("'{name}' is not a header that can be passed on")]
    Header {
        /// Its name.
        name: String,
    },
    /// Another setting makes no sense.
    #[error("{setting} is not usable: {reason}")]
    Setting {
        /// The environment variable, or in words what the program has set.
        setting: String,
        /// What is wrong with it. A value that may be secret is not in it.
        reason: String,
    },
}

impl ExecutorError {
    pub(super) fn for_setting(setting: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Setting {
            setting: setting.into(),
            reason: reason.into(),
        }
    }
}
