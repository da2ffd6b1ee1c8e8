//! One refresh of a feed: fetch, parse, let its template process the entries, store what is new, and record how
//! it went. The tools and the scheduler both come here.

use std::time::Instant;

use chrono::{TimeDelta, Utc};
use toolwright::ToolError;

use crate::api::types::{Refresh, RefreshOutcome};
use crate::feed::{Entry, FetchError, Fetched, Fetcher, ParsedFeed, Validators, parse_feed};
use crate::sentiment::SentimentAnalyzer;
use crate::storage::Store;
use crate::storage::feeds::FetchTarget;
use crate::storage::fetches::FetchRecord;
use crate::storage::logs::Component;
use crate::storage::row::into_map;
use crate::templates::ProcessingRules;
use crate::time::Time;

/// Longest interval between two fetches, in minutes: 60 days. The schema of update_feed has no upper limit.
const LONGEST_INTERVAL: i64 = 60 * 24 * 60;

/// A feed that fails is left alone for at most so many of its intervals.
const LONGEST_BACKOFF: i64 = 32;

/// What a feed says, whoever asked.
pub(crate) enum Download {
    NotModified,
    Feed {
        feed: ParsedFeed,
        validators: Validators,
    },
}

/// Why there is no feed: in words, with the status of the server.
pub(crate) struct DownloadError {
    pub(crate) message: String,
    pub(crate) http_status: Option<i64>,
}

impl From<FetchError> for DownloadError {
    fn from(error: FetchError) -> Self {
        Self {
            message: error.to_string(),
            http_status: error.status(),
        }
    }
}

/// Fetches and parses a feed.
pub(crate) async fn download_feed(
    fetcher: &Fetcher,
    url: &str,
    validators: &Validators,
) -> Result<Download, DownloadError> {
    match fetcher.fetch(url, validators).await? {
        Fetched::NotModified => Ok(Download::NotModified),
        Fetched::Content { body, validators } => match parse_feed(body).await {
            Ok(feed) => Ok(Download::Feed { feed, validators }),
            Err(error) => Err(DownloadError {
                message: error.to_string(),
                http_status: Some(200),
            }),
        },
    }
}

/// What the refresh of a feed works with.
pub(crate) struct Ingest<'n> {
    pub(crate) store: &'n Store,
    pub(crate) fetcher: &'n Fetcher,
    pub(crate) analyzer: &'n dyn SentimentAnalyzer,
}

impl Ingest<'_> {
    /// Refreshes a feed. Unless `unconditionally`, its server may answer that nothing has changed.
    ///
    /// # Errors
    ///
    /// If there is no feed at its URL, which is recorded, or the database fails.
    pub(crate) async fn refresh(
        &self,
        target: &FetchTarget,
        unconditionally: bool,
    ) -> Result<Refresh, ToolError> {
        let started_at = Utc::now();
        let clock = Instant::now();
        let validators = match unconditionally {
            true => Validators::default(),
            // With these the server may answer 304, without a body (RFC 9110, section 13).
            false => Validators {
                etag: target.etag.clone(),
                last_modified: target.last_modified.clone(),
            },
        };
        let downloaded = download_feed(self.fetcher, &target.url, &validators).await;
        let mut record = FetchRecord {
            feed_id: target.id,
            template_id: None,
            outcome: "not_modified",
            http_status: Some(304),
            duration_ms: elapsed_milliseconds(clock),
            new_articles: 0,
            filtered_articles: 0,
            error: None,
            started_at,
        };
        match downloaded {
            Err(error) => return self.fail(target, record, error).await,
            Ok(Download::NotModified) => {}
            Ok(Download::Feed { feed, validators }) => {
                record.outcome = "updated";
                record.http_status = Some(200);
                // Articles before validators: if storing fails, the next fetch must not be answered
                // by 304.
                self.store_entries(&mut record, feed.entries).await?;
                self.store
                    .save_validators(target.id, validators.etag, validators.last_modified)
                    .await?;
            }
        }
        let (outcome, new_articles) = (record.outcome, record.new_articles);
        let next = compute_next_fetch(started_at, target.fetch_interval_minutes);
        self.store.save_success(record, next).await?;
        Ok(describe_refresh(
            target.id,
            outcome,
            new_articles,
            elapsed_milliseconds(clock),
        ))
    }

    /// Stores new entries and counts them in the record.
    pub(crate) async fn store_entries(
        &self,
        record: &mut FetchRecord,
        entries: Vec<Entry>,
    ) -> Result<(), ToolError> {
        let count = entries.len();
        let template = self.store.template_of_feed(record.feed_id).await?;
        record.template_id = template.as_ref().map(|template| template.id);
        let rules = template.and_then(|template| into_map(template.processing_rules?));
        let entries = match rules {
            Some(rules) => ProcessingRules::parse("/processing_rules", &rules)?.apply(entries),
            None => entries,
        };
        record.filtered_articles = (count - entries.len()) as i64;
        record.new_articles = self
            .store
            .insert_articles(self.analyzer, record.feed_id, &entries, record.started_at)
            .await?;
        Ok(())
    }

    async fn fail(
        &self,
        target: &FetchTarget,
        mut record: FetchRecord,
        error: DownloadError,
    ) -> Result<Refresh, ToolError> {
        record.outcome = "error";
        record.http_status = error.http_status;
        record.error = Some(error.message.clone());
        let next = compute_next_attempt(record.started_at, target);
        self.store.save_failure(record, next).await?;
        let message = format!("Fetching failed: {}", error.message);
        self.store
            .write_log("ERROR", Component::Fetcher, message, Some(target.id))
            .await?;
        Err(ToolError::unavailable(format_args!(
            "the feed {} was not fetched, because {}. feed_diagnostics says more",
            target.id, error.message
        )))
    }
}

/// Exponential backoff: the interval is doubled for each failure in a row.
fn compute_next_attempt(from: Time, target: &FetchTarget) -> Time {
    // Limited before the shift, which would overflow.
    let failures = target.consecutive_failures.clamp(0, 10);
    let factor = (2 << failures).min(LONGEST_BACKOFF);
    compute_next_fetch(from, target.fetch_interval_minutes.saturating_mul(factor))
}

/// When a feed is due after a fetch.
pub(crate) fn compute_next_fetch(from: Time, interval_minutes: i64) -> Time {
    // A date that is too far away would panic when it is added, so the interval is limited as well.
    from + TimeDelta::minutes(interval_minutes.clamp(1, LONGEST_INTERVAL))
}

fn elapsed_milliseconds(clock: Instant) -> i64 {
    i64::try_from(clock.elapsed().as_millis()).unwrap_or(i64::MAX)
}

fn describe_refresh(feed_id: i64, outcome: &str, new_articles: i64, duration_ms: i64) -> Refresh {
    let (outcome, message) = match outcome {
        "not_modified" => (
            RefreshOutcome::NotModified,
            "The feed has not changed since the last fetch.".to_owned(),
        ),
        _ => (
            RefreshOutcome::Updated,
            format!("{new_articles} new articles were stored."),
        ),
    };
    Refresh {
        feed_id,
        outcome,
        new_articles,
        duration_ms,
        message,
    }
}
