//! What the handlers share: settings, the daemon, and the local data.

use std::sync::Arc;
use std::time::{Duration, Instant};

use toolwright::{ExecutorError, Tools};

use crate::api;
use crate::daemon::Daemon;
use crate::failure::error_envelope;
use crate::local_data::LocalData;
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
    pub(crate) data: Arc<LocalData>,
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
            data: Arc::new(LocalData::new(settings.clone())),
            settings,
        })
    }

    /// The tools, with one form for all errors.
    pub fn tools(self: &Arc<Self>) -> Tools {
        api::shared_tools(Arc::clone(self)).error_form(error_envelope)
    }

    /// Reads the local data on a thread of its own, so that the first calls need not wait for it.
    pub fn warm_up(self: &Arc<Self>) {
        let data = Arc::clone(&self.data);
        let started = std::thread::Builder::new()
            .name("warm-up".to_owned())
            .spawn(move || {
                wait_for_log();
                let _ = (data.registry(), data.index());
            });
        // Without the thread, the first call reads the data.
        drop(started);
    }
}

/// Waits until the log is set up, which the server does after the options were read. What is told before is lost.
fn wait_for_log() {
    let started = Instant::now();
    while !tracing::dispatcher::has_been_set() && started.elapsed() < Duration::from_secs(2) {
        std::thread::sleep(Duration::from_millis(5));
    }
}
