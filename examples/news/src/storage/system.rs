//! The database itself: its version, size and tables, the overview, and maintenance.

use std::time::Instant;

use serde_json::Value as Json;
use toolwright::{Map, ToolError};

use super::articles::ArticleFilter;
use super::row::into_map;
use super::{Dialect, Statement, Store};
use crate::api::types::{
    ArticleTotals, Column, Dashboard, DatabaseHealth, DatabaseKind, FeedCounts, Table,
};
use crate::time::hours_ago;

/// Articles of the overview.
const RECENT_ARTICLES: i64 = 5;

/// Articles older than this are removed by `cleanup_old_items`.
pub(crate) const KEPT_DAYS: i64 = 90;

impl Store {
    pub(crate) async fn dashboard(&self) -> Result<Dashboard, ToolError> {
        let feeds = Statement::new(
            "SELECT count(*) AS total, sum(CASE WHEN status = 'ACTIVE' THEN 1 ELSE 0 END)::bigint \
             AS active, sum(CASE WHEN status = 'PAUSED' THEN 1 ELSE 0 END)::bigint AS paused, \
             sum(CASE WHEN status = 'ERROR' THEN 1 ELSE 0 END)::bigint AS error FROM feeds",
        );
        let feeds = self.fetch_one(feeds).await?;
        let articles = Statement::new(
            "SELECT count(*) AS total, \
             sum(CASE WHEN i.created_at >= ?::timestamptz THEN 1 ELSE 0 END)::bigint AS day, \
             sum(CASE WHEN i.created_at >= ?::timestamptz THEN 1 ELSE 0 END)::bigint AS week, \
             count(a.item_id) AS analyzed, \
             avg((a.analysis->>'sentiment_score')::float8) AS sentiment \
             FROM items i LEFT JOIN item_analysis a ON a.item_id = i.id",
        );
        let articles = articles.bind(hours_ago(24)).bind(hours_ago(7 * 24));
        let articles = self.fetch_one(articles).await?;
        let newest = ArticleFilter::default();
        Ok(Dashboard {
            feeds: FeedCounts {
                total: feeds.integer("total")?,
                active: feeds.optional_integer("active")?.unwrap_or(0),
                paused: feeds.optional_integer("paused")?.unwrap_or(0),
                error: feeds.optional_integer("error")?.unwrap_or(0),
            },
            articles: ArticleTotals {
                total: articles.integer("total")?,
                last_24_hours: articles.optional_integer("day")?.unwrap_or(0),
                last_7_days: articles.optional_integer("week")?.unwrap_or(0),
                analyzed: articles.integer("analyzed")?,
                average_sentiment: articles.optional_real("sentiment")?,
            },
            recent_articles: self.list_articles(&newest, RECENT_ARTICLES, 0).await?,
            recent_errors: self.error_patterns(24, None).await?,
        })
    }

    pub(crate) fn database_kind(&self) -> DatabaseKind {
        match self.dialect() {
            Dialect::Sqlite => DatabaseKind::Sqlite,
            Dialect::Postgres => DatabaseKind::Postgresql,
        }
    }

    pub(crate) async fn database_health(&self) -> Result<DatabaseHealth, ToolError> {
        let select = match self.dialect() {
            Dialect::Sqlite => {
                "SELECT sqlite_version() AS version, page_count * page_size AS size \
                 FROM pragma_page_count(), pragma_page_size()"
            }
            Dialect::Postgres => {
                "SELECT current_setting('server_version') AS version, \
                 pg_database_size(current_database()) AS size"
            }
        };
        let started = Instant::now();
        let row = self.fetch_one(Statement::new(select)).await?;
        Ok(DatabaseHealth {
            kind: self.database_kind(),
            version: row.text("version")?,
            size_bytes: row.integer("size")?,
            latency_ms: started.elapsed().as_secs_f64() * 1000.0,
        })
    }

    /// The names of the tables, without those of the database's own.
    pub(crate) async fn table_names(&self) -> Result<Vec<String>, ToolError> {
        let select = match self.dialect() {
            Dialect::Sqlite => {
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' \
                 ESCAPE '!' AND name NOT LIKE '!_sqlx%' ESCAPE '!' AND name NOT LIKE 'items!_fts%' \
                 ESCAPE '!' ORDER BY name"
            }
            Dialect::Postgres => {
                "SELECT tablename::text AS name FROM pg_tables \
                 WHERE schemaname = current_schema() AND tablename NOT LIKE '!_sqlx%' ESCAPE '!' \
                 ORDER BY tablename"
            }
        };
        let rows = self.fetch_all(Statement::new(select)).await?;
        rows.iter().map(|row| row.text("name")).collect()
    }

    /// Describes a table, whose name is one of [`table_names`](Self::table_names).
    pub(crate) async fn describe_table(
        &self,
        name: &str,
        with_sample: bool,
    ) -> Result<Table, ToolError> {
        // A table cannot be bound as a value. The name comes from the list above, never from a
        // caller.
        let count = Statement::new(format!("SELECT count(*) AS count FROM {name}"));
        Ok(Table {
            rows: self.fetch_count(count).await?,
            columns: self.list_columns(name).await?,
            indexes: self.list_indexes(name).await?,
            sample: match with_sample {
                true => Some(self.sample_rows(name).await?),
                false => None,
            },
            name: name.to_owned(),
        })
    }

    async fn list_columns(&self, table: &str) -> Result<Vec<Column>, ToolError> {
        let select = match self.dialect() {
            Dialect::Sqlite => {
                "SELECT name, lower(type) AS type, 1 - \"notnull\" AS nullable \
                 FROM pragma_table_info(?) ORDER BY cid"
            }
            Dialect::Postgres => {
                "SELECT column_name::text AS name, data_type::text AS type, \
                 CASE WHEN is_nullable = 'YES' THEN 1 ELSE 0 END AS nullable \
                 FROM information_schema.columns WHERE table_schema = current_schema() \
                 AND table_name = ? ORDER BY ordinal_position"
            }
        };
        let rows = self.fetch_all(Statement::new(select).bind(table)).await?;
        let columns = rows.iter().map(|row| {
            Ok(Column {
                name: row.text("name")?,
                r#type: row.text("type")?,
                nullable: row.flag("nullable")?,
            })
        });
        columns.collect()
    }

    async fn list_indexes(&self, table: &str) -> Result<Vec<String>, ToolError> {
        let select = match self.dialect() {
            Dialect::Sqlite => "SELECT name FROM pragma_index_list(?) ORDER BY name",
            Dialect::Postgres => {
                "SELECT indexname::text AS name FROM pg_indexes \
                 WHERE schemaname = current_schema() AND tablename = ? ORDER BY indexname"
            }
        };
        let rows = self.fetch_all(Statement::new(select).bind(table)).await?;
        rows.iter().map(|row| row.text("name")).collect()
    }

    async fn sample_rows(&self, table: &str) -> Result<Vec<Map<Json>>, ToolError> {
        let row_as_json = match self.dialect() {
            Dialect::Sqlite => {
                let columns = self.list_columns(table).await?;
                let members = columns.iter().map(|it| format!("'{0}', \"{0}\"", it.name));
                let members = members.collect::<Vec<_>>().join(", ");
                format!("json_object({members})")
            }
            Dialect::Postgres => "to_jsonb(t)::text".to_owned(),
        };
        let select = Statement::new(format!(
            "SELECT {row_as_json} AS row FROM {table} t LIMIT 3"
        ));
        let rows = self.fetch_all(select).await?;
        let values = rows.iter().map(|row| row.optional_json("row"));
        let values: Vec<Option<Json>> = values.collect::<Result<_, _>>()?;
        Ok(values.into_iter().flatten().filter_map(into_map).collect())
    }

    /// How many articles `remove_old_articles` would remove.
    pub(crate) async fn count_old_articles(&self) -> Result<i64, ToolError> {
        let count =
            Statement::new("SELECT count(*) AS count FROM items WHERE created_at < ?::timestamptz");
        self.fetch_count(count.bind(hours_ago(KEPT_DAYS * 24)))
            .await
    }

    pub(crate) async fn remove_old_articles(&self) -> Result<u64, ToolError> {
        let delete = Statement::new("DELETE FROM items WHERE created_at < ?::timestamptz");
        self.execute(delete.bind(hours_ago(KEPT_DAYS * 24))).await
    }

    /// Gives the space of deleted rows back.
    pub(crate) async fn vacuum(&self) -> Result<(), ToolError> {
        self.execute(Statement::new("VACUUM")).await.map(drop)
    }

    /// Renews what the query planner knows of the tables.
    pub(crate) async fn update_statistics(&self) -> Result<(), ToolError> {
        self.execute(Statement::new("ANALYZE")).await.map(drop)
    }

    pub(crate) async fn rebuild_indexes(&self) -> Result<(), ToolError> {
        match self.dialect() {
            Dialect::Sqlite => {
                self.execute(Statement::new("REINDEX")).await?;
                let rebuild = "INSERT INTO items_fts (items_fts) VALUES ('rebuild')";
                self.execute(Statement::new(rebuild)).await?;
            }
            Dialect::Postgres => {
                for table in self.table_names().await? {
                    let reindex = format!("REINDEX TABLE {table}");
                    self.execute(Statement::new(reindex)).await?;
                }
            }
        }
        Ok(())
    }
}
