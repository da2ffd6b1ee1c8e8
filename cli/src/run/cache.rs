//! Where `serve` and `call` keep the crates that they write and the directory that cargo builds
//! them in. A server's folder has a hash of its source in its name, so that an unchanged spec
//! starts without compiling and two versions never overwrite each other.

use std::env;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use thiserror::Error;
use toolwright_codegen::Compiled;

use crate::dependency::Toolwright;

/// What is kept between commands: a crate for each server, and one target directory for all, so
/// that the runtime is compiled once.
#[derive(Clone, Debug)]
pub(crate) struct Cache(PathBuf);

#[derive(Debug, Error)]
#[error(
    "there is no home directory for the cache ({0})\n  help: set TOOLWRIGHT_CACHE to a directory"
)]
pub(crate) struct NoCache(etcetera::HomeDirError);

impl Cache {
    /// `TOOLWRIGHT_CACHE`, or `toolwright` in the user's cache directory.
    pub(crate) fn for_user() -> Result<Self, NoCache> {
        let chosen = env::var_os("TOOLWRIGHT_CACHE").filter(|path| !path.is_empty());
        if let Some(path) = chosen {
            return Ok(Self(path.into()));
        }
        let dirs = etcetera::choose_base_strategy().map_err(NoCache)?;
        Ok(Self(dirs.cache_dir().join("toolwright")))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The folder of a server's crate.
    pub(super) fn server_folder(&self, name: &str) -> PathBuf {
        self.0.join("servers").join(name)
    }

    pub(super) fn target_folder(&self) -> PathBuf {
        self.0.join("target")
    }

    /// Deletes it. Returns whether there was anything.
    pub(crate) fn delete_contents(&self) -> io::Result<bool> {
        let mut found = false;
        // Nothing else, in case the variable names a directory that has more.
        for folder in [self.0.join("servers"), self.target_folder()] {
            match std::fs::remove_dir_all(folder) {
                Ok(()) => found = true,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }
}

/// The name of a server's crate and binary: another one for any other source, settings or version.
pub(super) fn server_crate_name(compiled: &Compiled, toolwright: &Toolwright) -> String {
    // A collision would run the wrong server, but the input is the user's own spec: no attacker
    // gains anything from one. Another hash in another Rust release only costs a build.
    let mut hasher = DefaultHasher::new();
    compiled.rust().hash(&mut hasher);
    compiled.code().json().hash(&mut hasher);
    toolwright.runtime_dependency().hash(&mut hasher);
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    let server = crate::scaffold::package_name(&compiled.api().name);
    format!("{server}-{:016x}", hasher.finish())
}
