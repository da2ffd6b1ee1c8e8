//! Where a credential comes from: a variable, a file, or a command.

mod command;
#[cfg(feature = "server")]
mod configured;
mod file;

use std::sync::Arc;

use crate::http::executor::auth::lease::Lent;
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::variables::Variables;
use crate::http::executor::auth::vault::Vault;
use command::CommandSource;
#[cfg(feature = "server")]
pub(crate) use configured::ConfiguredSecret;
use file::FileSource;

/// Where a credential comes from.
#[derive(Debug)]
pub(super) enum Source {
    Value(Secret),
    File(FileSource),
    Command(CommandSource),
}

impl Source {
    /// The first that is set of the variable itself, the one that ends in `_FILE` and the one that
    /// ends in `_COMMAND`.
    pub(super) fn read(
        variables: &Variables<'_>,
        suffix: &str,
        vault: &Arc<Vault>,
    ) -> Option<Self> {
        let name = variables.name(suffix);
        Self::find(&name, &|suffixed| variables.get(suffixed), suffix, vault)
    }

    /// [`read`](Self::read) with a lookup of one's own, which is asked for `suffix`, `{suffix}_FILE`
    /// and `{suffix}_COMMAND`; `name` is the variable's whole name.
    fn find(
        name: &str,
        lookup: &dyn Fn(&str) -> Option<String>,
        suffix: &str,
        vault: &Arc<Vault>,
    ) -> Option<Self> {
        if let Some(value) = lookup(suffix) {
            return Some(Self::Value(vault.keep(Secret::new(value))));
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
    pub(super) async fn get(&self, rejected: &[Secret]) -> Result<Lent, String> {
        match self {
            Self::Value(secret) => Ok(Lent {
                secret: secret.clone(),
                is_fresh: true,
            }),
            Self::File(file) => file.get(),
            Self::Command(command) => command.get(rejected).await,
        }
    }
}
