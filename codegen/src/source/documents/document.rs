use serde_json::Value;

use super::super::{Source, uri};
use super::document_origin::Origin;

/// A document that was read, and what references in it are relative to.
#[derive(Debug)]
pub struct Document {
    pub(super) name: String,
    pub(super) origin: Origin,
    /// `$self` of OpenAPI 3.2, where it is a URL.
    pub(super) own_url: Option<String>,
    pub(super) source: Source,
}

impl Document {
    pub(super) fn new(name: String, origin: Origin, source: Source) -> Self {
        let own_url = own_url(source.root(), &origin);
        Self {
            name,
            origin,
            own_url,
            source,
        }
    }

    /// What addresses of places in it start with: the path from the spec, or the URL; empty for
    /// the spec itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its text and value.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The URL that relative references in it start at, where there is one.
    pub fn url(&self) -> Option<&str> {
        match (&self.own_url, &self.origin) {
            (Some(url), _) | (None, Origin::Web(url)) => Some(url),
            (None, Origin::File(_)) => None,
        }
    }
}

/// `$self` of a document, where it is or becomes a URL.
fn own_url(root: &Value, origin: &Origin) -> Option<String> {
    let (own, _) = uri::split_fragment(root.get("$self")?.as_str()?);
    match origin {
        Origin::Web(url) => Some(uri::resolve(url, own)),
        Origin::File(_) => uri::is_web(own).then(|| uri::normalized(own)),
    }
}
