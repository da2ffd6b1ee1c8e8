//! The table `feeds`, with the health and the article counts of each feed.

use std::collections::HashMap;

use toolwright::ToolError;

use super::{Row, Statement, Store, unknown_id_error};
use crate::api::types::{ArticleCounts, Feed, FeedHealth, FeedStatus, Health};
use crate::time::{Time, current_time, hours_ago};

/// Health is that of the last seven days.
const HEALTH_HOURS: i64 = 7 * 24;

/// From so many failures in a row on, a feed fails.
const FAILING_FROM: i64 = 3;

/// Below this share of successful fetches, a feed needs attention.
const HEALTHY_SUCCESS_RATE: f64 = 0.9;

const SELECT: &str = "\
SELECT f.id, f.url, f.title, f.description, f.status, f.is_sample, f.fetch_interval_minutes, f.source_id,
    s.name AS source, f.last_fetched_at::text AS last_fetched_at, f.next_fetch_at::text AS next_fetch_at,
    f.last_success_at::text AS last_success_at, f.created_at::text AS created_at, f.last_error,
    f.consecutive_failures,
    (SELECT count(*) FROM items i WHERE i.feed_id = f.id) AS articles,
    (SELECT count(*) FROM items i WHERE i.feed_id = f.id AND i.created_at >= ?::timestamptz) AS recent,
    (SELECT max(i.created_at)::text FROM items i WHERE i.feed_id = f.id) AS latest,
    h.fetches, h.successes, h.latency
FROM feeds f
LEFT JOIN sources s ON s.id = f.source_id
LEFT JOIN (
    SELECT feed_id, count(*) AS fetches, avg(duration_ms)::float8 AS latency,
        sum(CASE WHEN outcome = 'error' THEN 0 ELSE 1 END)::bigint AS successes
    FROM fetches WHERE started_at >= ?::timestamptz GROUP BY feed_id
) h ON h.feed_id = f.id
WHERE 1 = 1";

/// Which feeds are wanted. All conditions hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct FeedFilter {
    pub(crate) id: Option<i64>,
    pub(crate) status: Option<FeedStatus>,
    /// What title, description or URL contain.
    pub(crate) words: Option<String>,
    pub(crate) category: Option<String>,
}

/// A feed that is added.
#[derive(Clone, Debug)]
pub(crate) struct NewFeed {
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) description: Option<String>,
    pub(crate) fetch_interval_minutes: i64,
}

/// What is changed of a feed: what is there.
#[derive(Clone, Debug, Default)]
pub(crate) struct FeedChanges {
    pub(crate) title: Option<String>,
    pub(crate) fetch_interval_minutes: Option<i64>,
    pub(crate) status: Option<&'static str>,
}

/// What the fetcher has to know of a feed.
#[derive(Clone, Debug)]
pub(crate) struct FetchTarget {
    pub(crate) id: i64,
    pub(crate) url: String,
    pub(crate) is_sample: bool,
    pub(crate) etag: Option<String>,
    pub(crate) last_modified: Option<String>,
    pub(crate) last_fetched_at: Option<Time>,
    pub(crate) fetch_interval_minutes: i64,
    pub(crate) consecutive_failures: i64,
}

impl Store {
    pub(crate) async fn list_feeds(&self, filter: FeedFilter) -> Result<Vec<Feed>, ToolError> {
        let mut select = Statement::new(SELECT)
            .bind(hours_ago(24))
            .bind(hours_ago(HEALTH_HOURS));
        select.add_condition_if("f.id = ?", filter.id);
        select.add_condition_if("f.status = ?", filter.status.as_ref().map(status_name));
        if let Some(words) = &filter.words {
            let pattern = like_pattern(words);
            let condition = "(lower(f.title) LIKE ? ESCAPE '!' OR lower(f.url) LIKE ? ESCAPE '!' \
                             OR lower(coalesce(f.description, '')) LIKE ? ESCAPE '!')";
            select.add_condition(condition, [(); 3].map(|()| pattern.clone().into()));
        }
        select.add_condition_if(
            "EXISTS (SELECT 1 FROM feed_categories fc JOIN categories c ON c.id = fc.category_id \
             WHERE fc.feed_id = f.id AND lower(c.name) = ?)",
            filter.category.map(|name| name.to_lowercase()),
        );
        select.append_sql(" ORDER BY f.id");
        let rows = self.fetch_all(select).await?;
        // One query for all feeds in place of one for each.
        let mut categories = self.categories_of_feeds().await?;
        let feeds = rows.iter().map(|row| {
            let categories = categories.remove(&row.integer("id")?);
            read_feed(row, categories.unwrap_or_default())
        });
        feeds.collect()
    }

    async fn categories_of_feeds(&self) -> Result<HashMap<i64, Vec<String>>, ToolError> {
        let select = Statement::new(
            "SELECT fc.feed_id, c.name FROM feed_categories fc \
             JOIN categories c ON c.id = fc.category_id ORDER BY c.name",
        );
        let mut categories = HashMap::<i64, Vec<String>>::new();
        for row in self.fetch_all(select).await? {
            let names = categories.entry(row.integer("feed_id")?).or_default();
            names.push(row.text("name")?);
        }
        Ok(categories)
    }

    /// A feed with all that is known of it.
    ///
    /// # Errors
    ///
    /// If there is none with this id: which ones there are.
    pub(crate) async fn require_feed(&self, id: i64) -> Result<Feed, ToolError> {
        let filter = FeedFilter {
            id: Some(id),
            ..FeedFilter::default()
        };
        match self.list_feeds(filter).await?.pop() {
            Some(feed) => Ok(feed),
            None => Err(unknown_id_error(self, "feed", "feeds", id, "list_feeds").await),
        }
    }

    /// Checks that a feed that may be named is there.
    pub(crate) async fn check_feed(&self, id: Option<i64>) -> Result<(), ToolError> {
        if let Some(id) = id {
            self.feed_title(id).await?;
        }
        Ok(())
    }

    pub(crate) async fn feed_title(&self, id: i64) -> Result<String, ToolError> {
        let select = Statement::new("SELECT title FROM feeds WHERE id = ?").bind(id);
        match self.fetch_optional(select).await? {
            Some(row) => row.text("title"),
            None => Err(unknown_id_error(self, "feed", "feeds", id, "list_feeds").await),
        }
    }

    /// The id of the feed with this URL, if there is one.
    pub(crate) async fn find_feed(&self, url: &str) -> Result<Option<i64>, ToolError> {
        let select = Statement::new("SELECT id FROM feeds WHERE url = ?").bind(url);
        let row = self.fetch_optional(select).await?;
        row.map(|row| row.integer("id")).transpose()
    }

    /// Adds a feed; it belongs to the source whose website has the same domain. None if its URL is there.
    pub(crate) async fn insert_feed(&self, feed: NewFeed) -> Result<Option<i64>, ToolError> {
        let source = self.find_source_of(&feed.url).await?;
        let insert = Statement::new(
            "INSERT INTO feeds (url, title, description, fetch_interval_minutes, source_id, created_at) \
             VALUES (?, ?, ?, ?, ?, ?::timestamptz) ON CONFLICT DO NOTHING RETURNING id",
        );
        let insert = insert
            .bind(feed.url)
            .bind(feed.title)
            .bind(feed.description)
            .bind(feed.fetch_interval_minutes)
            .bind(source)
            .bind(current_time());
        self.insert_row(insert).await
    }

    pub(crate) async fn update_feed(&self, id: i64, changes: FeedChanges) -> Result<(), ToolError> {
        let update = Statement::new(
            // NULL stands for "as before": none of these columns can be NULL.
            "UPDATE feeds SET title = coalesce(?, title), status = coalesce(?, status), \
             fetch_interval_minutes = coalesce(?, fetch_interval_minutes) WHERE id = ?",
        );
        let update = update
            .bind(changes.title)
            .bind(changes.status.map(str::to_owned))
            .bind(changes.fetch_interval_minutes)
            .bind(id);
        self.execute(update).await?;
        Ok(())
    }

    /// Deletes a feed; its articles, and what else refers to it, go with it.
    pub(crate) async fn delete_feed(&self, id: i64) -> Result<(), ToolError> {
        let delete = Statement::new("DELETE FROM feeds WHERE id = ?").bind(id);
        self.execute(delete).await?;
        Ok(())
    }

    pub(crate) async fn require_target(&self, id: i64) -> Result<FetchTarget, ToolError> {
        let select = select_targets("WHERE id = ?").bind(id);
        match self.fetch_optional(select).await? {
            Some(row) => read_target(&row),
            None => Err(unknown_id_error(self, "feed", "feeds", id, "list_feeds").await),
        }
    }

    /// The feeds that should have been fetched by now, the longest due first.
    pub(crate) async fn due_targets(&self, limit: i64) -> Result<Vec<FetchTarget>, ToolError> {
        let due = "WHERE status <> 'PAUSED' AND NOT is_sample \
                   AND (next_fetch_at IS NULL OR next_fetch_at <= ?::timestamptz) \
                   ORDER BY next_fetch_at NULLS FIRST LIMIT ?";
        let select = select_targets(due).bind(current_time()).bind(limit);
        let rows = self.fetch_all(select).await?;
        rows.iter().map(read_target).collect()
    }

    /// Takes a due feed, so that another server on the same database leaves it alone.
    pub(crate) async fn claim_target(&self, id: i64, until: Time) -> Result<bool, ToolError> {
        let update = Statement::new(
            "UPDATE feeds SET next_fetch_at = ?::timestamptz WHERE id = ? \
             AND (next_fetch_at IS NULL OR next_fetch_at <= ?::timestamptz)",
        );
        let update = update.bind(until).bind(id).bind(current_time());
        Ok(self.execute(update).await? == 1)
    }
}

fn select_targets(rest: &str) -> Statement {
    Statement::new(format!(
        "SELECT id, url, is_sample, etag, last_modified, last_fetched_at::text AS last_fetched_at, \
         fetch_interval_minutes, consecutive_failures FROM feeds {rest}"
    ))
}

fn read_target(row: &Row) -> Result<FetchTarget, ToolError> {
    Ok(FetchTarget {
        id: row.integer("id")?,
        url: row.text("url")?,
        is_sample: row.flag("is_sample")?,
        etag: row.optional_text("etag")?,
        last_modified: row.optional_text("last_modified")?,
        last_fetched_at: row.optional_moment("last_fetched_at")?,
        fetch_interval_minutes: row.integer("fetch_interval_minutes")?,
        consecutive_failures: row.integer("consecutive_failures")?,
    })
}

fn read_feed(row: &Row, categories: Vec<String>) -> Result<Feed, ToolError> {
    let is_sample = row.flag("is_sample")?;
    Ok(Feed {
        id: row.integer("id")?,
        url: row.text("url")?,
        title: row.text("title")?,
        description: row.optional_text("description")?,
        status: parse_status(&row.text("status")?),
        is_sample: is_sample.then_some(true),
        fetch_interval_minutes: row.integer("fetch_interval_minutes")?,
        source_id: row.optional_integer("source_id")?,
        source: row.optional_text("source")?,
        categories: Some(categories),
        last_fetched_at: row.optional_time("last_fetched_at")?,
        next_fetch_at: row.optional_time("next_fetch_at")?,
        created_at: row.time("created_at")?,
        health: Some(read_health(row)?),
        stats: Some(ArticleCounts {
            feeds: None,
            articles: row.integer("articles")?,
            articles_last_24_hours: row.integer("recent")?,
            latest_article_at: row.optional_time("latest")?,
        }),
    })
}

fn read_health(row: &Row) -> Result<FeedHealth, ToolError> {
    let fetches = row.optional_integer("fetches")?.unwrap_or(0);
    let successes = row.optional_integer("successes")?.unwrap_or(0);
    let consecutive_failures = row.integer("consecutive_failures")?;
    let success_rate = compute_share(successes, fetches);
    let health = match row.text("status")?.as_str() {
        "ERROR" => Health::Fail,
        _ if consecutive_failures >= FAILING_FROM => Health::Fail,
        _ if consecutive_failures > 0 || success_rate < HEALTHY_SUCCESS_RATE => Health::Warn,
        _ => Health::Ok,
    };
    Ok(FeedHealth {
        feed_id: row.integer("id")?,
        title: row.text("title")?,
        health,
        fetches,
        success_rate,
        average_latency_ms: row.optional_real("latency")?,
        consecutive_failures,
        last_success_at: row.optional_time("last_success_at")?,
        last_error: row.optional_text("last_error")?,
    })
}

/// A share from 0 to 1; 1 of nothing.
pub(crate) fn compute_share(part: i64, whole: i64) -> f64 {
    match whole {
        0 => 1.0,
        whole => part as f64 / whole as f64,
    }
}

pub(crate) fn status_name(status: &FeedStatus) -> &str {
    match status {
        FeedStatus::Active => "ACTIVE",
        FeedStatus::Paused => "PAUSED",
        FeedStatus::Error => "ERROR",
        FeedStatus::Other(name) => name,
    }
}

fn parse_status(name: &str) -> FeedStatus {
    match name {
        "ACTIVE" => FeedStatus::Active,
        "PAUSED" => FeedStatus::Paused,
        "ERROR" => FeedStatus::Error,
        other => FeedStatus::Other(other.to_owned()),
    }
}

/// A pattern for `lower(column) LIKE ? ESCAPE '!'` that finds a text anywhere.
pub(crate) fn like_pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for character in text.to_lowercase().chars() {
        if matches!(character, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(character);
    }
    pattern + "%"
}
