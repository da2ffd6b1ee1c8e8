//! What fetches leave behind: articles with their scores, the state of the feed, and a row of `fetches`.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use sqlx::AnyConnection;
use toolwright::ToolError;

use super::{Statement, Store};
use crate::api::types::{Fetch, FetchOutcome};
use crate::feed::Entry;
use crate::sentiment::{Scores, SentimentAnalyzer};
use crate::time::Time;

/// After so many failures in a row, a feed has the status ERROR.
const FAILURES_TO_ERROR: i64 = 5;

/// One fetch of a feed.
#[derive(Clone, Debug)]
pub(crate) struct FetchRecord {
    pub(crate) feed_id: i64,
    pub(crate) template_id: Option<i64>,
    pub(crate) outcome: &'static str,
    pub(crate) http_status: Option<i64>,
    pub(crate) duration_ms: i64,
    pub(crate) new_articles: i64,
    pub(crate) filtered_articles: i64,
    pub(crate) error: Option<String>,
    pub(crate) started_at: Time,
}

impl Store {
    /// Stores the articles that the feed did not have, with their scores, and counts them.
    pub(crate) async fn insert_articles(
        &self,
        analyzer: &dyn SentimentAnalyzer,
        feed_id: i64,
        entries: &[Entry],
        at: Time,
    ) -> Result<i64, ToolError> {
        let mut transaction = self.begin().await?;
        let mut count = 0;
        for entry in entries {
            let inserted = self
                .insert_article(&mut transaction, analyzer, feed_id, entry, at)
                .await?;
            count += i64::from(inserted);
        }
        transaction.commit().await?;
        Ok(count)
    }

    pub(super) async fn insert_article(
        &self,
        connection: &mut AnyConnection,
        analyzer: &dyn SentimentAnalyzer,
        feed_id: i64,
        entry: &Entry,
        at: Time,
    ) -> Result<bool, ToolError> {
        // No row comes back for an article that is there, so one statement both checks and
        // inserts. Two fetches of a feed at once cannot store it twice.
        let insert = Statement::new(
            "INSERT INTO items (feed_id, guid, url, title, description, author, content_hash, \
             published_at, created_at) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?::timestamptz, ?::timestamptz) \
             ON CONFLICT DO NOTHING RETURNING id",
        );
        let insert = insert
            .bind(feed_id)
            .bind(entry.guid.as_str())
            .bind(entry.url.clone())
            .bind(entry.title.as_str())
            .bind(entry.description.clone())
            .bind(entry.author.clone())
            .bind(hash_content(entry))
            .bind(entry.published)
            .bind(at);
        let Some(id) = self.insert_row_on(connection, insert).await? else {
            return Ok(false);
        };
        let description = entry.description.as_deref().unwrap_or_default();
        let scores = Scores::analyze(analyzer, &entry.title, description);
        self.save_scores(connection, analyzer, id, scores, at)
            .await?;
        Ok(true)
    }

    /// Stores the scores of an article in the place of older ones.
    pub(crate) async fn save_scores(
        &self,
        connection: &mut AnyConnection,
        analyzer: &dyn SentimentAnalyzer,
        item_id: i64,
        scores: Scores,
        at: Time,
    ) -> Result<(), ToolError> {
        let insert = Statement::new(
            "INSERT INTO item_analysis (item_id, analysis, analyzed_at) \
             VALUES (?, ?::jsonb, ?::timestamptz) ON CONFLICT (item_id) \
             DO UPDATE SET analysis = excluded.analysis, analyzed_at = excluded.analyzed_at",
        );
        let insert = insert
            .bind(item_id)
            .bind(scores.to_json(analyzer.name()))
            .bind(at);
        self.execute_on(connection, insert).await?;
        Ok(())
    }

    /// Stores what a feed says for the next conditional request.
    pub(crate) async fn save_validators(
        &self,
        feed_id: i64,
        etag: Option<String>,
        last_modified: Option<String>,
    ) -> Result<(), ToolError> {
        let update = Statement::new("UPDATE feeds SET etag = ?, last_modified = ? WHERE id = ?");
        self.execute(update.bind(etag).bind(last_modified).bind(feed_id))
            .await?;
        Ok(())
    }

    /// Stores that a fetch went well. A feed that was in error is active again.
    pub(crate) async fn save_success(
        &self,
        record: FetchRecord,
        next_fetch_at: Time,
    ) -> Result<(), ToolError> {
        let update = Statement::new(
            // A feed that somebody paused stays paused.
            "UPDATE feeds SET last_fetched_at = ?::timestamptz, last_success_at = ?::timestamptz, \
             next_fetch_at = ?::timestamptz, last_error = NULL, consecutive_failures = 0, \
             status = CASE WHEN status = 'ERROR' THEN 'ACTIVE' ELSE status END WHERE id = ?",
        );
        let update = update
            .bind(record.started_at)
            .bind(record.started_at)
            .bind(next_fetch_at)
            .bind(record.feed_id);
        self.execute(update).await?;
        self.insert_fetch(record).await
    }

    /// Stores that a fetch failed.
    pub(crate) async fn save_failure(
        &self,
        record: FetchRecord,
        next_fetch_at: Time,
    ) -> Result<(), ToolError> {
        let update = Statement::new(
            "UPDATE feeds SET last_fetched_at = ?::timestamptz, next_fetch_at = ?::timestamptz, \
             last_error = ?, consecutive_failures = consecutive_failures + 1, \
             status = CASE WHEN status = 'ACTIVE' AND consecutive_failures + 1 >= ? THEN 'ERROR' \
             ELSE status END WHERE id = ?",
        );
        let update = update
            .bind(record.started_at)
            .bind(next_fetch_at)
            .bind(record.error.clone())
            .bind(FAILURES_TO_ERROR)
            .bind(record.feed_id);
        self.execute(update).await?;
        self.insert_fetch(record).await
    }

    pub(super) async fn insert_fetch(&self, record: FetchRecord) -> Result<(), ToolError> {
        let insert = Statement::new(
            "INSERT INTO fetches (feed_id, template_id, outcome, http_status, duration_ms, \
             new_articles, filtered_articles, error, started_at) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?::timestamptz)",
        );
        let insert = insert
            .bind(record.feed_id)
            .bind(record.template_id)
            .bind(record.outcome)
            .bind(record.http_status)
            .bind(record.duration_ms)
            .bind(record.new_articles)
            .bind(record.filtered_articles)
            .bind(record.error)
            .bind(record.started_at);
        self.execute(insert).await?;
        Ok(())
    }

    /// The last fetches of a feed, newest first.
    pub(crate) async fn list_fetches(&self, feed_id: i64) -> Result<Vec<Fetch>, ToolError> {
        let select = Statement::new(
            "SELECT outcome, http_status, duration_ms, new_articles, error, \
             started_at::text AS started_at FROM fetches WHERE feed_id = ? \
             ORDER BY id DESC LIMIT 20",
        );
        let rows = self.fetch_all(select.bind(feed_id)).await?;
        let fetches = rows.iter().map(|row| {
            Ok(Fetch {
                at: row.time("started_at")?,
                outcome: match row.text("outcome")?.as_str() {
                    "updated" => FetchOutcome::Updated,
                    "not_modified" => FetchOutcome::NotModified,
                    _ => FetchOutcome::Error,
                },
                http_status: row.optional_integer("http_status")?,
                duration_ms: row.integer("duration_ms")?,
                new_articles: row.integer("new_articles")?,
                error: row.optional_text("error")?,
            })
        });
        fetches.collect()
    }
}

/// The same for articles whose title and description are the same but for case.
fn hash_content(entry: &Entry) -> String {
    // The hasher has fixed keys, so hashes of different runs can be compared.
    let mut hasher = DefaultHasher::new();
    entry.title.to_lowercase().hash(&mut hasher);
    let description = entry.description.as_deref().unwrap_or_default();
    description.to_lowercase().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
