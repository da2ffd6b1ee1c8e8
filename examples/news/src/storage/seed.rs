//! Sample data for an empty database, so that each tool has something to say: publishers, categories, templates,
//! feeds that are never fetched, articles of the last week, and a history of fetches. Times are relative to now.

use chrono::{TimeDelta, Utc};
use serde_json::json;
use sqlx::AnyConnection;
use toolwright::ToolError;

use super::{Statement, Store};
use crate::feed::Entry;
use crate::sentiment::SentimentAnalyzer;
use crate::time::Time;

/// A line `# title` for each feed of [`FEEDS`], and `title | description` for each article.
const ARTICLES: &str = include_str!("../../seed/articles.txt");

/// How far back the articles go, in minutes.
const PERIOD: usize = 7 * 24 * 60;

/// A publisher: name, website, description, trust level.
const SOURCES: &[(&str, &str, &str, i64)] = &[
    (
        "Example Wire",
        "https://wire.example.com",
        "A news agency.",
        5,
    ),
    (
        "Example Science",
        "https://science.example.org",
        "A publisher of journals.",
        5,
    ),
    (
        "Example Tribune",
        "https://tribune.example.net",
        "A local newspaper.",
        3,
    ),
    (
        "Example Blogs",
        "https://blogs.example.com",
        "A host of blogs.",
        2,
    ),
];

/// A category: name, description, color.
const CATEGORIES: &[(&str, &str, &str)] = &[
    ("World", "Politics and events abroad.", "#D62728"),
    ("Business", "Companies, markets and money.", "#1F77B4"),
    ("Technology", "Computers and the Internet.", "#9467BD"),
    ("Science", "Research, health and climate.", "#2CA02C"),
    ("Local", "Sport and life in the city.", "#FF7F0E"),
];

/// A feed: title, URL, its source and its category, counted from 0.
const FEEDS: &[(&str, &str, usize, usize)] = &[
    ("World Desk", "https://wire.example.com/world.rss", 0, 0),
    ("Market Watch", "https://wire.example.com/markets.rss", 0, 1),
    (
        "Tech Current",
        "https://blogs.example.com/tech/atom.xml",
        3,
        2,
    ),
    (
        "Science Letters",
        "https://science.example.org/letters.atom",
        1,
        3,
    ),
    (
        "Health Report",
        "https://science.example.org/health.rss",
        1,
        3,
    ),
    ("Sport Today", "https://tribune.example.net/sport.rss", 2, 4),
    ("City Life", "https://tribune.example.net/city.rss", 2, 4),
    (
        "Energy and Climate",
        "https://blogs.example.com/energy/feed",
        3,
        3,
    ),
];

/// Fills the database if nobody has.
pub(super) async fn fill_if_empty(
    store: &Store,
    analyzer: &dyn SentimentAnalyzer,
) -> Result<(), ToolError> {
    let mut transaction = store.begin().await?;
    // The row of the scheduler is the lock: of two servers that start at once, the second one waits here until
    // the first has committed, and then finds the row.
    let claim = Statement::new("INSERT INTO scheduler (id) VALUES (1) ON CONFLICT DO NOTHING");
    if store.execute_on(&mut transaction, claim).await? == 0 {
        return Ok(());
    }
    let seed = Seed {
        store,
        analyzer,
        now: Utc::now(),
    };
    seed.insert_groups(&mut transaction).await?;
    seed.insert_feeds(&mut transaction).await?;
    seed.insert_templates(&mut transaction).await?;
    seed.insert_articles(&mut transaction).await?;
    seed.insert_fetches(&mut transaction).await?;
    transaction.commit().await?;
    Ok(())
}

struct Seed<'s> {
    store: &'s Store,
    analyzer: &'s dyn SentimentAnalyzer,
    now: Time,
}

impl Seed<'_> {
    async fn insert_groups(&self, connection: &mut AnyConnection) -> Result<(), ToolError> {
        for &(name, url, description, trust_level) in SOURCES {
            let insert = Statement::new(
                "INSERT INTO sources (name, url, description, trust_level) VALUES (?, ?, ?, ?)",
            );
            let insert = insert
                .bind(name)
                .bind(url)
                .bind(description)
                .bind(trust_level);
            self.store.execute_on(connection, insert).await?;
        }
        for &(name, description, color) in CATEGORIES {
            let insert = Statement::new(
                "INSERT INTO categories (name, description, color) VALUES (?, ?, ?)",
            );
            let insert = insert.bind(name).bind(description).bind(color);
            self.store.execute_on(connection, insert).await?;
        }
        Ok(())
    }

    /// The ids of the rows of an empty table count from 1.
    async fn insert_feeds(&self, connection: &mut AnyConnection) -> Result<(), ToolError> {
        for (index, &(title, url, source, category)) in FEEDS.iter().enumerate() {
            let fetched_at = self.now - TimeDelta::minutes(10);
            let insert = Statement::new(
                "INSERT INTO feeds (url, title, description, is_sample, source_id, created_at, \
                 last_fetched_at, last_success_at) \
                 VALUES (?, ?, ?, ?, ?, ?::timestamptz, ?::timestamptz, ?::timestamptz)",
            );
            let insert = insert
                .bind(url)
                .bind(title)
                .bind("Sample data.")
                .bind(true)
                .bind(source as i64 + 1)
                .bind(self.now - TimeDelta::days(8))
                .bind(fetched_at)
                .bind(fetched_at);
            self.store.execute_on(connection, insert).await?;
            let assign =
                Statement::new("INSERT INTO feed_categories (feed_id, category_id) VALUES (?, ?)");
            let assign = assign.bind(index as i64 + 1).bind(category as i64 + 1);
            self.store.execute_on(connection, assign).await?;
        }
        Ok(())
    }

    async fn insert_templates(&self, connection: &mut AnyConnection) -> Result<(), ToolError> {
        let templates = [
            (
                "Agency news",
                "Leaves out tickers and advertisements.",
                json!([{"domain": "wire.example.com"}]),
                json!({"title": "h1", "summary": "p"}),
                json!({"exclude_keywords": ["advertisement", "ticker"], "min_title_length": 10}),
            ),
            (
                "Blog posts",
                "Shortens the long texts of blogs.",
                json!([{"domain": "blogs.example.com"}, {"url_contains": "/blog/"}]),
                json!({"title": "h1", "body": "article"}),
                json!({"max_description_length": 500}),
            ),
        ];
        for (name, description, rules, extraction, processing) in templates {
            let insert = Statement::new(
                "INSERT INTO templates (name, description, match_rules, extraction_config, \
                 processing_rules, created_at) \
                 VALUES (?, ?, ?::jsonb, ?::jsonb, ?::jsonb, ?::timestamptz)",
            );
            let insert = insert
                .bind(name)
                .bind(description)
                .bind(rules)
                .bind(extraction)
                .bind(processing)
                .bind(self.now - TimeDelta::days(8));
            self.store.execute_on(connection, insert).await?;
        }
        for (template, feed) in [(1, 1), (1, 2), (2, 3), (2, 8)] {
            let insert = Statement::new(
                "INSERT INTO template_assignments (template_id, feed_id) VALUES (?, ?)",
            );
            let insert = insert.bind(template).bind(feed);
            self.store.execute_on(connection, insert).await?;
        }
        Ok(())
    }

    async fn insert_articles(&self, connection: &mut AnyConnection) -> Result<(), ToolError> {
        let entries = sample_entries();
        let count = entries.len();
        for (index, (feed, mut entry)) in entries.into_iter().enumerate() {
            // Feeds take turns, and articles get denser towards now: more than a third is of the last day.
            let turn = index % (count / FEEDS.len()) * FEEDS.len() + feed;
            let minutes = (PERIOD * turn * turn / (count * count)) as i64;
            let created_at = self.now - TimeDelta::minutes(minutes + 2);
            entry.published = Some(created_at - TimeDelta::minutes(20 + (turn as i64 * 7) % 40));
            let feed = feed as i64 + 1;
            self.store
                .insert_article(connection, self.analyzer, feed, &entry, created_at)
                .await?;
        }
        Ok(())
    }

    /// A day of fetches for each feed; a few of them failed.
    async fn insert_fetches(&self, connection: &mut AnyConnection) -> Result<(), ToolError> {
        for feed in 1..=FEEDS.len() as i64 {
            for hour in 0..24 {
                let error = match (feed * 5 + hour) % 17 {
                    0 => Some("the server did not answer within 20 seconds"),
                    8 if feed == 6 => Some("the server answered with status 503"),
                    _ => None,
                };
                let template = match feed {
                    1 | 2 => Some(1),
                    3 | 8 => Some(2),
                    _ => None,
                };
                let insert = Statement::new(
                    "INSERT INTO fetches (feed_id, template_id, outcome, http_status, duration_ms, \
                     new_articles, error, started_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?::timestamptz)",
                );
                let insert = insert
                    .bind(feed)
                    .bind(template)
                    .bind(if error.is_some() { "error" } else { "updated" })
                    .bind(error.is_none().then_some(200))
                    .bind(120 + feed * 37 + hour * 11 % 90)
                    .bind(i64::from(error.is_none() && hour % 3 == 0))
                    .bind(error.map(str::to_owned))
                    .bind(self.now - TimeDelta::minutes(10 + hour * 60));
                self.store.execute_on(connection, insert).await?;
                if let Some(error) = error {
                    self.insert_log(connection, feed, error, hour).await?;
                }
            }
        }
        Ok(())
    }

    async fn insert_log(
        &self,
        connection: &mut AnyConnection,
        feed: i64,
        error: &str,
        hour: i64,
    ) -> Result<(), ToolError> {
        let insert = Statement::new(
            "INSERT INTO log_entries (level, component, message, feed_id, logged_at) \
             VALUES ('ERROR', 'fetcher', ?, ?, ?::timestamptz)",
        );
        let insert = insert
            .bind(format!("Fetching failed: {error}"))
            .bind(feed)
            .bind(self.now - TimeDelta::minutes(10 + hour * 60));
        self.store.execute_on(connection, insert).await?;
        Ok(())
    }
}

/// The articles with the index of their feed.
fn sample_entries() -> Vec<(usize, Entry)> {
    let mut entries = Vec::new();
    let mut feed = 0;
    for line in ARTICLES.lines() {
        if let Some(title) = line.strip_prefix("# ") {
            feed = FEEDS.iter().position(|it| it.0 == title).unwrap_or(feed);
        } else if let Some((title, description)) = line.split_once(" | ") {
            let number = entries.len() + 1;
            let entry = Entry {
                guid: format!("sample-{number}"),
                url: Some(format!("https://news.example.com/articles/{number}")),
                title: title.to_owned(),
                description: Some(description.to_owned()),
                author: None,
                published: None,
            };
            entries.push((feed, entry));
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_feed_has_as_many_articles() {
        let entries = sample_entries();
        for (feed, (title, ..)) in FEEDS.iter().enumerate() {
            let count = entries.iter().filter(|(of, _)| *of == feed).count();
            assert_eq!(count, entries.len() / FEEDS.len(), "{title}");
        }
    }
}
