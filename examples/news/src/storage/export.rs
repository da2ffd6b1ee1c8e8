//! The records of an export, as names and values.

use serde_json::Value as Json;
use toolwright::ToolError;

use super::{Statement, Store};
use crate::time::hours_ago;

/// A column of an export: its name, and whether it is a number.
type ExportColumn = (&'static str, bool);

/// What is exported.
pub(crate) struct Records {
    pub(crate) columns: Vec<&'static str>,
    pub(crate) rows: Vec<Vec<Json>>,
}

const ARTICLES: &[ExportColumn] = &[
    ("id", true),
    ("feed_id", true),
    ("title", false),
    ("url", false),
    ("description", false),
    ("author", false),
    ("published", false),
    ("created_at", false),
];
const FEEDS: &[ExportColumn] = &[
    ("id", true),
    ("url", false),
    ("title", false),
    ("status", false),
    ("fetch_interval_minutes", true),
    ("created_at", false),
];
const STATISTICS: &[ExportColumn] = &[("day", false), ("feed_id", true), ("articles", true)];

impl Store {
    pub(crate) async fn export_articles(
        &self,
        feed_id: Option<i64>,
        days: i64,
        limit: i64,
    ) -> Result<Records, ToolError> {
        let mut select = Statement::new(
            "SELECT id, feed_id, title, url, description, author, published_at::text AS published, \
             created_at::text AS created_at FROM items i WHERE i.created_at >= ?::timestamptz",
        );
        select = select.bind(hours_ago(days * 24));
        select.add_condition_if("i.feed_id = ?", feed_id);
        select.append_sql(" ORDER BY i.created_at DESC, i.id DESC");
        self.read_records(ARTICLES, select, limit).await
    }

    pub(crate) async fn export_feeds(
        &self,
        feed_id: Option<i64>,
        limit: i64,
    ) -> Result<Records, ToolError> {
        let mut select = Statement::new(
            "SELECT id, url, title, status, fetch_interval_minutes, \
             created_at::text AS created_at FROM feeds f WHERE 1 = 1",
        );
        select.add_condition_if("f.id = ?", feed_id);
        select.append_sql(" ORDER BY f.id");
        self.read_records(FEEDS, select, limit).await
    }

    /// How many articles each feed had on each day.
    pub(crate) async fn export_statistics(
        &self,
        feed_id: Option<i64>,
        days: i64,
        limit: i64,
    ) -> Result<Records, ToolError> {
        let mut select = Statement::new(
            "SELECT substr(i.created_at::text, 1, 10) AS day, i.feed_id, count(*) AS articles \
             FROM items i WHERE i.created_at >= ?::timestamptz",
        );
        select = select.bind(hours_ago(days * 24));
        select.add_condition_if("i.feed_id = ?", feed_id);
        // By position, because PostgreSQL and SQLite read a name here differently where a column
        // has it, too.
        select.append_sql(" GROUP BY 1, i.feed_id ORDER BY 1 DESC, i.feed_id");
        self.read_records(STATISTICS, select, limit).await
    }

    async fn read_records(
        &self,
        columns: &'static [ExportColumn],
        mut select: Statement,
        limit: i64,
    ) -> Result<Records, ToolError> {
        select.add_page(limit, 0);
        let rows = self.fetch_all(select).await?;
        let rows = rows.iter().map(|row| {
            let values = columns.iter().map(|&(name, is_number)| {
                Ok(match is_number {
                    true => row.optional_integer(name)?.into(),
                    false => row.optional_text(name)?.into(),
                })
            });
            values.collect::<Result<_, ToolError>>()
        });
        Ok(Records {
            columns: columns.iter().map(|(name, _)| *name).collect(),
            rows: rows.collect::<Result<_, _>>()?,
        })
    }
}
