//! The table `log_entries`, and the errors that fetches left.

use toolwright::{Map, ToolError};

use super::{Statement, Store};
use crate::api::types::{ErrorPattern, LogPattern, LogReport};
use crate::time::{current_time, hours_ago};

/// Most patterns of a report.
const MOST_PATTERNS: i64 = 20;

/// Who writes to the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    Scheduler,
    Fetcher,
    Templates,
    Api,
}

impl Component {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Scheduler => "scheduler",
            Self::Fetcher => "fetcher",
            Self::Templates => "templates",
            Self::Api => "api",
        }
    }
}

impl Store {
    pub(crate) async fn write_log(
        &self,
        level: &str,
        component: Component,
        message: impl Into<String> + Send,
        feed_id: Option<i64>,
    ) -> Result<(), ToolError> {
        let insert = Statement::new(
            "INSERT INTO log_entries (level, component, message, feed_id, logged_at) \
             VALUES (?, ?, ?, ?, ?::timestamptz)",
        );
        let insert = insert
            .bind(level)
            .bind(component.name())
            .bind(message.into())
            .bind(feed_id)
            .bind(current_time());
        self.execute(insert).await?;
        Ok(())
    }

    /// What the log has of these levels, for the last hours.
    pub(crate) async fn log_report(
        &self,
        hours: i64,
        levels: &[&str],
        component: Option<Component>,
    ) -> Result<LogReport, ToolError> {
        let mut select = Statement::new(
            "SELECT level, component, message, count(*) AS count, max(logged_at)::text AS last \
             FROM log_entries WHERE logged_at >= ?::timestamptz",
        );
        select = select.bind(hours_ago(hours));
        select.add_in_condition("level", levels.to_vec());
        select.add_condition_if("component = ?", component.map(Component::name));
        select.append_sql(
            " GROUP BY level, component, message ORDER BY count(*) DESC, max(logged_at) DESC",
        );
        let mut report = LogReport {
            hours,
            ..LogReport::default()
        };
        for row in self.fetch_all(select).await? {
            let pattern = LogPattern {
                level: row.text("level")?,
                component: row.text("component")?,
                message: row.text("message")?,
                count: row.integer("count")?,
                last_at: row.time("last")?,
            };
            // Totals count all rows, also those whose patterns are too many to be shown.
            report.total += pattern.count;
            add_count(&mut report.by_level, &pattern.level, pattern.count);
            add_count(&mut report.by_component, &pattern.component, pattern.count);
            if (report.patterns.len() as i64) < MOST_PATTERNS {
                report.patterns.push(pattern);
            }
        }
        Ok(report)
    }

    /// The errors of fetches in the last hours, the most frequent first.
    pub(crate) async fn error_patterns(
        &self,
        hours: i64,
        feed_id: Option<i64>,
    ) -> Result<Vec<ErrorPattern>, ToolError> {
        let mut select = Statement::new(
            "SELECT error, feed_id, count(*) AS count, max(started_at)::text AS last \
             FROM fetches WHERE outcome = 'error' AND started_at >= ?::timestamptz",
        );
        select = select.bind(hours_ago(hours));
        select.add_condition_if("feed_id = ?", feed_id);
        select.append_sql(" GROUP BY error, feed_id ORDER BY feed_id");
        let mut patterns = Vec::<ErrorPattern>::new();
        for row in self.fetch_all(select).await? {
            let error = row.optional_text("error")?.unwrap_or_default();
            let count = row.integer("count")?;
            let last_at = row.optional_time("last")?;
            let feed = row.integer("feed_id")?;
            match patterns.iter_mut().find(|pattern| pattern.error == error) {
                Some(pattern) => {
                    pattern.count += count;
                    pattern.feeds.push(feed);
                    pattern.last_at = pattern.last_at.take().max(last_at);
                }
                None => patterns.push(ErrorPattern {
                    advice: advise_on_error(&error).to_owned(),
                    error,
                    count,
                    feeds: vec![feed],
                    last_at,
                }),
            }
        }
        patterns.sort_by_key(|pattern| -pattern.count);
        Ok(patterns)
    }
}

fn add_count(counts: &mut Map<i64>, name: &str, count: i64) {
    let before = counts.get(name).copied().unwrap_or(0);
    counts.insert(name, before + count);
}

/// What can be done about an error of a fetch. The words are those of `feed::FetchError`.
pub(crate) fn advise_on_error(error: &str) -> &'static str {
    let has = |words: &str| error.contains(words);
    // The more exact words first: the text of an error may have several of them.
    if has("did not answer within") {
        "Raise the interval with update_feed; the server of the feed is slow or overloaded."
    } else if has("status 404") || has("status 410") {
        "The feed has moved or is gone: find its new URL, add it with add_feed, and delete this one."
    } else if has("status 401") || has("status 403") {
        "The server of the feed rejects this reader: pause the feed with update_feed."
    } else if has("status 429") {
        "The feed is fetched too often: raise its interval with update_feed."
    } else if has("status 5") {
        "The server of the feed has a problem, which often ends by itself: try refresh_feed later."
    } else if has("not an RSS or Atom feed") {
        "The URL shows a page or a broken feed: open it in a browser, and look for the address of its RSS or Atom feed."
    } else if has("private") {
        "Feeds in private networks are rejected unless NEWS_ALLOW_PRIVATE_FEEDS=1 is set."
    } else if has("cannot be reached") {
        "Check the domain: it may be misspelt or no longer exist."
    } else {
        "Open the URL in a browser to see what its server sends."
    }
}
