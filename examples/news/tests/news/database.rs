//! Databases for tests: files of SQLite in a directory that is removed, and databases of a PostgreSQL server.

use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AnyConnection, Connection as _, Executor as _};
use tempfile::TempDir;

/// Makes two tests of a function that takes a database: one on SQLite, and one with the attribute on PostgreSQL.
macro_rules! on_each_database {
    ($test:ident, #[$attribute:meta]) => {
        mod $test {
            use crate::database::Database;

            #[test]
            fn on_sqlite() {
                super::$test(&Database::sqlite());
            }

            #[test]
            #[$attribute]
            fn on_postgres() {
                super::$test(&Database::postgres());
            }
        }
    };
}
pub(crate) use on_each_database;

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A database that is removed with this value.
pub(crate) struct Database {
    pub(crate) url: String,
    _directory: Option<TempDir>,
    /// The URL of the PostgreSQL server, and the name of the database there.
    in_postgres: Option<(String, String)>,
}

impl Database {
    pub(crate) fn sqlite() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("news.db");
        Self {
            url: format!("sqlite:{}", file.display()),
            _directory: Some(directory),
            in_postgres: None,
        }
    }

    /// A new database on the server that `TOOLWRIGHT_POSTGRES` names.
    pub(crate) fn postgres() -> Self {
        let server = std::env::var("TOOLWRIGHT_POSTGRES")
            .expect("TOOLWRIGHT_POSTGRES is a URL: postgres://user@host/database");
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("news_test_{}_{count}", std::process::id());
        execute(&server, &format!("CREATE DATABASE {name}"));
        let (base, _) = server.rsplit_once('/').expect("names a database");
        Self {
            url: format!("{base}/{name}"),
            _directory: None,
            in_postgres: Some((server, name)),
        }
    }

    pub(crate) fn execute(&self, sql: &str) {
        execute(&self.url, sql);
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Some((server, name)) = &self.in_postgres {
            // A backend that is busy with a large value may not end in time; then the database stays behind.
            let dropped = try_execute(server, &format!("DROP DATABASE {name} WITH (FORCE)"));
            if let Err(error) = dropped {
                eprintln!("{name} is not dropped: {error}");
            }
        }
    }
}

fn execute(url: &str, sql: &str) {
    try_execute(url, sql).expect("is executed");
}

fn try_execute(url: &str, sql: &str) -> Result<(), sqlx::Error> {
    sqlx::any::install_default_drivers();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut connection = AnyConnection::connect(url).await?;
        connection.execute(sql).await?;
        connection.close().await
    })
}
