//! What the handlers share: the storage, which is opened by the first call that needs it, so that the server
//! starts before the database answers; the fetcher of feeds; the analyzer of sentiment.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::OnceCell;
use toolwright::ToolError;

use crate::feed::Fetcher;
use crate::scheduler;
use crate::sentiment::{SentimentAnalyzer, Vader};
use crate::settings::Settings;
use crate::storage::Store;

/// Time before the scheduler opens the database: by then, a command such as `--help` has ended.
const SCHEDULER_DELAY: Duration = Duration::from_secs(1);

/// The state of the server, which has the handlers of all tools.
pub struct News {
    pub(crate) settings: Settings,
    pub(crate) fetcher: Fetcher,
    pub(crate) analyzer: Box<dyn SentimentAnalyzer>,
    pub(crate) started: Instant,
    store: OnceCell<Store>,
}

impl News {
    /// A server with these settings, which opens nothing yet.
    pub fn new(settings: Settings) -> Self {
        Self {
            fetcher: Fetcher::new(settings.allows_private_feeds),
            analyzer: Box::new(Vader::new()),
            started: Instant::now(),
            store: OnceCell::new(),
            settings,
        }
    }

    /// Replaces what scores the articles.
    #[must_use]
    pub fn with_analyzer(mut self, analyzer: impl SentimentAnalyzer + 'static) -> Self {
        self.analyzer = Box::new(analyzer);
        self
    }

    /// Fetches due feeds from now on, on a thread of its own, unless the settings switch that off.
    ///
    /// # Panics
    ///
    /// If the system gives no thread.
    pub fn start_scheduler(news: &Arc<Self>) {
        if !news.settings.runs_scheduler {
            return;
        }
        // Weak, so that the server's end is the end of the storage, which may be temporary.
        let news = Arc::downgrade(news);
        // `toolwright::run` owns the runtime of the calls and has no hook for work beside them.
        std::thread::Builder::new()
            .name("scheduler".to_owned())
            .spawn(move || {
                std::thread::sleep(SCHEDULER_DELAY);
                scheduler::run_forever(&news);
            })
            .expect("the system has a thread to spare");
    }

    /// The storage. An attempt to open it that failed is repeated by the next call.
    pub(crate) async fn store(&self) -> Result<&Store, ToolError> {
        let open = || Store::open(&self.settings.location, &*self.analyzer);
        self.store
            .get_or_try_init(open)
            .await
            .map_err(|error| error.context("The database cannot be opened"))
    }
}
