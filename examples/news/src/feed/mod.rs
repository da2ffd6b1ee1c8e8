//! Feeds on the network: `fetch` gets the bytes of a URL within limits, `address` decides which addresses may be
//! reached, `document` makes text of the bytes and rejects what would harm a parser, `parse` makes entries of RSS and Atom. Nothing here knows the database.

mod address;
mod document;
mod fetch;
mod parse;

pub(crate) use fetch::{FetchError, Fetched, Fetcher, Validators};
pub(crate) use parse::{Entry, ParsedFeed, parse_feed};

/// The domain of a URL, in lower case.
pub(crate) fn domain_of(url: &str) -> Option<String> {
    let url = reqwest::Url::parse(url).ok()?;
    Some(url.host_str()?.to_owned())
}
