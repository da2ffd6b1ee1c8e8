//! A spec and the documents that it refers to, each read once, when it is asked for.

mod append_only_vec;
mod confinement;
mod document;
mod document_origin;
mod known_documents;
mod origin_trail;
mod ref_dir;
mod unread_document;

#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use confinement::{Confinement, Whereabouts, is_inside};
pub use document::Document;
pub(crate) use origin_trail::{
    OriginTrail, Overlaid, Overlay, Step, member_address, pointer_from_steps,
};
pub use unread_document::Unread;

use super::{Source, SourceError, address, uri};
use crate::diagnostics::{Diagnostic, Diagnostics, Mark, Severity};
use crate::setting::SettingPlaces;
use append_only_vec::AppendOnlyVec;
use document_origin::Origin;
use known_documents::KnownDocuments;

/// The name of a file as documents have it, beside a spec at a path.
pub(crate) fn name_beside(spec: &Path, file: &Path) -> String {
    let folder = spec.parent().unwrap_or(Path::new(""));
    document_origin::relative_name(folder, &document_origin::normalized(file))
}

/// A spec and the documents that it refers to.
///
/// The network is never used: what is at a URL is read from a directory of copies.
///
/// ```
/// use std::path::Path;
/// use toolwright_codegen::source::Sources;
///
/// let sources = Sources::load(Path::new("tests/doc/shop.yaml"), None)?;
/// assert_eq!(sources.root().root()["info"]["title"], "Shop");
/// assert_eq!(sources.files().count(), 1);
/// let (source, pointer) = sources.file_containing("/info/title");
/// assert_eq!(source.locate(pointer).line, 3);
/// # Ok::<(), toolwright_codegen::source::SourceError>(())
/// ```
#[derive(Debug)]
pub struct Sources {
    spec: Document,
    others: AppendOnlyVec<Document>,
    ref_dir: Option<PathBuf>,
    confinement: Confinement,
    known: Mutex<KnownDocuments>,
    overlaid: Overlaid,
    configured: Option<ConfigFile>,
}

/// The configuration file that settings are written in, and what its addresses start with.
#[derive(Debug)]
struct ConfigFile {
    name: String,
    places: SettingPlaces,
    source: Source,
}

impl Sources {
    /// Reads a spec; `ref_dir` has the copies of what is at URLs.
    ///
    /// # Errors
    ///
    /// As [`Source::load`].
    pub fn load(path: &Path, ref_dir: Option<&Path>) -> Result<Self, SourceError> {
        Ok(Self::new(Source::load(path)?, ref_dir))
    }

    /// A spec that was read already; `ref_dir` has the copies of what is at URLs.
    pub fn new(source: Source, ref_dir: Option<&Path>) -> Self {
        let origin = Origin::File(document_origin::normalized(source.path()));
        let confinement = Confinement::for_spec(source.path());
        let spec = Document::new(String::new(), origin, source);
        let mut known = KnownDocuments::default();
        known.add_document(&spec);
        Self {
            spec,
            others: AppendOnlyVec::new(),
            ref_dir: ref_dir.map(Path::to_owned),
            confinement,
            known: Mutex::new(known),
            overlaid: Overlaid::default(),
            configured: None,
        }
    }

    /// Lets references lead to files below `root` too, which are otherwise read below the spec's own
    /// directory only. A note tells of each that is read.
    ///
    /// ```
    /// use std::path::Path;
    /// use toolwright_codegen::source::{Sources, Unread};
    ///
    /// let spec = Path::new("tests/doc/shop.yaml");
    /// let sources = Sources::load(spec, None)?;
    /// let shop = sources.document("").expect("the spec itself");
    /// let outside = sources.open(shop, None, "../depth.rs").err();
    /// assert!(matches!(outside, Some(Unread::Outside { .. })));
    ///
    /// let sources = Sources::load(spec, None)?.with_ref_root(Path::new("tests"));
    /// let shop = sources.document("").expect("the spec itself");
    /// let read = sources.open(shop, None, "../depth.rs").err();
    /// assert!(matches!(read, Some(Unread::File { .. })), "it is read, and is no YAML");
    /// # Ok::<(), toolwright_codegen::source::SourceError>(())
    /// ```
    #[must_use]
    pub fn with_ref_root(mut self, root: &Path) -> Self {
        self.confinement.widen(root);
        self
    }

    /// With the configuration file that settings are written in, if there is one.
    #[must_use]
    pub(crate) fn configured(mut self, places: Option<&SettingPlaces>) -> Self {
        self.configured = places.map(|places| ConfigFile {
            name: name_beside(self.root().path(), places.path()),
            places: places.clone(),
            source: Source::from_settings(places),
        });
        self
    }

    /// Says of a remark where what it is about was written: a value in the spec or an overlay, a
    /// setting in the configuration file.
    pub(crate) fn relocate_remark(&self, remark: &mut Diagnostic) {
        remark.pointer = match (&remark.mark, &self.configured) {
            (Mark::Setting(setting), Some(file))
                if file.places.span_of_setting(setting).is_some() =>
            {
                address::join(&file.name, "")
            }
            _ => self.written_address(&remark.pointer),
        };
    }

    /// With what overlays made of the spec.
    #[must_use]
    pub(crate) fn overlaid(mut self, overlaid: Overlaid) -> Self {
        self.overlaid = overlaid;
        self
    }

    /// The address that the value at an address was written at: in the spec it may be at another
    /// place, or an overlay wrote it.
    pub(crate) fn written_address(&self, address: &str) -> String {
        match address::split(address) {
            ("", pointer) if !self.overlaid.overlays.is_empty() => {
                self.overlaid.trail.origin_address(pointer)
            }
            _ => address.to_owned(),
        }
    }

    /// The spec.
    pub fn root(&self) -> &Source {
        &self.spec.source
    }

    /// Frees the values of all files. Where a value stands in a file can be told without them.
    pub(crate) fn free_values(&mut self) {
        let documents = std::iter::once(&mut self.spec).chain(self.others.iter_mut());
        let sources = documents.map(|document| &mut document.source);
        let overlays = self.overlaid.overlays.iter_mut();
        let sources = sources.chain(overlays.map(|overlay| &mut overlay.source));
        for source in sources {
            source.take_root();
        }
    }

    /// A document that was read, by its name.
    pub fn document(&self, name: &str) -> Option<&Document> {
        let index = *self.lock_known_documents().by_name.get(name)?;
        self.document_at(index)
    }

    fn document_at(&self, index: usize) -> Option<&Document> {
        match index.checked_sub(1) {
            None => Some(&self.spec),
            Some(other) => self.others.get(other),
        }
    }

    fn all_documents(&self) -> impl Iterator<Item = &Document> {
        std::iter::once(&self.spec).chain(self.others.iter())
    }

    /// The file that an address is in, and the JSON pointer there.
    pub fn file_containing<'a>(&self, address: &'a str) -> (&Source, &'a str) {
        let (name, pointer) = address::split(address);
        let mut overlays = self.overlaid.overlays.iter();
        if let Some(overlay) = overlays.find(|overlay| overlay.name == name) {
            return (&overlay.source, pointer);
        }
        let configured = self.configured.iter();
        if let Some(configured) = configured.into_iter().find(|file| file.name == name) {
            return (&configured.source, pointer);
        }
        match self.document(name) {
            Some(document) => (&document.source, pointer),
            None => (self.root(), pointer),
        }
    }

    /// The files that were read, the spec first.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let overlays = self.overlaid.overlays.iter();
        let overlays = overlays.map(|overlay| overlay.source.path());
        let documents = self.all_documents().map(|document| document.source.path());
        documents.chain(overlays)
    }

    /// What the spec refers to that could not be read, and why.
    pub fn unread(&self) -> Vec<Unread> {
        self.lock_known_documents().unread.clone()
    }

    /// What will change the output once it is there: the files that could not be read, and the
    /// directory of copies where one of them is missing.
    pub fn missing(&self) -> Vec<PathBuf> {
        let mut missing = Vec::new();
        for unread in &self.lock_known_documents().unread {
            let path = match unread {
                Unread::File { path, .. } => Some(path),
                Unread::NoCopy { .. } => self.ref_dir.as_ref(),
                _ => None,
            };
            if let Some(path) = path.filter(|path| !missing.contains(*path)) {
                missing.push(path.clone());
            }
        }
        missing
    }

    /// What was odd about the files that the spec refers to, and which of them are outside of its
    /// directory.
    pub fn warnings(&self) -> Diagnostics {
        let documents = self.others.iter();
        documents
            .flat_map(|document| {
                let warnings = document.source.warnings().iter();
                let warnings = warnings.map(|warning| Diagnostic {
                    pointer: address::join(&document.name, &warning.pointer),
                    ..warning.clone()
                });
                note_outside(document).into_iter().chain(warnings)
            })
            .collect()
    }

    /// The document that a reference without a fragment means in another one; `base` is the URL
    /// that relative references start at there, if it is not the document's own.
    ///
    /// # Errors
    ///
    /// When there is no such file or copy, or it cannot be read.
    pub fn open(
        &self,
        from: &Document,
        base: Option<&str>,
        reference: &str,
    ) -> Result<&Document, Unread> {
        if has_control_characters(reference) {
            let unread = Unread::ControlCharacters;
            let known = &mut self.lock_known_documents().unread;
            if !known.contains(&unread) {
                known.push(unread.clone());
            }
            return Err(unread);
        }
        let by_url = base
            .or(from.own_url.as_deref())
            .filter(|url| uri::is_web(url));
        // A base URL may have a copy; the file that the document was read from is tried after it.
        let known = &mut self.lock_known_documents();
        if let Some(url) = by_url
            && let Ok(origin) = Origin::Web(url.to_owned()).resolve_reference(reference)
            && let Ok(document) = self.read_once(known, &origin)
        {
            return Ok(document);
        }
        let read = from
            .origin
            .resolve_reference(reference)
            .and_then(|origin| self.read_once(known, &origin));
        if let Err(unread) = &read
            && !known.unread.contains(unread)
        {
            known.unread.push(unread.clone());
        }
        read
    }

    fn read_once(&self, known: &mut KnownDocuments, origin: &Origin) -> Result<&Document, Unread> {
        let index = match known.by_origin.get(origin) {
            Some(found) => found.clone()?,
            None => {
                let found = self.read_document(known, origin);
                known.by_origin.insert(origin.clone(), found.clone());
                found?
            }
        };
        self.document_at(index).ok_or(Unread::Scheme)
    }

    fn read_document(&self, known: &mut KnownDocuments, origin: &Origin) -> Result<usize, Unread> {
        let (path, whereabouts) = match origin {
            Origin::File(path) => (path.clone(), self.confinement.locate(path)),
            Origin::Web(url) => self.find_local_copy(url)?,
        };
        if whereabouts == Whereabouts::Outside {
            return Err(Unread::Outside { path });
        }
        // Two paths may lead to one file by a symbolic link, which must be one document with one set of names.
        let identity = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        if let (Origin::File(_), Some(index)) = (origin, known.by_file.get(&identity)) {
            return Ok(*index);
        }
        let source = match (Source::load(&path), whereabouts) {
            (Ok(source), Whereabouts::Allowed) => Ok(source.with_hidden_lines()),
            (Ok(source), _) => Ok(source),
            // What a parser says of a text may quote it.
            (Err(SourceError::Syntax(error)), Whereabouts::Allowed) => {
                let line = error.location.line;
                Err(format!("{}:{line}: not JSON or YAML", path.display()))
            }
            (Err(error), _) => Err(error.to_string()),
        };
        let source = source.map_err(|reason| Unread::File { path, reason })?;
        let name = match origin {
            Origin::File(path) => self.document_name(path),
            Origin::Web(url) => url.clone(),
        };
        let document = Document::new(name, origin.clone(), source);
        let index = known.add_document(&document);
        self.others.insert_at(index - 1, document);
        Ok(index)
    }

    /// The copy of what is at a URL. A link in the directory of copies that leads out of it is held to
    /// the same rule as a reference.
    fn find_local_copy(&self, url: &str) -> Result<(PathBuf, Whereabouts), Unread> {
        let copy = ref_dir::relative_copy_path(url)
            .ok_or_else(|| Unread::NoCopyPossible(url.to_owned()))?;
        let places = self
            .ref_dir
            .as_deref()
            .and_then(|directory| ref_dir::candidate_copy_paths(directory, url));
        let Some(places) = places else {
            return Err(Unread::NoRefDir {
                url: url.to_owned(),
                copy,
            });
        };
        let Some(found) = places.iter().find(|place| place.exists()) else {
            return Err(Unread::NoCopy {
                url: url.to_owned(),
                copy: places[0].clone(),
            });
        };
        let directory = self.ref_dir.as_deref().unwrap_or(Path::new(""));
        let whereabouts = if is_inside(directory, found) {
            Whereabouts::Home
        } else {
            self.confinement.locate(found)
        };
        Ok((found.clone(), whereabouts))
    }

    fn document_name(&self, path: &Path) -> String {
        name_beside(self.root().path(), path)
    }

    fn lock_known_documents(&self) -> MutexGuard<'_, KnownDocuments> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says that a document is read from outside of the spec's directory, which its lines are not shown of.
fn note_outside(document: &Document) -> Option<Diagnostic> {
    let is_outside = !document.source.is_quotable();
    is_outside.then(|| Diagnostic {
        severity: Severity::Note,
        message: format!(
            "`{}` is read from outside the spec's directory, because `ref_root` allows it",
            document.name
        ),
        pointer: address::join(&document.name, ""),
        mark: Mark::Tools,
        help: None,
        operation: None,
    })
}

/// Whether a reference has control characters, written out or percent-encoded. RFC 3986 (2.) has none in
/// a URI, and they would end the line of whatever output a path is written to, such as what a build
/// script tells cargo.
fn has_control_characters(reference: &str) -> bool {
    let decoded = percent_encoding::percent_decode_str(reference).decode_utf8_lossy();
    reference.chars().any(char::is_control) || decoded.chars().any(char::is_control)
}
