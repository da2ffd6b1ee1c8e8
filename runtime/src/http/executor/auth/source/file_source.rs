//! A credential that is the whole content of a file, read again when the file changes, so that mounted secrets can
//! be rotated without a restart.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use crate::http::executor::auth::lease::LeasedToken;
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::vault::Vault;

/// A credential that is the whole text of a file, read again when the file changes.
#[derive(Debug)]
pub(in crate::http::executor::auth) struct FileSource {
    variable: String,
    path: PathBuf,
    vault: Arc<Vault>,
    last: Mutex<Option<(FileVersion, Secret)>>,
}

/// What changes with a file's content.
type FileVersion = (Option<SystemTime>, u64);

/// No credential is larger; a path to something else should not fill the memory.
const LARGEST: u64 = 64 * 1024;

impl FileSource {
    pub(super) fn new(variable: String, path: String, vault: Arc<Vault>) -> Self {
        Self {
            variable,
            path: path.into(),
            vault,
            last: Mutex::new(None),
        }
    }

    pub(super) fn current_secret(&self) -> Result<LeasedToken, String> {
        let about =
            fs::metadata(&self.path).map_err(|error| self.describe_failure(&error.to_string()))?;
        if about.len() > LARGEST {
            return Err(self.describe_failure("it is too large for a credential"));
        }
        // Size and time together: an atomic rotation may keep the size, and a coarse clock the time.
        let version = (about.modified().ok(), about.len());
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let secret = match &*last {
            Some((known, secret)) if *known == version => secret.clone(),
            _ => {
                let secret = self.read_secret()?;
                *last = Some((version, secret.clone()));
                secret
            }
        };
        Ok(LeasedToken {
            secret,
            is_fresh: true,
        })
    }

    fn read_secret(&self) -> Result<Secret, String> {
        let text = fs::read_to_string(&self.path)
            .map_err(|error| self.describe_failure(&error.to_string()))?;
        let text = text.trim();
        if text.is_empty() {
            return Err(self.describe_failure("it is empty"));
        }
        Ok(self.vault.remember_secret(Secret::new(text)))
    }

    fn describe_failure(&self, why: &str) -> String {
        format!(
            "The file that {} names, {}, does not provide a credential: {why}.",
            self.variable,
            self.path.display()
        )
    }
}
