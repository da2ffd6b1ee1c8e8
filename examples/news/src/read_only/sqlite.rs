//! SQLite: the file is opened read-only, for this query alone. An authorizer admits tables and functions that are
//! known; texts have a longest length; and SQLite asks a handler every thousand steps whether to go on. A step can
//! take long all the same: some functions take time by the product of the lengths of their arguments, and a row can
//! call hundreds of them. So this runs in a process of its own, which [`process`](super::process) ends.

use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Batch, Connection, OpenFlags, Row};
use serde_json::{Map, Value as Json};

use super::process::Answer;
use super::{Rows, TIME_LIMIT, screen};

/// Memory that SQLite may take for a query.
const MEMORY_LIMIT: i64 = 64 * 1024 * 1024;

/// Steps of SQLite's virtual machine between two looks at the clock.
const STEPS: i32 = 1_000;

/// Bytes of the longest text within a query. What the server stores is shorter.
const LONGEST_TEXT: i32 = 100_000;

/// Bytes of the longest pattern of LIKE and GLOB.
const LONGEST_PATTERN: i32 = 1_000;

/// Runs a query in this process.
pub(super) fn read_rows_in_time(file: &Path, query: &str, limit: usize) -> Answer {
    let deadline = Instant::now() + TIME_LIMIT;
    let mut rows = Rows::new(limit);
    match read_rows(file, query, &mut rows, deadline) {
        Ok(()) => Answer::Rows(rows),
        Err(_) if Instant::now() >= deadline => Answer::Timeout,
        Err(error) => Answer::Error(error.to_string()),
    }
}

fn read_rows(
    file: &Path,
    query: &str,
    rows: &mut Rows,
    deadline: Instant,
) -> Result<(), rusqlite::Error> {
    let connection = connect(file, deadline)?;
    // Inside of a SELECT, there is nothing but a SELECT: VACUUM INTO, for example, writes a file even here.
    let select = format!("SELECT * FROM (\n{query}\n) LIMIT {}", rows.limit + 1);
    let mut statements = Batch::new(&connection, &select);
    let (Some(mut statement), None) = (statements.next()?, statements.next()?) else {
        return Err(rusqlite::Error::MultipleStatement);
    };
    let columns = statement.column_names().into_iter();
    rows.columns = columns.map(str::to_owned).collect();
    let names = rows.columns.clone();
    let mut found = statement.raw_query();
    while let Some(row) = found.next()? {
        let (row, bytes) = read_row(row, &names)?;
        if !rows.push(row, bytes) {
            break;
        }
    }
    Ok(())
}

fn connect(file: &Path, deadline: Instant) -> Result<Connection, rusqlite::Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(TIME_LIMIT)?;
    for (name, value) in [
        ("query_only", 1),
        ("trusted_schema", 0),
        ("hard_heap_limit", MEMORY_LIMIT),
    ] {
        connection.pragma_update(None, name, value)?;
    }
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_TEXT);
    connection.set_limit(Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, LONGEST_PATTERN);
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0);
    let tables = list_tables(&connection)?;
    connection.authorizer(Some(move |context: AuthContext<'_>| {
        authorize(&context.action, &tables)
    }));
    connection.progress_handler(STEPS, Some(move || Instant::now() >= deadline));
    Ok(connection)
}

fn list_tables(connection: &Connection) -> Result<HashSet<String>, rusqlite::Error> {
    let mut statement = connection
        .prepare("SELECT lower(name) FROM sqlite_schema WHERE type IN ('table', 'view')")?;
    let names = statement.query_map([], |row| row.get(0))?;
    names.collect()
}

/// What a query may do: read the tables there are, and call the functions that are known.
fn authorize(action: &AuthAction<'_>, tables: &HashSet<String>) -> Authorization {
    let is_admitted = match action {
        AuthAction::Select | AuthAction::Recursive => true,
        // Nothing is read of a table that is only counted, and the name may be that of a WITH.
        AuthAction::Read {
            column_name: "", ..
        } => true,
        AuthAction::Read { table_name, .. } => {
            let name = table_name.to_lowercase();
            tables.contains(&name) || name == "json_each"
        }
        AuthAction::Function { function_name } => is_function_of_queries(function_name),
        // Full-text search asks whether somebody has written since.
        AuthAction::Pragma { pragma_name, .. } => *pragma_name == "data_version",
        _ => false,
    };
    if is_admitted {
        Authorization::Allow
    } else {
        Authorization::Deny
    }
}

/// Whether SQL calls a function by its name, or by an operator.
fn is_function_of_queries(name: &str) -> bool {
    let name = name.to_lowercase();
    let operators = ["->", "->>", "glob", "like", "match"];
    operators.contains(&name.as_str()) || screen::is_function(&name)
}

fn read_row(
    row: &Row<'_>,
    names: &[String],
) -> Result<(Map<String, Json>, usize), rusqlite::Error> {
    let mut members = Map::new();
    let mut bytes = 0;
    for (index, name) in names.iter().enumerate() {
        let (value, size) = read_value(row.get_ref(index)?);
        bytes += name.len() + size;
        members.insert(name.clone(), value);
    }
    Ok((members, bytes))
}

/// A value by its own type: columns of SQLite may have values of any.
fn read_value(value: ValueRef<'_>) -> (Json, usize) {
    match value {
        ValueRef::Null => (Json::Null, 4),
        ValueRef::Integer(number) => (number.into(), 8),
        ValueRef::Real(number) => (number.into(), 8),
        // SQLite does not check that texts are UTF-8.
        ValueRef::Text(text) => (String::from_utf8_lossy(text).into(), text.len()),
        ValueRef::Blob(bytes) => (format!("({} bytes)", bytes.len()).into(), 16),
    }
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::SqliteConnectOptions;
    use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

    use super::*;

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

    fn run_unscreened(directory: &Path, query: &str) -> Result<Rows, rusqlite::Error> {
        let mut rows = Rows::new(10);
        let deadline = Instant::now() + TIME_LIMIT;
        read_rows(&directory.join("news.db"), query, &mut rows, deadline)?;
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
            "SELECT length(zeroblob(99000) || zeroblob(99000))".to_owned(),
            "SELECT * FROM pragma_database_list".to_owned(),
            "SELECT * FROM 'pragma_database_list'".to_owned(),
            "SELECT * FROM sqlite_schema".to_owned(),
            "SELECT * FROM json_tree('[1]')".to_owned(),
            "SELECT randomblob(10)".to_owned(),
        ] {
            let result = run_unscreened(directory.path(), &query);
            assert!(result.is_err(), "{query}");
            assert!(!other.exists(), "{query}");
        }
        let rows = run_unscreened(directory.path(), "SELECT count(*) AS n FROM t");
        let rows = rows.map(|rows| rows.rows).unwrap_or_default();
        assert_eq!(rows[0].get("n"), Some(&Json::from(1)));
    }
}
