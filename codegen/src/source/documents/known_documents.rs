use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use super::document_origin::Origin;
use super::{Document, Unread};

/// What was looked for so far, and what came of it.
#[derive(Debug, Default)]
pub(super) struct KnownDocuments {
    count: usize,
    pub(super) by_name: HashMap<String, usize>,
    pub(super) by_origin: HashMap<Origin, Result<usize, Unread>>,
    pub(super) by_file: HashMap<PathBuf, usize>,
    /// What references were to that could not be read.
    pub(super) unread: Vec<Unread>,
}

impl KnownDocuments {
    /// Gives a document its index, the spec's being 0.
    pub(super) fn add_document(&mut self, document: &Document) -> usize {
        let index = self.count;
        self.count += 1;
        self.by_name.insert(document.name.clone(), index);
        self.by_origin.insert(document.origin.clone(), Ok(index));
        if let Some(url) = &document.own_url {
            let origin = Origin::Web(url.clone());
            self.by_origin.entry(origin).or_insert(Ok(index));
        }
        // `a.yaml` and `./b/../a.yaml` are one document. Read twice, it would give each of its
        // schemas two types.
        let identity = fs::canonicalize(document.source.path());
        if let (Origin::File(_), Ok(identity)) = (&document.origin, identity) {
            self.by_file.insert(identity, index);
        }
        index
    }
}
