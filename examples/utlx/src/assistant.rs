//! What the handlers share: settings, the daemon, and the local data, which is read once: by a thread at the start, or
//! by the first call that needs it.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use toolwright::{ExecutorError, Tools};

use crate::api;
use crate::daemon::Daemon;
use crate::examples::cache::{Loaded, load_index};
use crate::examples::index::Index;
use crate::examples::suite::read_files;
use crate::failure::{Failure, error_envelope};
use crate::functions::registry::{Origin, Registry, load_registry};
use crate::settings::Settings;

/// The state of the server, which has the handlers of all tools.
///
/// ```
/// use std::sync::Arc;
/// use utlx_mcp::{Assistant, Settings};
///
/// let settings = Settings::defaults("/home/ada".as_ref());
/// let assistant = Arc::new(Assistant::new(settings)?);
/// assert!(toolwright::tool_list(assistant.tools()).contains("get_input_schema"));
/// # Ok::<(), toolwright::ExecutorError>(())
/// ```
#[derive(Debug)]
pub struct Assistant {
    pub(crate) settings: Settings,
    pub(crate) daemon: Daemon,
    registry: OnceLock<Result<Registry, Failure>>,
    index: OnceLock<Result<Index, Failure>>,
}

impl Assistant {
    /// An assistant with these settings, which reads and sends nothing yet.
    ///
    /// # Errors
    ///
    /// The address of the daemon cannot be used.
    pub fn new(settings: Settings) -> Result<Self, ExecutorError> {
        Ok(Self {
            daemon: Daemon::new(&settings)?,
            settings,
            registry: OnceLock::new(),
            index: OnceLock::new(),
        })
    }

    /// The tools, with one form for all errors.
    pub fn tools(self: &Arc<Self>) -> Tools {
        api::shared_tools(Arc::clone(self)).error_form(error_envelope)
    }

    /// Reads the local data on a thread of its own, so that the first calls need not wait for it.
    pub fn warm_up(self: &Arc<Self>) {
        let assistant = Arc::clone(self);
        let started = std::thread::Builder::new()
            .name("warm-up".to_owned())
            .spawn(move || {
                wait_for_log();
                let _ = (assistant.registry(), assistant.index());
            });
        // Without the thread, the first call reads the data.
        drop(started);
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

/// Waits until the log is set up, which the server does after the options were read. What is told before is lost.
fn wait_for_log() {
    let started = Instant::now();
    while !tracing::dispatcher::has_been_set() && started.elapsed() < Duration::from_secs(2) {
        std::thread::sleep(Duration::from_millis(5));
    }
}
