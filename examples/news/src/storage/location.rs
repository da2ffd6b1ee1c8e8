//! Where the data is, and what it takes to reach it.

use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy as _, choose_base_strategy};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::TempDir;
use toolwright::ToolError;

use super::Dialect;

/// Where the data is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// In a file of SQLite.
    SqliteFile(PathBuf),
    /// In a file of SQLite that is removed when the server ends. It stands in for `sqlite::memory:`, which
    /// a second connection could not open, and `execute_query` needs one that is read-only.
    SqliteTemporary,
    /// In PostgreSQL, at this URL.
    Postgres(String),
}

impl Location {
    /// Reads `sqlite:FILE`, `sqlite::memory:` and `postgres://…`.
    pub fn from_url(url: &str) -> Option<Self> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Some(Self::Postgres(url.to_owned()));
        }
        let file = url.strip_prefix("sqlite:")?;
        // sqlx accepts both `sqlite:FILE` and `sqlite://FILE`, and so do its users.
        let file = file.strip_prefix("//").unwrap_or(file);
        match file.split('?').next()? {
            "" => None,
            ":memory:" => Some(Self::SqliteTemporary),
            file => Some(Self::SqliteFile(file.into())),
        }
    }

    /// `news.db` in the user's data directory, or else in the working directory.
    pub fn default_file() -> PathBuf {
        let directory = choose_base_strategy().map(|base| base.data_dir().join("news-mcp"));
        directory.unwrap_or_default().join("news.db")
    }

    /// Makes the file, where there is to be one.
    pub(super) async fn open(&self) -> Result<OpenLocation, ToolError> {
        match self {
            Self::Postgres(url) => Ok(OpenLocation::Postgres(url.clone())),
            Self::SqliteFile(file) => {
                if let Some(directory) = file.parent() {
                    std::fs::create_dir_all(directory)?;
                }
                create_file(file).await?;
                Ok(OpenLocation::Sqlite {
                    file: file.clone(),
                    _directory: None,
                })
            }
            Self::SqliteTemporary => {
                let directory = tempfile::tempdir()?;
                let file = directory.path().join("news.db");
                create_file(&file).await?;
                Ok(OpenLocation::Sqlite {
                    file,
                    _directory: Some(directory),
                })
            }
        }
    }
}

/// In WAL mode, which the file keeps, readers do not wait for the writer.
async fn create_file(file: &Path) -> Result<(), ToolError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal);
    options.connect().await?.close().await?;
    Ok(())
}

/// A location that is there.
pub(crate) enum OpenLocation {
    Sqlite {
        file: PathBuf,
        /// Removed when this is dropped.
        _directory: Option<TempDir>,
    },
    Postgres(String),
}

impl OpenLocation {
    pub(crate) fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite { .. } => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    /// The URL for the pool.
    pub(super) fn url(&self) -> String {
        match self {
            Self::Sqlite { file, .. } => SqliteConnectOptions::new()
                .filename(file)
                .to_url_lossy()
                .to_string(),
            Self::Postgres(url) => url.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_name_files_servers_and_temporary_databases() {
        let file = |path: &str| Some(Location::SqliteFile(path.into()));
        for (url, location) in [
            ("sqlite:news.db", file("news.db")),
            ("sqlite:///var/news.db", file("/var/news.db")),
            ("sqlite:/var/news.db?mode=rwc", file("/var/news.db")),
            ("sqlite::memory:", Some(Location::SqliteTemporary)),
            ("sqlite:", None),
            ("mysql://localhost/news", None),
        ] {
            assert_eq!(Location::from_url(url), location, "{url}");
        }
    }
}
