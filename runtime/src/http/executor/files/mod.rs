//! Files that the server itself reads for an argument, as far as its operator allows.

mod directories;
mod origins;
mod public_address;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use serde_json::Map;

#[cfg(feature = "server")]
use crate::file::AllowedSources;
use crate::file::{File, FileArgument, FilePlace, FileReference, NotAFile};
use crate::http::executor::http_clients::HttpClients;
use crate::json::Json;
use crate::request::json_text;
use crate::schema::{Schema, for_each_file};
use crate::violation::{Violation, ViolationList};
use directories::Directories;
use origins::Origins;

pub(super) use public_address::restrict_to_public;

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

    /// What the path and the URI of a file may be.
    #[cfg(feature = "server")]
    pub(super) fn allowed_sources(&self) -> AllowedSources {
        AllowedSources {
            path: self.directories.describe_allowed(),
            uri: self.origins.describe_allowed(),
        }
    }

    /// Reads the files that valid arguments refer to, and puts their content in the place of the
    /// references.
    pub(super) async fn load_files(
        &self,
        schema: &'static Schema,
        arguments: &mut Map<String, Json>,
        clients: &HttpClients,
    ) -> Result<(), Vec<Violation>> {
        if self.directories.is_empty() && self.origins.is_empty() {
            return Ok(());
        }
        let mut value = Json::Object(std::mem::take(arguments));
        let mut problems = ViolationList::default();
        let mut left = self.max_bytes;
        for (pointer, reference) in find_references(schema, &value) {
            match self.read_reference(reference, left, clients).await {
                Ok(file) => {
                    left = left.saturating_sub(file.content.len() as u64);
                    if let Some(place) = value.pointer_mut(&pointer) {
                        *place = serde_json::from_str(&json_text(&file)).unwrap_or_default();
                    }
                }
                Err(message) => problems.push_with(|| Violation::new(pointer, message)),
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

    async fn read_reference(
        &self,
        reference: FileReference,
        most: u64,
        clients: &HttpClients,
    ) -> Result<File, String> {
        let refused = |why: NotAFile| Err(why.to_string());
        let found = match &reference.place {
            FilePlace::Path(_) if self.directories.is_empty() => {
                return refused(reference.describe_refusal());
            }
            FilePlace::Path(path) => self.directories.read_file(path.into(), most).await?,
            FilePlace::Uri(uri) => match origins::parse_file_uri(uri)? {
                url if url.scheme() != "file" && self.origins.is_empty() => {
                    return refused(reference.describe_refusal());
                }
                url if url.scheme() != "file" => {
                    self.origins.fetch_file(url, most, clients).await?
                }
                _ if self.directories.is_empty() => return refused(reference.describe_refusal()),
                url => {
                    let path = url
                        .to_file_path()
                        .map_err(|()| "is not the URI of a file on this machine".to_owned())?;
                    self.directories.read_file(path, most).await?
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
fn find_references(schema: &Schema, value: &Json) -> Vec<(String, FileReference)> {
    let mut found = Vec::new();
    for_each_file(schema, value, &mut |pointer, value| {
        if let Ok(FileArgument::Elsewhere(reference)) = FileArgument::from_json(value) {
            found.push((pointer, reference));
        }
    });
    found
}
