//! A secret of the server itself, such as the access tokens of its clients. It comes from the same
//! places as the upstream's credentials and is read again in the same way. It knows nothing of HTTP
//! or of what the secret means.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::http::executor::auth::source::SecretSource;
use crate::http::executor::auth::vault::Vault;

/// A secret from `{NAME}`, a file (`{NAME}_FILE`) or a command (`{NAME}_COMMAND`).
#[derive(Debug)]
pub(crate) struct ConfiguredSecret {
    source: SecretSource,
    variable: String,
    failure: Mutex<Option<(Instant, String)>>,
}

/// How long a failure is remembered. Anybody can make a server look for its tokens: without a pause
/// a command that fails would run for each request.
const PAUSE: Duration = Duration::from_secs(5);

impl ConfiguredSecret {
    /// The first that is set of `{name}`, `{name}_FILE` and `{name}_COMMAND`.
    pub(crate) fn from_variables(
        name: &str,
        lookup: &dyn Fn(&str) -> Option<String>,
    ) -> Option<Self> {
        let source = SecretSource::find_first(name, lookup, name, &Arc::<Vault>::default())?;
        let suffix = match source {
            SecretSource::Value(_) => "",
            SecretSource::File(_) => "_FILE",
            SecretSource::Command(_) => "_COMMAND",
        };
        Some(Self {
            source,
            variable: format!("{name}{suffix}"),
            failure: Mutex::default(),
        })
    }

    /// The variable that it comes from.
    pub(crate) fn variable(&self) -> &str {
        &self.variable
    }

    /// Whether it stays the same for as long as the process runs.
    pub(crate) fn is_constant(&self) -> bool {
        matches!(self.source, SecretSource::Value(_))
    }

    /// The secret as it is now.
    ///
    /// # Errors
    ///
    /// The file or the command gives none: why, without anything of the secret.
    pub(crate) async fn fetch_secret(&self) -> Result<String, String> {
        let lent = self.source.fetch_secret(&[]).await?;
        Ok(lent.secret.expose().to_owned())
    }

    /// [`fetch_secret`](Self::fetch_secret) for a server that runs: a failure is logged, and remembered for a while.
    pub(crate) async fn fetch_secret_with_pause(&self) -> Result<String, String> {
        if let Some(why) = self.recent_failure() {
            return Err(why);
        }
        match self.fetch_secret().await {
            Ok(secret) => Ok(secret),
            Err(why) => {
                let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                tracing::error!("{why}");
                *failure = Some((Instant::now(), why.clone()));
                Err(why)
            }
        }
    }

    fn recent_failure(&self) -> Option<String> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, why) = failure.as_ref()?;
        (since.elapsed() < PAUSE).then(|| why.clone())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_command_that_fails_does_not_run_for_each_request() {
        let name = format!("toolwright-runs-of-a-command-{}", std::process::id());
        let runs = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&runs);
        let command = format!("echo run >> '{}'; exit 1", runs.display());
        let lookup = |name: &str| (name == "PETS_ACCESS_TOKENS_COMMAND").then(|| command.clone());
        let secret =
            ConfiguredSecret::from_variables("PETS_ACCESS_TOKENS", &lookup).expect("is set");
        assert_eq!(secret.variable(), "PETS_ACCESS_TOKENS_COMMAND");
        for _ in 0..5 {
            let why = secret.fetch_secret_with_pause().await.expect_err("fails");
            assert!(why.contains("PETS_ACCESS_TOKENS_COMMAND"), "{why}");
        }
        let lines = std::fs::read_to_string(&runs).expect("it ran");
        assert_eq!(lines.lines().count(), 1);
        let _ = std::fs::remove_file(&runs);
    }
}
