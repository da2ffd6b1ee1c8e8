//! PostgreSQL: a connection for this query alone, whose transaction is read-only before the query is known, and
//! whose statements the server stops itself. PostgreSQL takes one statement in a prepared query. What is left to
//! `screen` are functions with effects beyond the transaction, such as `lo_export`, which superusers may call, and to
//! `guard` that the server looks at the time often enough.

use std::str::FromStr as _;
use std::time::Duration;

use futures_util::TryStreamExt as _;
use sqlx::Statement as _;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Column as _, ConnectOptions as _, Connection as _, Executor as _, Row as _};
use tokio::sync::SemaphorePermit;
use tokio::time::timeout;
use toolwright::ToolError;

use super::{BYTE_LIMIT, GRACE, Rows, TIME_LIMIT, query_error, timeout_error};

/// How long a permit is kept for a server process that does not end.
const PATIENCE: Duration = Duration::from_secs(10);

/// Columns of a result. Each may have a text of the greatest length, and the server makes one JSON of them.
const MOST_COLUMNS: usize = 100;

/// Error code of a statement that was cancelled.
const QUERY_CANCELED: &str = "57014";

pub(super) async fn run(
    url: &str,
    query: &str,
    rows: &mut Rows,
    permit: SemaphorePermit<'static>,
) -> Result<(), ToolError> {
    let mut connection = timeout(TIME_LIMIT, connect(url))
        .await
        .map_err(|_| timeout_error())??;
    let id = read_backend_id(&mut connection).await?;
    let done = timeout(TIME_LIMIT + GRACE, read_rows(&mut connection, query, rows)).await;
    let has_ended = done.is_ok();
    let url = url.to_owned();
    tokio::spawn(async move {
        end_backend(&url, connection, id, has_ended).await;
        drop(permit);
    });
    match done {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) if is_cancellation(&error) => Err(timeout_error()),
        Ok(Err(error)) => Err(query_error(&error, "PostgreSQL")),
        Err(_) => Err(timeout_error()),
    }
}

async fn read_backend_id(connection: &mut PgConnection) -> Result<i32, ToolError> {
    let id = sqlx::query_scalar("SELECT pg_catalog.pg_backend_pid()").fetch_one(connection);
    Ok(timeout(TIME_LIMIT, id)
        .await
        .map_err(|_| timeout_error())??)
}

/// Closes the connection. A server process that still works on the query is told to end, and is waited for, as long as
/// the permit may be missing.
async fn end_backend(url: &str, mut connection: PgConnection, id: i32, has_ended: bool) {
    if has_ended && timeout(GRACE, connection.ping()).await.is_ok() {
        let _ = timeout(GRACE, connection.close()).await;
        return;
    }
    // Dropping it closes the socket, without waiting for the server.
    drop(connection);
    if !matches!(
        timeout(PATIENCE, terminate_backend(url, id)).await,
        Ok(Ok(()))
    ) {
        tracing::error!("the PostgreSQL process {id} of execute_query may still be running");
    }
}

/// Returns when the process has ended.
async fn terminate_backend(url: &str, id: i32) -> Result<(), sqlx::Error> {
    let mut connection = PgConnectOptions::from_str(url)?.connect().await?;
    let terminate = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1";
    while sqlx::query(terminate)
        .bind(id)
        .fetch_optional(&mut connection)
        .await?
        .is_some()
    {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    connection.close().await
}

async fn connect(url: &str) -> Result<PgConnection, ToolError> {
    let milliseconds = TIME_LIMIT.as_millis().to_string();
    let options = PgConnectOptions::from_str(url)?.options([
        ("default_transaction_read_only", "on"),
        ("statement_timeout", milliseconds.as_str()),
        ("lock_timeout", "1000"),
        ("idle_in_transaction_session_timeout", "10000"),
        // What `screen` reads texts by.
        ("standard_conforming_strings", "on"),
        ("timezone", "UTC"),
        // What `guard` puts before the operators of PostgreSQL.
        ("search_path", "news_query,pg_catalog,public"),
        // A process for each query, which compiles nothing; memory counts for each step of its plan.
        ("max_parallel_workers_per_gather", "0"),
        ("jit", "off"),
        ("work_mem", "4MB"),
    ]);
    Ok(options.connect().await?)
}

async fn read_rows(
    connection: &mut PgConnection,
    query: &str,
    rows: &mut Rows,
) -> Result<(), sqlx::Error> {
    connection.execute("START TRANSACTION READ ONLY").await?;
    let statement = connection.prepare(query).await?;
    if statement.columns().len() > MOST_COLUMNS {
        let message = format!("the result has more than {MOST_COLUMNS} columns");
        return Err(sqlx::Error::Protocol(message));
    }
    let columns = statement.columns().iter();
    rows.columns = columns.map(|column| column.name().to_owned()).collect();
    // The server makes the rows JSON, whatever their types are, and cuts those that are too long.
    let select = format!(
        "SELECT left(row_to_json(result)::text, {BYTE_LIMIT}) AS row FROM ({query}\n) AS result LIMIT {}",
        rows.limit + 1
    );
    let mut stream = sqlx::query(&select).persistent(false).fetch(connection);
    while let Some(row) = stream.try_next().await? {
        let text: String = row.try_get("row")?;
        // One that was cut is not JSON, and too long to be given.
        let row = serde_json::from_str(&text).unwrap_or_default();
        if !rows.push(row, text.len()) {
            break;
        }
    }
    Ok(())
}

fn is_cancellation(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| code == QUERY_CANCELED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_only::PERMITS;

    async fn run_unscreened(url: &str, query: &str) -> Result<Rows, ToolError> {
        let mut rows = Rows::new(10);
        let permit = PERMITS.acquire().await?;
        run(url, query, &mut rows, permit).await?;
        Ok(rows)
    }

    /// What would happen to a query that got past `screen`.
    #[tokio::test]
    #[ignore = "needs PostgreSQL"]
    async fn the_connection_itself_changes_nothing() {
        let url = std::env::var("TOOLWRIGHT_POSTGRES")
            .expect("TOOLWRIGHT_POSTGRES is a URL: postgres://user@host/database");
        for query in [
            "DELETE FROM pg_description",
            "WITH d AS (DELETE FROM pg_description RETURNING 1) SELECT * FROM d",
            "SELECT 1) AS result; COMMIT; CREATE TABLE evil (a int); SELECT (1",
            "SELECT query_to_xml('CREATE TABLE evil (a int)', true, true, '')",
            "SELECT set_config('transaction_read_only', 'off', false)",
            "SELECT nextval(pg_get_serial_sequence('evil', 'a'))",
            "SELECT pg_sleep(60)",
        ] {
            let result = run_unscreened(&url, query).await;
            assert!(result.is_err(), "{query}");
        }
        // PostgreSQL makes large objects in read-only transactions; nothing is committed here.
        let _ = run_unscreened(&url, "SELECT lo_from_bytea(4711, 'evil')").await;
        let safe = "SELECT to_regclass('evil') IS NULL AND NOT EXISTS \
                    (SELECT 1 FROM pg_largeobject_metadata WHERE oid = 4711) AS safe";
        let rows = run_unscreened(&url, safe).await;
        let rows = rows.map(|rows| rows.rows).unwrap_or_default();
        assert_eq!(rows[0].get("safe"), Some(&serde_json::Value::from(true)));
    }
}
