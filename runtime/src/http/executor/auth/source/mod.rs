//! Where a credential comes from: a variable, a file, or a command.

mod command_source;
#[cfg(feature = "server")]
mod configured_secret;
mod file_source;

use std::sync::Arc;

use crate::http::executor::auth::lease::LeasedToken;
use crate::http::executor::auth::scheme_variables::SchemeVariables;
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::vault::Vault;
use command_source::CommandSource;
#[cfg(feature = "server")]
pub(crate) use configured_secret::ConfiguredSecret;
use file_source::FileSource;

/// Where a credential comes from.
#[derive(Debug)]
pub(super) enum SecretSource {
    Value(Secret),
    File(FileSource),
    Command(CommandSource),
}

impl SecretSource {
    /// The first that is set of the variable itself, the one that ends in `_FILE` and the one that
    /// ends in `_COMMAND`.
    pub(super) fn from_variables(
        variables: &SchemeVariables<'_>,
        suffix: &str,
        vault: &Arc<Vault>,
    ) -> Option<Self> {
        let name = variables.full_name(suffix);
        Self::find_first(&name, &|suffixed| variables.get(suffixed), suffix, vault)
    }

    /// [`from_variables`](Self::from_variables) with a lookup of one's own, which is asked for `suffix`, `{suffix}_FILE`
    /// and `{suffix}_COMMAND`; `name` is the variable's whole name.
    fn find_first(
        name: &str,
        lookup: &dyn Fn(&str) -> Option<String>,
        suffix: &str,
        vault: &Arc<Vault>,
    ) -> Option<Self> {
        if let Some(value) = lookup(suffix) {
            return Some(Self::Value(vault.remember_secret(Secret::new(value))));
        }
        if let Some(path) = lookup(&format!("{suffix}_FILE")) {
            let variable = format!("{name}_FILE");
            return Some(Self::File(FileSource::new(variable, path, vault.clone())));
        }
        let command = lookup(&format!("{suffix}_COMMAND"))?;
        let variable = format!("{name}_COMMAND");
        Some(Self::Command(CommandSource::new(
            variable,
            command,
            vault.clone(),
        )))
    }

    /// The credential; not one of those that were `rejected`, as far as there is another.
    pub(super) async fn fetch_secret(&self, rejected: &[Secret]) -> Result<LeasedToken, String> {
        match self {
            Self::Value(secret) => Ok(LeasedToken {
                secret: secret.clone(),
                is_fresh: true,
            }),
            Self::File(file) => file.current_secret(),
            Self::Command(command) => command.fetch_secret(rejected).await,
        }
    }
}
