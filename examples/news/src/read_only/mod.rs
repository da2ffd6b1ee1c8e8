//! Runs one query that a caller wrote, so that it can do no harm. Three walls stand behind each other:
//! [`screen`] admits one SELECT with known functions; the connection is its own, lives for this query, and is
//! read-only for the database; time, memory, rows and bytes are limited by what really stops a query.

mod guard;
mod postgres;
mod process;
mod screen;
mod sqlite;

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use tokio::sync::Semaphore;
use toolwright::ToolError;

use crate::api::types::QueryResult;
use crate::storage::OpenLocation;

pub use process::run_query_process;

/// How long a query may run.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// How long to wait for the database to stop a query by itself.
const GRACE: Duration = Duration::from_secs(1);

/// Bytes of all rows together.
const BYTE_LIMIT: usize = 512 * 1024;

/// Queries that run at once. A query keeps its permit until it has ended.
static PERMITS: Semaphore = Semaphore::const_new(4);

/// Runs a query and gives at most `limit` rows.
///
/// # Errors
///
/// If the query is not admitted, takes too long, or fails; in words for the caller.
pub(crate) async fn run_query(
    location: &OpenLocation,
    query: &str,
    limit: usize,
) -> Result<QueryResult, ToolError> {
    let query = screen::admit_query(query, location.dialect())
        .map_err(|error| ToolError::invalid_argument("/query", error.to_string()))?;
    let Ok(permit) = tokio::time::timeout(TIME_LIMIT, PERMITS.acquire()).await else {
        return Err(ToolError::unavailable("too many queries are running"));
    };
    let permit = permit?;
    let started = Instant::now();
    let mut rows = Rows::new(limit);
    match location {
        OpenLocation::Sqlite { file, .. } => process::run(file, &query, &mut rows).await,
        OpenLocation::Postgres(url) => postgres::run(url, &query, &mut rows, permit).await,
    }?;
    Ok(QueryResult {
        row_count: rows.rows.len() as i64,
        columns: rows.columns,
        rows: rows
            .rows
            .into_iter()
            .map(|row| row.into_iter().collect())
            .collect(),
        truncated: rows.is_truncated,
        duration_ms: i64::try_from(started.elapsed().as_millis()).unwrap_or(i64::MAX),
    })
}

/// The rows so far, within the limits.
#[derive(Debug, Serialize, Deserialize)]
struct Rows {
    columns: Vec<String>,
    rows: Vec<Map<String, Json>>,
    limit: usize,
    bytes: usize,
    is_truncated: bool,
}

impl Rows {
    fn new(limit: usize) -> Self {
        Self {
            columns: Vec::new(),
            rows: Vec::new(),
            limit,
            bytes: 0,
            is_truncated: false,
        }
    }

    /// Adds a row that takes so many bytes, and says whether there is room for another one.
    fn push(&mut self, row: Map<String, Json>, bytes: usize) -> bool {
        self.bytes += bytes;
        self.is_truncated = self.rows.len() >= self.limit || self.bytes > BYTE_LIMIT;
        if !self.is_truncated {
            self.rows.push(row);
        }
        !self.is_truncated
    }
}

fn timeout_error() -> ToolError {
    ToolError::new(format_args!(
        "The query was stopped after {} seconds. Select fewer rows, or aggregate less.",
        TIME_LIMIT.as_secs()
    ))
}

fn query_error(error: &dyn std::fmt::Display, database: &str) -> ToolError {
    ToolError::new(format_args!(
        "The query failed: {error}. The database is {database}; table_info shows its tables and their columns."
    ))
}
