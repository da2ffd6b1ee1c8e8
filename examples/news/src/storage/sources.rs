//! The table `sources`: publishers, and which feeds are theirs.

use toolwright::ToolError;

use super::categories::read_counts;
use super::feeds::compute_share;
use super::{Row, Statement, Store, unknown_id_error};
use crate::api::types::{Source, SourceStats};
use crate::feed::domain_of;
use crate::time::hours_ago;

/// What is changed of a source: what is there.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceChanges {
    pub(crate) name: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) trust_level: Option<i64>,
}

impl Store {
    pub(crate) async fn list_sources(&self) -> Result<Vec<Source>, ToolError> {
        let select = Statement::new(
            "SELECT s.id, s.name, s.url, s.description, s.trust_level, \
             count(DISTINCT f.id) AS feeds, count(i.id) AS articles, \
             max(i.created_at)::text AS latest, \
             sum(CASE WHEN i.created_at >= ?::timestamptz THEN 1 ELSE 0 END)::bigint AS recent \
             FROM sources s LEFT JOIN feeds f ON f.source_id = s.id \
             LEFT JOIN items i ON i.feed_id = f.id \
             GROUP BY s.id, s.name, s.url, s.description, s.trust_level ORDER BY s.name",
        );
        let rows = self.fetch_all(select.bind(hours_ago(24))).await?;
        let feeds = "SELECT source_id AS owner, id, title FROM feeds \
                     WHERE source_id IS NOT NULL ORDER BY id";
        let mut feeds = self.feeds_by_owner(feeds).await?;
        let sources = rows.iter().map(|row| {
            let id = row.integer("id")?;
            Ok(Source {
                feeds: Some(feeds.remove(&id).unwrap_or_default()),
                stats: Some(read_counts(row)?),
                ..read_source(row)?
            })
        });
        sources.collect()
    }

    pub(crate) async fn require_source(&self, id: i64) -> Result<Source, ToolError> {
        let select = Statement::new(
            "SELECT id, name, url, description, trust_level FROM sources WHERE id = ?",
        );
        match self.fetch_optional(select.bind(id)).await? {
            Some(row) => read_source(&row),
            None => Err(unknown_id_error(self, "source", "sources", id, "sources_list").await),
        }
    }

    /// The source whose website has the domain of a feed's URL, or a parent of it.
    pub(super) async fn find_source_of(&self, url: &str) -> Result<Option<i64>, ToolError> {
        let Some(domain) = domain_of(url) else {
            return Ok(None);
        };
        let select = Statement::new("SELECT id, url FROM sources ORDER BY id");
        for row in self.fetch_all(select).await? {
            let website = domain_of(&row.text("url")?);
            if website.is_some_and(|website| is_within_domain(&domain, &website)) {
                return row.optional_integer("id");
            }
        }
        Ok(None)
    }

    /// Adds a source. None if its name is taken.
    pub(crate) async fn insert_source(
        &self,
        source: SourceChanges,
    ) -> Result<Option<i64>, ToolError> {
        let insert = Statement::new(
            "INSERT INTO sources (name, url, description, trust_level) VALUES (?, ?, ?, ?) \
             ON CONFLICT DO NOTHING RETURNING id",
        );
        let insert = insert
            .bind(source.name)
            .bind(source.url)
            .bind(source.description)
            .bind(source.trust_level);
        self.insert_row(insert).await
    }

    pub(crate) async fn update_source(
        &self,
        id: i64,
        changes: SourceChanges,
    ) -> Result<(), ToolError> {
        let update = Statement::new(
            "UPDATE sources SET name = coalesce(?, name), url = coalesce(?, url), \
             description = coalesce(?, description), trust_level = coalesce(?, trust_level) \
             WHERE id = ?",
        );
        let update = update
            .bind(changes.name)
            .bind(changes.url)
            .bind(changes.description)
            .bind(changes.trust_level)
            .bind(id);
        self.execute(update).await?;
        Ok(())
    }

    pub(crate) async fn delete_source(&self, id: i64) -> Result<(), ToolError> {
        let delete = Statement::new("DELETE FROM sources WHERE id = ?").bind(id);
        self.execute(delete).await?;
        Ok(())
    }

    /// Figures of one source or of all, for the last days.
    pub(crate) async fn source_stats(
        &self,
        id: Option<i64>,
        days: i64,
    ) -> Result<Vec<SourceStats>, ToolError> {
        let since = hours_ago(days * 24);
        let mut select = Statement::new(
            "SELECT s.id, s.name, s.trust_level, \
             (SELECT count(*) FROM feeds f WHERE f.source_id = s.id) AS feeds, \
             (SELECT count(*) FROM items i JOIN feeds f ON f.id = i.feed_id \
              WHERE f.source_id = s.id AND i.created_at >= ?::timestamptz) AS articles, \
             (SELECT avg((a.analysis->>'sentiment_score')::float8) FROM item_analysis a \
              JOIN items i ON i.id = a.item_id JOIN feeds f ON f.id = i.feed_id \
              WHERE f.source_id = s.id AND i.created_at >= ?::timestamptz) AS sentiment, \
             (SELECT count(*) FROM fetches x JOIN feeds f ON f.id = x.feed_id \
              WHERE f.source_id = s.id AND x.started_at >= ?::timestamptz) AS fetches, \
             (SELECT count(*) FROM fetches x JOIN feeds f ON f.id = x.feed_id \
              WHERE f.source_id = s.id AND x.started_at >= ?::timestamptz \
              AND x.outcome <> 'error') AS successes \
             FROM sources s WHERE 1 = 1",
        );
        for _ in 0..4 {
            select = select.bind(since);
        }
        select.add_condition_if("s.id = ?", id);
        select.append_sql(" ORDER BY s.name");
        let rows = self.fetch_all(select).await?;
        let stats = rows.iter().map(|row| {
            let articles = row.integer("articles")?;
            let fetches = row.integer("fetches")?;
            let success_rate = compute_share(row.integer("successes")?, fetches);
            Ok(SourceStats {
                source_id: row.integer("id")?,
                name: row.text("name")?,
                trust_level: row.integer("trust_level")?,
                feeds: row.integer("feeds")?,
                articles,
                articles_per_day: articles as f64 / days as f64,
                average_sentiment: row.optional_real("sentiment")?,
                fetch_success_rate: (fetches > 0).then_some(success_rate),
            })
        });
        stats.collect()
    }
}

/// Whether a domain is another one or below it.
pub(crate) fn is_within_domain(domain: &str, parent: &str) -> bool {
    let parent = parent.strip_prefix("www.").unwrap_or(parent);
    let rest = domain.strip_suffix(parent);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

fn read_source(row: &Row) -> Result<Source, ToolError> {
    Ok(Source {
        id: row.integer("id")?,
        name: row.text("name")?,
        url: row.text("url")?,
        description: row.optional_text("description")?,
        trust_level: row.integer("trust_level")?,
        feeds: None,
        stats: None,
    })
}
