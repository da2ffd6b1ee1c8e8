//! The database: SQLite or PostgreSQL behind one pool. Queries are written once, in PostgreSQL's dialect, and
//! [`statement`] rewrites them for SQLite; values are always bound. A module for each group of tables makes
//! the types of results from rows.

pub(crate) mod analysis;
pub(crate) mod articles;
pub(crate) mod categories;
pub(crate) mod export;
pub(crate) mod feeds;
pub(crate) mod fetches;
mod location;
pub(crate) mod logs;
mod migrate;
pub(crate) mod performance;
pub(crate) mod row;
pub(crate) mod scheduler;
mod seed;
pub(crate) mod sources;
mod statement;
pub(crate) mod system;
pub(crate) mod templates;

use std::time::{Duration, Instant};

use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AnyPool, Transaction};
use toolwright::ToolError;

pub use location::Location;
pub(crate) use location::OpenLocation;
pub(crate) use row::Row;
pub(crate) use statement::{Dialect, Statement};

use crate::sentiment::SentimentAnalyzer;

/// Connections of the pool. SQLite has one writer at a time anyway.
const CONNECTIONS: u32 = 8;

/// How long a call waits for a database that does not answer, or for one of these connections.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The opened database.
pub(crate) struct Store {
    pool: AnyPool,
    pub(crate) location: OpenLocation,
}

/// How long to wait for another server that sets up the same file.
const LOCK_RETRY: Duration = Duration::from_millis(50);

fn is_locked(error: &ToolError) -> bool {
    error.to_string().contains("database is locked")
}

impl Store {
    /// Opens the database, creates its tables, and fills it with sample data if it is empty.
    pub(crate) async fn open(
        location: &Location,
        analyzer: &dyn SentimentAnalyzer,
    ) -> Result<Self, ToolError> {
        let deadline = Instant::now() + CONNECT_TIMEOUT;
        loop {
            match Self::open_once(location, analyzer).await {
                // Of two servers that create the tables of one SQLite file, one is told at once that the other has
                // the lock, whatever its timeout is: a transaction that has begun to read cannot wait to write.
                Err(error) if is_locked(&error) && Instant::now() < deadline => {
                    tokio::time::sleep(LOCK_RETRY).await;
                }
                opened => return opened,
            }
        }
    }

    async fn open_once(
        location: &Location,
        analyzer: &dyn SentimentAnalyzer,
    ) -> Result<Self, ToolError> {
        sqlx::any::install_default_drivers();
        let location = location.open().await?;
        let is_postgres = location.dialect() == Dialect::Postgres;
        let pool = AnyPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(CONNECT_TIMEOUT)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if is_postgres {
                        // Times are read as texts, which depend on the time zone of the session.
                        sqlx::query("SET TIME ZONE 'UTC'")
                            .execute(connection)
                            .await?;
                    }
                    Ok(())
                })
            })
            .connect(&location.url())
            .await?;
        let store = Self { pool, location };
        migrate::create_tables(&store.pool, store.dialect()).await?;
        seed::fill_if_empty(&store, analyzer).await?;
        Ok(store)
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.location.dialect()
    }

    pub(crate) async fn begin(&self) -> Result<Transaction<'static, sqlx::Any>, ToolError> {
        Ok(self.pool.begin().await?)
    }

    pub(crate) async fn fetch_all(&self, statement: Statement) -> Result<Vec<Row>, ToolError> {
        let mut connection = self.pool.acquire().await?;
        statement.fetch_all(self.dialect(), &mut connection).await
    }

    pub(crate) async fn fetch_optional(
        &self,
        statement: Statement,
    ) -> Result<Option<Row>, ToolError> {
        Ok(self.fetch_all(statement).await?.into_iter().next())
    }

    /// The one row of an aggregate.
    pub(crate) async fn fetch_one(&self, statement: Statement) -> Result<Row, ToolError> {
        let row = self.fetch_optional(statement).await?;
        row.ok_or_else(|| ToolError::new("The database returned no row."))
    }

    /// The rows that were changed.
    pub(crate) async fn execute(&self, statement: Statement) -> Result<u64, ToolError> {
        let mut connection = self.pool.acquire().await?;
        self.execute_on(&mut connection, statement).await
    }

    pub(crate) async fn execute_on(
        &self,
        connection: &mut AnyConnection,
        statement: Statement,
    ) -> Result<u64, ToolError> {
        statement.execute(self.dialect(), connection).await
    }

    /// The id that an `INSERT … RETURNING id` gives; none if the row was there.
    pub(crate) async fn insert_row_on(
        &self,
        connection: &mut AnyConnection,
        statement: Statement,
    ) -> Result<Option<i64>, ToolError> {
        let rows = statement.fetch_all(self.dialect(), connection).await?;
        rows.first().map(|row| row.integer("id")).transpose()
    }

    pub(crate) async fn insert_row(&self, statement: Statement) -> Result<Option<i64>, ToolError> {
        let mut connection = self.pool.acquire().await?;
        self.insert_row_on(&mut connection, statement).await
    }

    /// The number that a `SELECT count(*)` gives.
    pub(crate) async fn fetch_count(&self, statement: Statement) -> Result<i64, ToolError> {
        self.fetch_one(statement).await?.integer("count")
    }
}

/// Why there is no such row, with the ids that there are.
pub(crate) async fn unknown_id_error(
    store: &Store,
    what: &str,
    table: &str,
    id: i64,
    list_tool: &str,
) -> ToolError {
    const SHOWN: usize = 12;
    let statement = Statement::new(format!("SELECT id FROM {table} ORDER BY id LIMIT 13"));
    let rows = match store.fetch_all(statement).await {
        Ok(rows) => rows,
        Err(error) => return error,
    };
    let ids: Vec<String> = rows
        .iter()
        .take(SHOWN)
        .filter_map(|row| Some(row.integer("id").ok()?.to_string()))
        .collect();
    let more = if rows.len() > SHOWN { ", …" } else { "" };
    let known = match ids.as_slice() {
        [] => "There are none yet.".to_owned(),
        ids => format!(
            "The ids are {}{more}; {list_tool} shows them.",
            ids.join(", ")
        ),
    };
    ToolError::new(format_args!("There is no {what} with the id {id}. {known}"))
}
