//! The tables of discovery, from the document of an API. Texts are slices of it; only those with escapes are copied.

use std::collections::HashMap;

use super::{DiscoveryTables, Endpoint};
use crate::document::{BrokenDocument, Document, find_members, read_string};
use crate::tool::Tool;

impl DiscoveryTables {
    /// Reads what there is. A tool of which the document says nothing is reported, and has an endpoint without an answer,
    /// since those after it are known by their index.
    pub(super) fn read(document: &'static Document, tools: &'static [Tool]) -> Self {
        let section = document.section("discovery").unwrap_or("{}");
        let sections: HashMap<&str, &'static str> = find_members(section).collect();
        let section = |name: &str| sections.get(name).copied().unwrap_or("{}");
        let said: HashMap<&str, &'static str> = find_members(section("endpoints")).collect();
        let endpoints = tools.iter().map(|tool| {
            let said = said.get(tool.name).copied();
            said.and_then(read_endpoint).unwrap_or_else(|| {
                let error = BrokenDocument::new(tool.name);
                tracing::error!(tool = tool.name, %error, "discovery has no entry for a tool");
                unknown_endpoint(tool)
            })
        });
        let endpoints: Vec<Endpoint> = endpoints.collect();
        let words = find_members(section("words"));
        let words = words.filter_map(|(word, places)| read_string(word).zip(read_string(places)));
        let mut words: Vec<_> = words.collect();
        words.sort_unstable();
        // Leaked on purpose: once for a static.
        Self {
            endpoints: Box::leak(endpoints.into_boxed_slice()),
            words: Box::leak(words.into_boxed_slice()),
        }
    }
}

fn read_endpoint(said: &'static str) -> Option<Endpoint> {
    let members: HashMap<&str, &'static str> = find_members(said).collect();
    let tags: Vec<String> = serde_json::from_str(members.get("tags")?).ok()?;
    let tags = tags
        .into_iter()
        .map(|tag| &*Box::leak(tag.into_boxed_str()));
    Some(Endpoint {
        tags: Box::leak(tags.collect::<Box<[_]>>()),
        category: read_string(members.get("category")?)?,
        signature: read_string(members.get("signature")?)?,
        parameters: members.get("parameters")?.parse().ok()?,
        answer: members.get("answer")?,
    })
}

fn unknown_endpoint(tool: &'static Tool) -> Endpoint {
    Endpoint {
        signature: tool.name,
        ..Endpoint::UNKNOWN
    }
}

impl Endpoint {
    /// One of which nothing is said.
    pub(crate) const UNKNOWN: Self = Self {
        tags: &[],
        category: "",
        signature: "",
        parameters: 0,
        answer: "",
    };
}
