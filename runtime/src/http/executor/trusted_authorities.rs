//! Which certificate authorities are trusted: those of the system, those and more, or given ones only.

use std::fmt;
use std::fs;
use std::path::PathBuf;

use reqwest::{Certificate, ClientBuilder};

use crate::http::executor::executor_environment::{Environment, SettingValue};
use crate::http::executor::{ExecutorError, send_failure};

/// Which authorities may vouch for a server.
#[derive(Clone, Default)]
pub(super) enum TrustedAuthorities {
    /// Those of the system.
    #[default]
    System,
    /// Those, and more.
    Also(Vec<Certificate>),
    /// Others.
    Only(Vec<Certificate>),
}

impl TrustedAuthorities {
    /// Reads the file of certificates in PEM.
    pub(super) fn from_settings(
        file: Option<PathBuf>,
        only: Option<bool>,
        environment: Environment<'_>,
    ) -> Result<Self, ExecutorError> {
        let only = environment.switch_or_variable(only, "CA_ONLY")?;
        let (source, path) = match (file, environment.get("CA_FILE")) {
            (Some(path), _) => ("the file of authorities".to_owned(), path),
            (None, Some(SettingValue { source, value })) => (source, value.into()),
            // Fails closed: without a file it is unknown which authorities are meant.
            (None, None) if only => {
                let reason = "no file of certificate authorities is configured";
                return Err(ExecutorError::for_setting(
                    "trusting only the configured authorities",
                    reason,
                ));
            }
            (None, None) => return Ok(Self::System),
        };
        let wrong = |why: String| {
            let reason = format!("{}: {why}", path.display());
            ExecutorError::for_setting(&source, reason)
        };
        let pem = fs::read(&path).map_err(|error| wrong(error.to_string()))?;
        let certificates = Certificate::from_pem_bundle(&pem).map_err(|error| {
            wrong(format!(
                "it is not PEM: {}",
                send_failure::describe_error_chain(&error)
            ))
        })?;
        if certificates.is_empty() {
            return Err(wrong("it has no certificate in PEM".to_owned()));
        }
        Ok(match only {
            true => Self::Only(certificates),
            false => Self::Also(certificates),
        })
    }

    pub(super) fn apply_to(&self, client: ClientBuilder) -> ClientBuilder {
        match self {
            Self::System => client,
            Self::Also(more) => client.tls_certs_merge(more.clone()),
            Self::Only(these) => client.tls_certs_only(these.clone()),
        }
    }
}

impl fmt::Debug for TrustedAuthorities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::System => "System",
            Self::Also(_) => "Also",
            Self::Only(_) => "Only",
        })
    }
}
