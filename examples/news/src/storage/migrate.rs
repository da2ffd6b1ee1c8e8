//! The tables. A migration is a file of each database's folder in `migrations`; one that was released is never
//! changed, since databases remember its checksum.

use std::borrow::Cow;

use sqlx::AnyPool;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use toolwright::ToolError;

use super::Dialect;

const SQLITE: &[(i64, &str, &str)] = &[(
    1,
    "tables",
    include_str!("../../migrations/sqlite/1_tables.sql"),
)];
const POSTGRES: &[(i64, &str, &str)] = &[
    (
        1,
        "tables",
        include_str!("../../migrations/postgres/1_tables.sql"),
    ),
    (
        2,
        "query guards",
        include_str!("../../migrations/postgres/2_query_guards.sql"),
    ),
];

/// Runs the migrations that the database does not have.
pub(super) async fn create_tables(pool: &AnyPool, dialect: Dialect) -> Result<(), ToolError> {
    let migrations = match dialect {
        Dialect::Sqlite => SQLITE,
        Dialect::Postgres => POSTGRES,
    };
    let migration = |&(version, description, sql): &(i64, &'static str, &'static str)| {
        let (description, sql) = (Cow::Borrowed(description), Cow::Borrowed(sql));
        Migration::new(version, description, MigrationType::Simple, sql, false)
    };
    let migrator = Migrator {
        migrations: migrations.iter().map(migration).collect(),
        ..Migrator::DEFAULT
    };
    // PostgreSQL locks while migrations run. On SQLite, another server that starts on the same file can be faster;
    // the statement that fails here has waited for its transaction, so the next attempt finds it done.
    for _ in migrations {
        if migrator.run(pool).await.is_ok() {
            return Ok(());
        }
    }
    Ok(migrator.run(pool).await?)
}
