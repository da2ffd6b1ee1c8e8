//! SQLite: the file is opened read-only, for this query alone. SQLite asks a handler every thousand steps whether
//! to go on, so the time limit holds also for a query that gives no row.

use std::path::Path;
use std::time::Instant;

use futures_util::TryStreamExt as _;
use serde_json::Value as Json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{Column as _, ConnectOptions as _, Connection as _, Executor as _, Row as _};
use sqlx::{Statement as _, TypeInfo as _, ValueRef as _};
use tokio::sync::SemaphorePermit;
use tokio::time::timeout;
use toolwright::{Map, ToolError};

use super::{GRACE, Rows, TIME_LIMIT, query_error, timeout_error};

/// Memory that SQLite may take in this process, so that no query takes all there is.
const MEMORY_LIMIT: &str = "268435456";

/// Steps of SQLite's virtual machine between two looks at the clock.
const STEPS: i32 = 1_000;

/// Rows that are read ahead. A row may be large.
const ROWS_AHEAD: usize = 2;

pub(super) async fn run(
    file: &Path,
    query: &str,
    rows: &mut Rows,
    permit: SemaphorePermit<'static>,
) -> Result<(), ToolError> {
    let deadline = Instant::now() + TIME_LIMIT;
    let mut connection = connect(file).await?;
    let mut handle = connection.lock_handle().await?;
    handle.set_progress_handler(STEPS, move || Instant::now() < deadline);
    drop(handle);
    let done = timeout(TIME_LIMIT + GRACE, read_rows(&mut connection, query, rows)).await;
    // One step of SQLite can take long; the permit is free when the connection's thread has ended.
    tokio::spawn(async move {
        let _ = connection.close().await;
        drop(permit);
    });
    match done {
        Ok(Err(_)) if Instant::now() >= deadline => Err(timeout_error()),
        Ok(done) => done.map_err(|error| query_error(&error, "SQLite")),
        Err(_) => Err(timeout_error()),
    }
}

async fn connect(file: &Path) -> Result<SqliteConnection, ToolError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .row_buffer_size(ROWS_AHEAD)
        .pragma("query_only", "ON")
        .pragma("trusted_schema", "OFF")
        .pragma("hard_heap_limit", MEMORY_LIMIT);
    Ok(options.connect().await?)
}

async fn read_rows(
    connection: &mut SqliteConnection,
    query: &str,
    rows: &mut Rows,
) -> Result<(), sqlx::Error> {
    // Inside of a SELECT, there is nothing but a SELECT: VACUUM INTO, for example, writes a file even here.
    let select = format!("SELECT * FROM (\n{query}\n) LIMIT {}", rows.limit + 1);
    let statement = connection.prepare(&select).await?;
    let columns = statement.columns().iter();
    rows.columns = columns.map(|column| column.name().to_owned()).collect();
    let mut stream = sqlx::query(&select).persistent(false).fetch(connection);
    while let Some(row) = stream.try_next().await? {
        let (row, bytes) = read_row(&row)?;
        if !rows.push(row, bytes) {
            break;
        }
    }
    Ok(())
}

fn read_row(row: &SqliteRow) -> Result<(Map<Json>, usize), sqlx::Error> {
    let mut members = Map::default();
    let mut bytes = 0;
    for column in row.columns() {
        let (value, size) = read_value(row, column.ordinal())?;
        bytes += column.name().len() + size;
        members.insert(column.name(), value);
    }
    Ok((members, bytes))
}

/// A value by its own type: columns of SQLite may have values of any.
fn read_value(row: &SqliteRow, index: usize) -> Result<(Json, usize), sqlx::Error> {
    let raw = row.try_get_raw(index)?;
    if raw.is_null() {
        return Ok((Json::Null, 4));
    }
    let type_info = raw.type_info();
    Ok(match type_info.name() {
        "INTEGER" => (row.try_get_unchecked::<i64, _>(index)?.into(), 8),
        "REAL" => (row.try_get_unchecked::<f64, _>(index)?.into(), 8),
        "TEXT" => {
            // SQLite does not check that texts are UTF-8.
            let text = row.try_get_unchecked::<&[u8], _>(index)?;
            (String::from_utf8_lossy(text).into(), text.len())
        }
        _ => {
            let bytes = row.try_get_unchecked::<&[u8], _>(index)?;
            (format!("({} bytes)", bytes.len()).into(), 16)
        }
    })
}

#[cfg(test)]
mod tests {
    use sqlx::Executor as _;

    use super::*;
    use crate::read_only::PERMITS;

    async fn database() -> tempfile::TempDir {
        let directory = tempfile::tempdir().expect("a directory");
        let options = SqliteConnectOptions::new()
            .filename(directory.path().join("news.db"))
            .create_if_missing(true);
        let mut connection = options.connect().await.expect("is created");
        let fill = "CREATE TABLE t (a); INSERT INTO t VALUES (1)";
        connection.execute(fill).await.expect("is filled");
        connection.close().await.expect("is closed");
        directory
    }

    async fn run_unscreened(directory: &Path, query: &str) -> Result<Rows, ToolError> {
        let mut rows = Rows::new(10);
        let permit = PERMITS.acquire().await?;
        run(&directory.join("news.db"), query, &mut rows, permit).await?;
        Ok(rows)
    }

    /// What would happen to a query that got past `screen`.
    #[tokio::test]
    async fn the_connection_itself_changes_nothing() {
        let directory = database().await;
        let other = directory.path().join("other.db");
        for query in [
            "DELETE FROM t".to_owned(),
            "PRAGMA query_only = OFF".to_owned(),
            "1); PRAGMA query_only = OFF; DELETE FROM t; SELECT (1".to_owned(),
            "SELECT 1); DELETE FROM t; SELECT * FROM (SELECT 1".to_owned(),
            format!("ATTACH '{}' AS o", other.display()),
            format!(
                "SELECT 1); ATTACH '{}' AS o; CREATE TABLE o.x (SELECT 1",
                other.display()
            ),
            format!("VACUUM INTO '{}'", other.display()),
            "SELECT load_extension('evil')".to_owned(),
            "CREATE TEMP TABLE x AS SELECT 1".to_owned(),
            "SELECT length(zeroblob(900000000) || 'x')".to_owned(),
        ] {
            let result = run_unscreened(directory.path(), &query).await;
            assert!(result.is_err(), "{query}");
            assert!(!other.exists(), "{query}");
        }
        let rows = run_unscreened(directory.path(), "SELECT count(*) AS n FROM t").await;
        let rows = rows.map(|rows| rows.rows).unwrap_or_default();
        assert_eq!(rows[0].get("n"), Some(&Json::from(1)));
    }
}
