//! The index on disk. A cached index has a version and the hash of the suite it was built from; one that does not fit,
//! or is damaged, is built again. A cache that cannot be written costs the next start some time, and nothing else.

use std::fs::{self, File};
use std::io::{BufReader, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::index::Index;
use super::suite::SuiteFiles;

/// Changes with the form of the index and with how it is built.
const VERSION: u32 = 1;

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
    let index = Index::build(files.parse(), files.count());
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
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    // The head is read first: an index of another version may have another form.
    let cached: Cached<serde_json::Value> =
        serde_json::from_reader(BufReader::new(file)).map_err(|error| error.to_string())?;
    if cached.version != VERSION || cached.content_hash != hash {
        return Ok(None);
    }
    let index = serde_json::from_value(cached.index).map_err(|error| error.to_string())?;
    Ok(Some(index))
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
