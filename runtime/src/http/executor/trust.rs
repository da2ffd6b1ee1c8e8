use std::fmt;
use std::fs;
use std::path::PathBuf;

use reqwest::{Certificate, ClientBuilder};

use crate::http::executor::environment::{Environment, Given};
use crate::http::executor::{ExecutorError, failure};

/// Which authorities may vouch for a server.
#[derive(Clone, Default)]
pub(super) enum Trust {
    /// Those of the system.
    #[default]
    System,
    /// Those, and more.
    Also(Vec<Certificate>),
    /// Others.
    Only(Vec<Certificate>),
}

impl Trust {
    /// Reads the file of certificates in PEM.
    pub(super) fn read(
        file: Option<PathBuf>,
        only: Option<bool>,
        environment: Environment<'_>,
    ) -> Result<Self, ExecutorError> {
        let only = environment.switch(only, "CA_ONLY")?;
        let (source, path) = match (file, environment.get("CA_FILE")) {
            (Some(path), _) => ("the file of authorities".to_owned(), path),
            (None, Some(Given { source, value })) => (source, value.into()),
            (None, None) if only => {
                let reason = "no file of authorities says which those are";
                return Err(ExecutorError::setting(
                    "trusting given authorities only",
                    reason,
                ));
            }
            (None, None) => return Ok(Self::System),
        };
        let wrong = |why: String| {
            let reason = format!("{}: {why}", path.display());
            ExecutorError::setting(&source, reason)
        };
        let pem = fs::read(&path).map_err(|error| wrong(error.to_string()))?;
        let certificates = Certificate::from_pem_bundle(&pem)
            .map_err(|error| wrong(format!("it is not PEM: {}", failure::chain(&error))))?;
        if certificates.is_empty() {
            return Err(wrong("it has no certificate in PEM".to_owned()));
        }
        Ok(match only {
            true => Self::Only(certificates),
            false => Self::Also(certificates),
        })
    }

    pub(super) fn apply(&self, client: ClientBuilder) -> ClientBuilder {
        match self {
            Self::System => client,
            Self::Also(more) => client.tls_certs_merge(more.clone()),
            Self::Only(these) => client.tls_certs_only(these.clone()),
        }
    }
}

impl fmt::Debug for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::System => "System",
            Self::Also(_) => "Also",
            Self::Only(_) => "Only",
        })
    }
}
