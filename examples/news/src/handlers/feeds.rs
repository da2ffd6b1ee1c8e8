//! The tools for feeds.

use std::time::Instant;

use chrono::{TimeDelta, Utc};
use toolwright::{Call, ToolError};

use crate::News;
use crate::api::types::{
    AddedFeed, Deletion, Feed, FeedDiagnosis, FeedEntry, FeedHealthReport, FeedList,
    FeedPerformanceReport, FeedPreview, Health, Refresh, RefreshOutcome, UpdateFeedBodyStatus,
};
use crate::api::{self, handlers};
use crate::arguments::{
    check_count, check_days, check_offset, check_words, require_confirmation, require_text,
};
use crate::feed::{Entry, ParsedFeed, Validators};
use crate::ingest::{Download, DownloadError, compute_next_fetch, download_feed};
use crate::storage::Store;
use crate::storage::feeds::{FeedChanges, FeedFilter, NewFeed};
use crate::storage::fetches::FetchRecord;
use crate::storage::logs::{Component, advise_on_error};
use crate::templates::MatchRule;
use crate::time::format_time;

/// A feed that was fetched within so many seconds is only fetched again with `force`.
const REFRESH_PAUSE: i64 = 60;

/// Errors of the last days that a diagnosis shows.
const DIAGNOSED_HOURS: i64 = 7 * 24;

impl handlers::ListFeeds for News {
    async fn list_feeds(
        &self,
        request: api::ListFeeds,
        _: &Call<'_>,
    ) -> Result<FeedList, ToolError> {
        let filter = FeedFilter {
            status: request.status,
            ..FeedFilter::default()
        };
        let mut feeds = self.store().await?.list_feeds(filter).await?;
        for feed in &mut feeds {
            feed.health = feed
                .health
                .take()
                .filter(|_| request.include_health != Some(false));
            feed.stats = feed
                .stats
                .take()
                .filter(|_| request.include_stats != Some(false));
        }
        Ok(FeedList {
            total: feeds.len() as i64,
            feeds,
        })
    }
}

impl handlers::AddFeed for News {
    async fn add_feed(
        &self,
        request: api::AddFeed,
        call: &Call<'_>,
    ) -> Result<AddedFeed, ToolError> {
        let body = request.body;
        let store = self.store().await?;
        let url = require_text("/url", &body.url)?;
        // Asked before the download, which may take long and would be for nothing.
        if let Some(id) = store.find_feed(&url).await? {
            return Err(known_feed_error(id));
        }
        call.report("fetching the feed");
        let started_at = Utc::now();
        let clock = Instant::now();
        let (feed, validators) = self.download_for_caller(&url).await?;
        let interval = match body.fetch_interval_minutes {
            Some(minutes) => minutes,
            None => store.scheduler_state().await?.interval_minutes,
        };
        let title = body.title.or(feed.title).unwrap_or_else(|| url.clone());
        let new = NewFeed {
            url: url.clone(),
            title,
            description: feed.description,
            fetch_interval_minutes: interval,
        };
        // Somebody else added the same feed during the download.
        let Some(id) = store.insert_feed(new).await? else {
            let id = store.find_feed(&url).await?;
            return Err(known_feed_error(id.unwrap_or_default()));
        };
        let templates = match body.auto_assign_template {
            Some(false) => Vec::new(),
            _ => assign_matching_templates(store, id, &url).await?,
        };
        let mut record = FetchRecord {
            feed_id: id,
            template_id: None,
            outcome: "updated",
            http_status: Some(200),
            duration_ms: i64::try_from(clock.elapsed().as_millis()).unwrap_or(i64::MAX),
            new_articles: 0,
            filtered_articles: 0,
            error: None,
            started_at,
        };
        self.ingest(store)
            .store_entries(&mut record, feed.entries)
            .await?;
        let new_articles = record.new_articles;
        store
            .save_validators(id, validators.etag, validators.last_modified)
            .await?;
        let next = compute_next_fetch(started_at, interval);
        store.save_success(record, next).await?;
        store
            .write_log("INFO", Component::Api, "A feed was added.", Some(id))
            .await?;
        Ok(AddedFeed {
            feed: store.require_feed(id).await?,
            new_articles,
            templates,
        })
    }
}

impl News {
    /// The feed at a URL that a caller gave.
    async fn download_for_caller(&self, url: &str) -> Result<(ParsedFeed, Validators), ToolError> {
        match download_feed(&self.fetcher, url, &Validators::default()).await {
            Ok(Download::Feed { feed, validators }) => Ok((feed, validators)),
            Ok(Download::NotModified) => Err(ToolError::new("The server sent no feed.")),
            Err(DownloadError { message, .. }) => {
                let advice = advise_on_error(&message);
                let message = format!("is not the URL of a feed: {message}. {advice}");
                Err(ToolError::invalid_argument("/url", message))
            }
        }
    }
}

fn known_feed_error(id: i64) -> ToolError {
    ToolError::conflict(format_args!(
        "there is a feed with this URL already; its id is {id}"
    ))
}

/// Assigns the templates of which a rule matches, and gives their names.
async fn assign_matching_templates(
    store: &Store,
    feed_id: i64,
    url: &str,
) -> Result<Vec<String>, ToolError> {
    const PRIORITY: i64 = 100;
    let mut assigned = Vec::new();
    for template in store.list_templates(true).await? {
        let rules = MatchRule::parse_all(&template.match_rules)?;
        if rules.iter().any(|rule| rule.matches(url)) {
            store
                .assign_template(template.id, feed_id, PRIORITY, None)
                .await?;
            assigned.push(template.name);
        }
    }
    Ok(assigned)
}

impl handlers::UpdateFeed for News {
    async fn update_feed(&self, request: api::UpdateFeed, _: &Call<'_>) -> Result<Feed, ToolError> {
        let store = self.store().await?;
        store.feed_title(request.feed_id).await?;
        let body = request.body.unwrap_or_default();
        let title = body.title.map(|title| require_text("/title", &title));
        let changes = FeedChanges {
            title: title.transpose()?,
            fetch_interval_minutes: body.fetch_interval_minutes,
            status: body.status.map(|status| match status {
                UpdateFeedBodyStatus::Active => "ACTIVE",
                UpdateFeedBodyStatus::Paused => "PAUSED",
            }),
        };
        store.update_feed(request.feed_id, changes).await?;
        store.require_feed(request.feed_id).await
    }
}

impl handlers::DeleteFeed for News {
    async fn delete_feed(
        &self,
        request: api::DeleteFeed,
        _: &Call<'_>,
    ) -> Result<Deletion, ToolError> {
        let store = self.store().await?;
        let feed = store.require_feed(request.feed_id).await?;
        // After the feed was found: a wrong id is the better message.
        require_confirmation(request.confirm, "deletes the feed with all its articles")?;
        store.delete_feed(request.feed_id).await?;
        store
            .write_log("INFO", Component::Api, "A feed was deleted.", Some(feed.id))
            .await?;
        Ok(Deletion {
            deleted: true,
            id: feed.id,
            name: feed.title,
            articles: feed.stats.map(|stats| stats.articles),
        })
    }
}

impl handlers::TestFeed for News {
    async fn test_feed(
        &self,
        request: api::TestFeed,
        _: &Call<'_>,
    ) -> Result<FeedPreview, ToolError> {
        let shown = check_count("/show_items", request.show_items, 5)?;
        let (feed, _) = self.download_for_caller(&request.url).await?;
        let total_items = feed.entries.len() as i64;
        let entries = feed.entries.into_iter().take(shown as usize);
        Ok(FeedPreview {
            url: request.url,
            format: feed.format.to_owned(),
            title: feed.title,
            description: feed.description,
            total_items,
            items: entries.map(show_entry).collect(),
        })
    }
}

fn show_entry(entry: Entry) -> FeedEntry {
    FeedEntry {
        title: entry.title,
        url: entry.url,
        published: entry.published.map(format_time),
        description: entry.description,
    }
}

impl handlers::RefreshFeed for News {
    async fn refresh_feed(
        &self,
        request: api::RefreshFeed,
        call: &Call<'_>,
    ) -> Result<Refresh, ToolError> {
        let store = self.store().await?;
        let target = store.require_target(request.feed_id).await?;
        let is_forced = request.body.and_then(|body| body.force) == Some(true);
        let skipped = |message: &str| Refresh {
            feed_id: target.id,
            outcome: RefreshOutcome::Skipped,
            new_articles: 0,
            duration_ms: 0,
            message: message.to_owned(),
        };
        if target.is_sample {
            let message =
                "This feed is sample data with no server behind it. Add a feed with add_feed.";
            return Ok(skipped(message));
        }
        let pause = TimeDelta::seconds(REFRESH_PAUSE);
        let is_fresh = target
            .last_fetched_at
            .is_some_and(|time| time > Utc::now() - pause);
        if is_fresh && !is_forced {
            return Ok(skipped(
                "The feed was fetched within the last minute. Set force to fetch it again.",
            ));
        }
        call.report("fetching the feed");
        self.ingest(store).refresh(&target, is_forced).await
    }
}

impl handlers::FeedDiagnostics for News {
    async fn feed_diagnostics(
        &self,
        request: api::FeedDiagnostics,
        _: &Call<'_>,
    ) -> Result<FeedDiagnosis, ToolError> {
        let store = self.store().await?;
        let feed = store.require_feed(request.feed_id).await?;
        let errors = store.error_patterns(DIAGNOSED_HOURS, Some(feed.id)).await?;
        let mut advice: Vec<String> = errors.iter().map(|error| error.advice.clone()).collect();
        // The same error in several forms leads to the same advice, one after the other.
        advice.dedup();
        if feed.is_sample == Some(true) {
            advice.push("This feed is sample data and is never fetched.".to_owned());
        }
        if advice.is_empty() {
            advice.push("Nothing has to be done.".to_owned());
        }
        Ok(FeedDiagnosis {
            recent_fetches: store.list_fetches(feed.id).await?,
            errors,
            advice,
            feed,
        })
    }
}

impl handlers::FeedPerformance for News {
    async fn feed_performance(
        &self,
        request: api::FeedPerformance,
        _: &Call<'_>,
    ) -> Result<FeedPerformanceReport, ToolError> {
        let days = check_days("/days", request.days, 7)?;
        let store = self.store().await?;
        store.check_feed(request.feed_id).await?;
        Ok(FeedPerformanceReport {
            days,
            feeds: store.feed_performance(request.feed_id, days).await?,
        })
    }
}

impl handlers::FeedsSearch for News {
    async fn feeds_search(
        &self,
        request: api::FeedsSearch,
        _: &Call<'_>,
    ) -> Result<FeedList, ToolError> {
        let limit = check_count("/limit", request.limit, 50)?;
        let offset = check_offset(request.offset)?;
        if let Some(words) = &request.q {
            check_words("/q", words)?;
        }
        let filter = FeedFilter {
            words: request.q,
            category: request.category,
            ..FeedFilter::default()
        };
        let mut feeds = self.store().await?.list_feeds(filter).await?;
        if let Some(wanted) = request.health {
            feeds.retain(|feed| has_health(feed, &wanted));
        }
        let total = feeds.len() as i64;
        // Health is computed here and not in SQL, so pages are cut here, too.
        let page = feeds.into_iter().skip(offset as usize).take(limit as usize);
        Ok(FeedList {
            total,
            feeds: page.collect(),
        })
    }
}

fn has_health(feed: &Feed, wanted: &Health) -> bool {
    let health = feed.health.as_ref().map(|health| &health.health);
    matches!(
        (health, wanted),
        (Some(Health::Ok), Health::Ok)
            | (Some(Health::Warn), Health::Warn)
            | (Some(Health::Fail), Health::Fail)
    )
}

impl handlers::FeedsHealth for News {
    async fn feeds_health(
        &self,
        request: api::FeedsHealth,
        _: &Call<'_>,
    ) -> Result<FeedHealthReport, ToolError> {
        let store = self.store().await?;
        store.check_feed(request.feed_id).await?;
        let filter = FeedFilter {
            id: request.feed_id,
            ..FeedFilter::default()
        };
        let feeds = store.list_feeds(filter).await?;
        Ok(FeedHealthReport {
            feeds: feeds.into_iter().filter_map(|feed| feed.health).collect(),
        })
    }
}
