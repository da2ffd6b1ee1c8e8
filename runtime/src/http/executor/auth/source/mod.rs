//! Where a credential comes from: a variable, a file, or a command.

mod command;
mod file;

use std::sync::Arc;

use crate::http::executor::auth::lease::Lent;
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::variables::Variables;
use crate::http::executor::auth::vault::Vault;
use command::CommandSource;
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
        if let Some(value) = variables.get(suffix) {
            return Some(Self::Value(vault.keep(Secret::new(value))));
        }
        let in_file = format!("{suffix}_FILE");
        if let Some(path) = variables.get(&in_file) {
            let variable = variables.name(&in_file);
            return Some(Self::File(FileSource::new(variable, path, vault.clone())));
        }
        let by_command = format!("{suffix}_COMMAND");
        let command = variables.get(&by_command)?;
        let variable = variables.name(&by_command);
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
