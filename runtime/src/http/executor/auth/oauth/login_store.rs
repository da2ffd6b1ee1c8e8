//! The file with the tokens of a login, readable by its owner only. It is replaced as a whole, so that other
//! processes never see half of it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::json;

use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::token::Token;
use crate::http::executor::auth::vault::Vault;
use crate::security::SecurityScheme;
use crate::value::Json;

/// The file with the tokens of a person who has signed in, for its owner only.
#[derive(Debug)]
pub(super) struct LoginStore {
    path: PathBuf,
}

/// What `login` leaves behind, and what is needed to renew it.
#[derive(Clone, Debug)]
pub(super) struct SavedLogin {
    pub(super) token: Token,
    pub(super) client_id: String,
    pub(super) token_url: String,
}

impl LoginStore {
    /// `folder` is that of the API.
    pub(super) fn new(folder: &Path, scheme: &SecurityScheme) -> Self {
        let name = scheme.env.to_ascii_lowercase();
        Self {
            path: folder.join(format!("{name}.json")),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn exists(&self) -> bool {
        self.path.exists()
    }

    pub(super) fn load_login(&self, vault: &Vault) -> Result<SavedLogin, String> {
        let text = fs::read_to_string(&self.path).map_err(|error| self.describe_failure(&error))?;
        let saved = serde_json::from_str(&text)
            .ok()
            .and_then(|document: Json| parse_saved_login(&document))
            .ok_or_else(|| self.describe_failure(&"it was not written by `login`"))?;
        vault.remember_secret(saved.token.access.clone());
        saved
            .token
            .refresh
            .clone()
            .map(|secret| vault.remember_secret(secret));
        Ok(saved)
    }

    /// Replaces the file as a whole: a reader sees the old one or the new one.
    pub(super) fn save_login(&self, saved: &SavedLogin) -> Result<(), String> {
        let document = json!({
            "access_token": saved.token.access.expose(),
            "refresh_token": saved.token.refresh.as_ref().map(Secret::expose),
            "expires_at": saved.token.expires.map(unix_seconds),
            "renew_at": saved.token.renew_at.map(unix_seconds),
            "client_id": saved.client_id,
            "token_url": saved.token_url,
        });
        self.replace_file(&format!("{document:#}\n"))
            .map_err(|error| format!("{} cannot be written: {error}.", self.path.display()))
    }

    /// Whether there was something to remove.
    pub(super) fn remove_login(&self) -> Result<bool, String> {
        match fs::remove_file(&self.path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(self.describe_failure(&error)),
        }
    }

    fn replace_file(&self, text: &str) -> std::io::Result<()> {
        if let Some(folder) = self.path.parent() {
            private_folder(folder)?;
        }
        // A rename within one folder is atomic; writing in place is not.
        let draft = self
            .path
            .with_extension(format!("{}.new", std::process::id()));
        // One that a process of the same number left behind.
        let _ = fs::remove_file(&draft);
        let written = private_file(&draft).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&draft, &self.path)
        });
        if written.is_err() {
            let _ = fs::remove_file(&draft);
        }
        written
    }

    fn describe_failure(&self, why: &dyn std::fmt::Display) -> String {
        format!("{} cannot be used: {why}.", self.path.display())
    }
}

fn parse_saved_login(document: &Json) -> Option<SavedLogin> {
    let text = |name: &str| document.get(name)?.as_str().map(str::to_owned);
    let mut token = Token::from_response(document)?;
    let renew_at = document.get("renew_at").and_then(Json::as_u64);
    token.renew_at = renew_at
        .map(|at| UNIX_EPOCH + Duration::from_secs(at))
        .or(token.expires);
    Some(SavedLogin {
        token,
        client_id: text("client_id")?,
        token_url: text("token_url")?,
    })
}

fn unix_seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

#[cfg(unix)]
fn private_folder(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
}

#[cfg(unix)]
fn private_file(path: &Path) -> std::io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
}

// The user's own folders are theirs alone there.

#[cfg(not(unix))]
fn private_folder(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)
}

#[cfg(not(unix))]
fn private_file(path: &Path) -> std::io::Result<fs::File> {
    fs::File::create_new(path)
}

/// Where an API's files are: `toolwright/{api}` in the user's folder for settings.
pub(in crate::http::executor::auth) fn api_settings_folder(
    api: &str,
    environment: &dyn Fn(&str) -> Option<String>,
) -> Option<PathBuf> {
    let absolute = |name: &str| {
        let path = PathBuf::from(environment(name)?);
        path.is_absolute().then_some(path)
    };
    let settings = if cfg!(windows) {
        absolute("APPDATA")
    } else if cfg!(target_os = "macos") {
        absolute("XDG_CONFIG_HOME")
            .or_else(|| Some(absolute("HOME")?.join("Library/Application Support")))
    } else {
        absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config")))
    };
    Some(settings?.join("toolwright").join(api))
}
