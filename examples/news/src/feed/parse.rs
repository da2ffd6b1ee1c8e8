//! The bytes of an RSS, Atom or JSON feed to entries with plain text.

use feed_rs::model;

use super::document::{NotFeed, read_document};
use crate::text::{collapse_spaces, strip_html, truncate_text};
use crate::time::Time;

/// Feeds with more entries than this are truncated.
const MOST_ENTRIES: usize = 500;
const LONGEST_TITLE: usize = 500;
const LONGEST_DESCRIPTION: usize = 5_000;
const LONGEST_LINK: usize = 2_000;

/// An article as its feed has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Entry {
    /// What the feed tells its articles apart by.
    pub(crate) guid: String,
    pub(crate) url: Option<String>,
    pub(crate) title: String,
    pub(crate) description: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) published: Option<Time>,
}

/// A feed with its entries, in the order of the document.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParsedFeed {
    pub(crate) format: &'static str,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) entries: Vec<Entry>,
}

/// Reads a feed, on a thread for long work: it may have megabytes.
pub(crate) async fn parse_feed(body: Vec<u8>) -> Result<ParsedFeed, NotFeed> {
    let parsed = tokio::task::spawn_blocking(move || read_feed(&body));
    parsed.await.map_err(|_| NotFeed::Unknown)?
}

fn read_feed(body: &[u8]) -> Result<ParsedFeed, NotFeed> {
    let document = read_document(body)?;
    let feed = feed_rs::parser::parse(document.as_bytes()).map_err(|_| NotFeed::Unknown)?;
    let entries = feed.entries.into_iter().take(MOST_ENTRIES);
    Ok(ParsedFeed {
        format: match feed.feed_type {
            model::FeedType::Atom => "Atom",
            model::FeedType::JSON => "JSON Feed",
            model::FeedType::RSS0 => "RSS 0.9",
            model::FeedType::RSS1 => "RSS 1.0",
            model::FeedType::RSS2 => "RSS 2.0",
        },
        title: plain_text(feed.title, LONGEST_TITLE),
        description: plain_text(feed.description, LONGEST_DESCRIPTION),
        entries: entries.map(read_entry).collect(),
    })
}

fn read_entry(entry: model::Entry) -> Entry {
    let description = plain_text(entry.summary, LONGEST_DESCRIPTION).or_else(|| {
        let body = entry.content.and_then(|content| content.body)?;
        Some(truncate_text(&strip_html(&body), LONGEST_DESCRIPTION))
    });
    let url = entry.links.into_iter().next().map(|link| link.href);
    Entry {
        guid: truncate_text(&collapse_spaces(&entry.id), LONGEST_LINK),
        // A link is shown to people, so only one that a browser opens as a page is kept.
        url: url.filter(|url| is_page_link(url)),
        title: plain_text(entry.title, LONGEST_TITLE).unwrap_or_else(|| "(no title)".to_owned()),
        description,
        author: entry
            .authors
            .into_iter()
            .next()
            .and_then(|it| it.name)
            .map(|name| truncate_text(&strip_html(&name), LONGEST_TITLE)),
        published: entry.published.or(entry.updated),
    }
}

fn is_page_link(url: &str) -> bool {
    let is_web = url.starts_with("https://") || url.starts_with("http://");
    is_web && url.len() <= LONGEST_LINK && !url.contains(char::is_control)
}

fn plain_text(text: Option<model::Text>, longest: usize) -> Option<String> {
    let text = truncate_text(&strip_html(&text?.content), longest);
    (!text.is_empty()).then_some(text)
}
