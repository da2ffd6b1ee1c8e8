//! Refreshes due feeds in the background. When each feed is due is in the database, so a restart changes nothing,
//! and several servers on one database share the work: each feed is claimed before it is fetched.

use std::sync::Weak;
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use toolwright::ToolError;

use crate::ingest::Ingest;
use crate::news::News;
use crate::storage::Store;
use crate::storage::feeds::FetchTarget;
use crate::storage::logs::Component;

/// Time between two looks at what is due.
const TICK: Duration = Duration::from_secs(30);

/// Feeds that are fetched in one tick.
const FEEDS_PER_TICK: i64 = 20;

/// How long a claimed feed belongs to its server: longer than any fetch takes.
const CLAIM_MINUTES: i64 = 5;

/// Runs the scheduler as long as the server is there.
pub(crate) fn run_forever(news: &Weak<News>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    match runtime {
        Ok(runtime) => runtime.block_on(async {
            while let Some(news) = news.upgrade() {
                // A task of its own: a panic, perhaps over an odd article, ends the tick and not the scheduler.
                let tick = tokio::spawn(async move { run_once(&news).await });
                match tick.await {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => tracing::warn!("the scheduler failed: {error}"),
                    Err(error) => tracing::error!("the scheduler failed: {error}"),
                }
                tokio::time::sleep(TICK).await;
            }
        }),
        Err(error) => tracing::error!("the scheduler does not run: {error}"),
    }
}

/// Says that the scheduler is alive, and refreshes what is due.
pub(crate) async fn run_once(news: &News) -> Result<(), ToolError> {
    let store = news.store().await?;
    store.save_heartbeat().await?;
    let targets = store.due_targets(FEEDS_PER_TICK).await?;
    for target in &targets {
        refresh_target(news, store, target).await?;
    }
    Ok(())
}

async fn refresh_target(news: &News, store: &Store, target: &FetchTarget) -> Result<(), ToolError> {
    let until = Utc::now() + TimeDelta::minutes(CLAIM_MINUTES);
    if !store.claim_target(target.id, until).await? {
        return Ok(());
    }
    // A failure is recorded with the feed, and is no failure of the scheduler.
    let refreshed = news.ingest(store).refresh(target, false).await;
    if let Ok(refreshed) = refreshed {
        let message = format!("Fetched: {}", refreshed.message);
        store
            .write_log("INFO", Component::Scheduler, message, Some(target.id))
            .await?;
    }
    store.count_run().await?;
    store.save_heartbeat().await
}

impl News {
    pub(crate) fn ingest<'n>(&'n self, store: &'n Store) -> Ingest<'n> {
        Ingest {
            store,
            fetcher: &self.fetcher,
            analyzer: &*self.analyzer,
        }
    }
}
