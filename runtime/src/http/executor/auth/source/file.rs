use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use crate::http::executor::auth::lease::Lent;
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::vault::Vault;

/// A credential that is the whole text of a file, read again when the file changes.
#[derive(Debug)]
pub(in crate::http::executor::auth) struct FileSource {
    variable: String,
    path: PathBuf,
    vault: Arc<Vault>,
    last: Mutex<Option<(Version, Secret)>>,
}

/// What changes with a file's content.
type Version = (Option<SystemTime>, u64);

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

    pub(super) fn get(&self) -> Result<Lent, String> {
        let about = fs::metadata(&self.path).map_err(|error| self.because(&error.to_string()))?;
        if about.len() > LARGEST {
            return Err(self.because("it is too large for a credential"));
        }
        let version = (about.modified().ok(), about.len());
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let secret = match &*last {
            Some((known, secret)) if *known == version => secret.clone(),
            _ => {
                let secret = self.read()?;
                *last = Some((version, secret.clone()));
                secret
            }
        };
        Ok(Lent {
            secret,
            is_fresh: true,
        })
    }

    fn read(&self) -> Result<Secret, String> {
        let text =
            fs::read_to_string(&self.path).map_err(|error| self.because(&error.to_string()))?;
        let text = text.trim();
        if text.is_empty() {
            return Err(self.because("it is empty"));
        }
        Ok(self.vault.keep(Secret::new(text)))
    }

    fn because(&self, why: &str) -> String {
        format!(
            "The file that {} names, {}, gives no credential: {why}.",
            self.variable,
            self.path.display()
        )
    }
}
