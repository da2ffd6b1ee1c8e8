//! Figures over time: how feeds and templates perform, and how much is going on.

use toolwright::ToolError;

use super::feeds::compute_share;
use super::{Statement, Store};
use crate::api::types::{FeedPerformance, FeedUsage, TemplatePerformance, Usage};
use crate::time::{format_time, hours_ago};

impl Store {
    /// The fetches of one feed or of all, for the last days.
    pub(crate) async fn feed_performance(
        &self,
        feed_id: Option<i64>,
        days: i64,
    ) -> Result<Vec<FeedPerformance>, ToolError> {
        let mut select = Statement::new(
            "SELECT f.id, f.title, count(x.id) AS fetches, \
             sum(CASE WHEN x.outcome <> 'error' THEN 1 ELSE 0 END)::bigint AS successes, \
             coalesce(sum(x.new_articles), 0)::bigint AS new_articles, \
             avg(x.duration_ms)::float8 AS duration, max(x.duration_ms) AS slowest \
             FROM feeds f LEFT JOIN fetches x \
             ON x.feed_id = f.id AND x.started_at >= ?::timestamptz WHERE 1 = 1",
        );
        select = select.bind(hours_ago(days * 24));
        select.add_condition_if("f.id = ?", feed_id);
        select.append_sql(" GROUP BY f.id, f.title ORDER BY f.id");
        let rows = self.fetch_all(select).await?;
        let feeds = rows.iter().map(|row| {
            let fetches = row.integer("fetches")?;
            let new_articles = row.integer("new_articles")?;
            Ok(FeedPerformance {
                feed_id: row.integer("id")?,
                title: row.text("title")?,
                fetches,
                success_rate: compute_share(row.integer("successes")?, fetches),
                new_articles,
                articles_per_fetch: new_articles as f64 / fetches.max(1) as f64,
                average_duration_ms: row.optional_real("duration")?,
                slowest_duration_ms: row.optional_integer("slowest")?,
            })
        });
        feeds.collect()
    }

    /// What templates did in fetches, for the last days.
    pub(crate) async fn template_performance(
        &self,
        template_id: Option<i64>,
        days: i64,
    ) -> Result<Vec<TemplatePerformance>, ToolError> {
        let mut select = Statement::new(
            "SELECT t.id, t.name, count(x.id) AS fetches, \
             (SELECT count(*) FROM template_assignments ta WHERE ta.template_id = t.id) AS feeds, \
             sum(CASE WHEN x.outcome <> 'error' THEN 1 ELSE 0 END)::bigint AS successes, \
             coalesce(sum(x.new_articles), 0)::bigint AS processed, \
             coalesce(sum(x.filtered_articles), 0)::bigint AS filtered, \
             avg(x.duration_ms)::float8 AS duration \
             FROM templates t LEFT JOIN fetches x \
             ON x.template_id = t.id AND x.started_at >= ?::timestamptz WHERE 1 = 1",
        );
        select = select.bind(hours_ago(days * 24));
        select.add_condition_if("t.id = ?", template_id);
        select.append_sql(" GROUP BY t.id, t.name ORDER BY t.id");
        let rows = self.fetch_all(select).await?;
        let templates = rows.iter().map(|row| {
            let fetches = row.integer("fetches")?;
            Ok(TemplatePerformance {
                template_id: row.integer("id")?,
                name: row.text("name")?,
                feeds: row.integer("feeds")?,
                fetches,
                success_rate: compute_share(row.integer("successes")?, fetches),
                processed: row.integer("processed")?,
                filtered: row.integer("filtered")?,
                average_duration_ms: row.optional_real("duration")?,
            })
        });
        templates.collect()
    }

    /// What happened in the last hours.
    pub(crate) async fn usage(&self, period: &str, hours: i64) -> Result<Usage, ToolError> {
        let since = hours_ago(hours);
        let select = Statement::new(
            "SELECT (SELECT count(*) FROM items WHERE created_at >= ?::timestamptz) AS articles, \
             (SELECT count(*) FROM item_analysis WHERE analyzed_at >= ?::timestamptz) AS analyses, \
             count(*) AS fetches, avg(duration_ms)::float8 AS duration, \
             sum(CASE WHEN outcome = 'error' THEN 1 ELSE 0 END)::bigint AS failed \
             FROM fetches WHERE started_at >= ?::timestamptz",
        );
        let row = self
            .fetch_one(select.bind(since).bind(since).bind(since))
            .await?;
        let articles = row.integer("articles")?;
        Ok(Usage {
            period: period.to_owned(),
            since: format_time(since),
            articles,
            articles_per_hour: articles as f64 / hours as f64,
            fetches: row.integer("fetches")?,
            failed_fetches: row.optional_integer("failed")?.unwrap_or(0),
            average_fetch_ms: row.optional_real("duration")?,
            analyses: row.integer("analyses")?,
            feeds: None,
        })
    }

    /// The same for each feed.
    pub(crate) async fn usage_by_feed(&self, hours: i64) -> Result<Vec<FeedUsage>, ToolError> {
        let since = hours_ago(hours);
        let select = Statement::new(
            "SELECT f.id, f.title, \
             (SELECT count(*) FROM items i WHERE i.feed_id = f.id \
              AND i.created_at >= ?::timestamptz) AS articles, \
             (SELECT count(*) FROM fetches x WHERE x.feed_id = f.id \
              AND x.started_at >= ?::timestamptz) AS fetches FROM feeds f ORDER BY f.id",
        );
        let rows = self.fetch_all(select.bind(since).bind(since)).await?;
        let feeds = rows.iter().map(|row| {
            Ok(FeedUsage {
                feed_id: row.integer("id")?,
                title: row.text("title")?,
                articles: row.integer("articles")?,
                fetches: row.integer("fetches")?,
            })
        });
        feeds.collect()
    }
}
