//! The registry and the index of examples, which are read once: by the thread at the start, or by the first call that
//! needs them. Reading takes time and other calls wait for it meanwhile, so handlers ask for them in `run_blocking` only.

use std::sync::OnceLock;
use std::time::Instant;

use crate::examples::cache::{Loaded, load_index};
use crate::examples::index::Index;
use crate::examples::suite::read_files;
use crate::failure::Failure;
use crate::functions::registry::{Origin, Registry, load_registry};
use crate::settings::Settings;

/// What is read from files of UTL-X.
#[derive(Debug)]
pub(crate) struct LocalData {
    settings: Settings,
    registry: OnceLock<Result<Registry, Failure>>,
    index: OnceLock<Result<Index, Failure>>,
}

impl LocalData {
    /// Data that is read when it is asked for.
    pub(crate) fn new(settings: Settings) -> Self {
        Self {
            settings,
            registry: OnceLock::new(),
            index: OnceLock::new(),
        }
    }

    /// The function registry.
    ///
    /// # Errors
    ///
    /// The file that the settings name cannot be read.
    pub(crate) fn registry(&self) -> Result<&Registry, Failure> {
        let registry = self.registry.get_or_init(|| self.load_registry());
        registry.as_ref().map_err(Clone::clone)
    }

    fn load_registry(&self) -> Result<Registry, Failure> {
        let path = self.settings.data.function_registry.as_deref();
        let registry = load_registry(path).map_err(|error| {
            tracing::error!("{error}");
            Failure::internal(format!(
                "{error}. Set data.function_registry (FUNCTION_REGISTRY_PATH) to the file utlx-functions.json."
            ))
        })?;
        for reason in &registry.unreadable {
            tracing::warn!("a function of the registry was left out: {reason}");
        }
        match &registry.origin {
            Origin::Sample => tracing::warn!(
                "there is no function registry, so a sample of {} functions is used: set FUNCTION_REGISTRY_PATH",
                registry.functions.len()
            ),
            Origin::Path(path) => tracing::info!(
                "{} functions were read from {}",
                registry.functions.len(),
                path.display()
            ),
        }
        Ok(registry)
    }

    /// The index of the conformance suite.
    ///
    /// # Errors
    ///
    /// The directory that the settings name cannot be read.
    pub(crate) fn index(&self) -> Result<&Index, Failure> {
        let index = self.index.get_or_init(|| self.load_index());
        index.as_ref().map_err(Clone::clone)
    }

    fn load_index(&self) -> Result<Index, Failure> {
        let started = Instant::now();
        let files = read_files(self.settings.data.conformance_suite.as_deref()).map_err(|error| {
            tracing::error!("{error}");
            Failure::internal(format!(
                "{error}. Set data.conformance_suite (CONFORMANCE_SUITE_PATH) to the directory conformance-suite/utlx/tests."
            ))
        })?;
        let settings = &self.settings.get_examples;
        let Loaded {
            index,
            notes,
            is_from_cache,
        } = load_index(&files, &settings.index_path, settings.rebuild_on_startup);
        notes.iter().for_each(|note| tracing::warn!("{note}"));
        for file in &index.unreadable {
            tracing::warn!(
                "a file of the suite has an error: {}: {}",
                file.path,
                file.reason
            );
        }
        if files.is_sample {
            tracing::warn!(
                "there is no conformance suite, so a sample of {} cases is used: set CONFORMANCE_SUITE_PATH",
                index.cases.len()
            );
        }
        tracing::info!(
            cases = index.cases.len(),
            files = index.files,
            unreadable = index.unreadable.len(),
            cached = is_from_cache,
            milliseconds = started.elapsed().as_secs_f64() * 1000.0,
            "the index of examples is ready"
        );
        Ok(index)
    }
}
