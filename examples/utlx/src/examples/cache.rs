//! The index on disk. A cached index has a version and the hash of the suite it was built from; one that does not fit,
//! or is damaged, is built again. A cache that cannot be written costs the next start some time, and nothing else.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::index::Index;
use super::suite::SuiteFiles;
use crate::regular_file::read_regular_file;

/// Changes with the form of the index and with how it is built.
const VERSION: u32 = 1;
/// The index of the whole suite of UTL-X has a hundredth of it.
const MAX_BYTES: u64 = 64 << 20;

/// What a cached index says of itself. The rest is passed over, and nothing is built of it.
#[derive(Deserialize)]
struct Head {
    version: u32,
    content_hash: String,
}

#[derive(Deserialize, Serialize)]
struct Cached<I> {
    version: u32,
    content_hash: String,
    index: I,
}

/// An index, and what is worth a line in the log.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) index: Index,
    pub(crate) notes: Vec<String>,
    pub(crate) is_from_cache: bool,
}

/// The index of a suite, from the cache if that is of the same suite.
pub(crate) fn load_index(files: &SuiteFiles, cache: &Path, rebuild: bool) -> Loaded {
    let hash = files.hash();
    let mut notes = Vec::new();
    if !rebuild {
        match read_cache(cache, &hash) {
            Ok(Some(index)) => {
                return Loaded {
                    index,
                    notes,
                    is_from_cache: true,
                };
            }
            Ok(None) => {}
            Err(reason) => notes.push(format!(
                "the cached index {} is not used and built again: {reason}",
                cache.display()
            )),
        }
    }
    let index = Index::build(files.parse(), files.file_count());
    if let Err(error) = write_cache(cache, hash, &index) {
        notes.push(format!(
            "the index cannot be cached in {}: {error}",
            cache.display()
        ));
    }
    Loaded {
        index,
        notes,
        is_from_cache: false,
    }
}

/// The cached index; `None` if there is none, or if it is of another version or suite.
fn read_cache(path: &Path, hash: &str) -> Result<Option<Index>, String> {
    let text = match read_regular_file(path, MAX_BYTES) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    // The head is read first: an index of another version may have another form.
    let head: Head = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    if head.version != VERSION || head.content_hash != hash {
        return Ok(None);
    }
    let cached: Cached<Index> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    Ok(Some(cached.index))
}

/// Writes to a file of its own and renames it: another server may read the cache meanwhile.
fn write_cache(path: &Path, content_hash: String, index: &Index) -> std::io::Result<()> {
    let directory = path.parent().filter(|it| !it.as_os_str().is_empty());
    let directory = directory.unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let mut file = tempfile::NamedTempFile::new_in(directory)?;
    let cached = Cached {
        version: VERSION,
        content_hash,
        index,
    };
    serde_json::to_writer(&mut file, &cached)?;
    file.flush()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cache_beyond_its_limit_is_not_read_into_memory() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("index.json");
        let file = fs::File::create(&path).expect("is created");
        // Sparse: it takes no room on the disk.
        file.set_len(MAX_BYTES + 1).expect("is extended");
        let error = read_cache(&path, "hash").expect_err("is too large");
        assert_eq!(error, format!("it is larger than {MAX_BYTES} bytes"));
    }

    #[test]
    fn an_index_of_another_version_may_have_another_form() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("index.json");
        fs::write(
            &path,
            "{\"version\":2,\"content_hash\":\"hash\",\"index\":[1]}",
        )
        .expect("is written");
        assert!(read_cache(&path, "hash").expect("is no error").is_none());
        fs::write(
            &path,
            "{\"version\":1,\"content_hash\":\"hash\",\"index\":[1]}",
        )
        .expect("is written");
        assert!(read_cache(&path, "hash").is_err());
    }
}
