//! Files that the server itself reads for an argument, as far as its operator allows.

mod address;
mod directories;
mod origins;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use serde_json::Map;

use crate::file::{File, NotAFile, Place, Reference, Source};
use crate::http::executor::clients::Clients;
use crate::http::request::json_text;
use crate::schema::{Schema, files};
use crate::value::{Json, Violation, ViolationList};
use directories::Directories;
use origins::Origins;

pub(super) use address::guarded;

/// What a server may read: nothing, unless something is added.
#[derive(Debug)]
pub(super) struct FileAccess {
    directories: Directories,
    origins: Origins,
    max_bytes: u64,
}

impl FileAccess {
    /// Files in `directories` and from `origins`, those of a call up to `max_bytes` together.
    ///
    /// # Errors
    ///
    /// A directory is none, or an origin is none: the value, and what is wrong with it.
    pub(super) fn new(
        directories: &[PathBuf],
        origins: &[String],
        max_bytes: u64,
    ) -> Result<Self, (String, String)> {
        Ok(Self {
            directories: Directories::new(directories)?,
            origins: Origins::new(origins)?,
            max_bytes,
        })
    }

    /// What the path and the URI of a file may be, in words.
    #[cfg(feature = "server")]
    pub(super) fn described(&self) -> (Option<String>, Option<String>) {
        (self.directories.described(), self.origins.described())
    }

    /// Reads the files that valid arguments refer to, and puts their content in the place of the
    /// references.
    pub(super) async fn load(
        &self,
        schema: &'static Schema,
        arguments: &mut Map<String, Json>,
        clients: &Clients,
    ) -> Result<(), Vec<Violation>> {
        if self.directories.is_empty() && self.origins.is_empty() {
            return Ok(());
        }
        let mut value = Json::Object(std::mem::take(arguments));
        let mut problems = ViolationList::default();
        let mut left = self.max_bytes;
        for (pointer, reference) in references(schema, &value) {
            match self.read(reference, left, clients).await {
                Ok(file) => {
                    left = left.saturating_sub(file.content.len() as u64);
                    if let Some(place) = value.pointer_mut(&pointer) {
                        *place = serde_json::from_str(&json_text(&file)).unwrap_or_default();
                    }
                }
                Err(message) => problems.push_with(|| Violation { pointer, message }),
            }
        }
        if let Json::Object(members) = value {
            *arguments = members;
        }
        if problems.is_empty() {
            Ok(())
        } else {
            Err(problems.into_vec())
        }
    }

    async fn read(
        &self,
        reference: Reference,
        most: u64,
        clients: &Clients,
    ) -> Result<File, String> {
        let refused = |why: NotAFile| Err(why.to_string());
        let found = match &reference.place {
            Place::Path(_) if self.directories.is_empty() => return refused(reference.refused()),
            Place::Path(path) => self.directories.read(path.into(), most).await?,
            Place::Uri(uri) => match origins::parse(uri)? {
                url if url.scheme() != "file" && self.origins.is_empty() => {
                    return refused(reference.refused());
                }
                url if url.scheme() != "file" => self.origins.read(url, most, clients).await?,
                _ if self.directories.is_empty() => return refused(reference.refused()),
                url => {
                    let path = url
                        .to_file_path()
                        .map_err(|()| "is not the URI of a file on this machine".to_owned())?;
                    self.directories.read(path, most).await?
                }
            },
        };
        Ok(File {
            content: found.content,
            filename: reference.file.filename.or(found.filename),
            media_type: reference.file.media_type.or(found.media_type),
        })
    }
}

/// The references in the places where a schema has files, by their JSON pointers.
fn references(schema: &Schema, value: &Json) -> Vec<(String, Reference)> {
    let mut found = Vec::new();
    files(schema, value, &mut |pointer, value| {
        if let Ok(Source::Elsewhere(reference)) = Source::read(value) {
            found.push((pointer, reference));
        }
    });
    found
}
