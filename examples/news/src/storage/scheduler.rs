//! The row of `scheduler`: what the scheduler finds again after a restart.

use chrono::TimeDelta;
use toolwright::ToolError;

use super::{Statement, Store};
use crate::api::types::{NextFetch, Scheduler};
use crate::time::{Time, current_time};

/// A scheduler without a heartbeat for so long is not alive.
const ALIVE_MINUTES: i64 = 2;

/// How many of the next fetches are shown.
const NEXT_FETCHES: i64 = 10;

impl Store {
    /// The state of the scheduler. Whether this server runs it is for the caller to say.
    pub(crate) async fn scheduler_state(&self) -> Result<Scheduler, ToolError> {
        let select = Statement::new(
            "SELECT interval_minutes, runs, last_run_at::text AS last_run_at, \
             last_heartbeat_at::text AS last_heartbeat_at, (SELECT count(*) FROM feeds \
             WHERE status <> 'PAUSED' AND NOT is_sample AND (next_fetch_at IS NULL \
             OR next_fetch_at <= ?::timestamptz)) AS due FROM scheduler WHERE id = 1",
        );
        let row = self.fetch_one(select.bind(current_time())).await?;
        let heartbeat = row.optional_moment("last_heartbeat_at")?;
        let limit = current_time() - TimeDelta::minutes(ALIVE_MINUTES);
        Ok(Scheduler {
            enabled: false,
            alive: heartbeat.is_some_and(|time| time >= limit),
            interval_minutes: row.integer("interval_minutes")?,
            runs: row.integer("runs")?,
            due_feeds: row.integer("due")?,
            last_run_at: row.optional_time("last_run_at")?,
            last_heartbeat_at: row.optional_time("last_heartbeat_at")?,
            next_fetches: None,
        })
    }

    /// The feeds that are fetched next.
    pub(crate) async fn next_fetches(&self) -> Result<Vec<NextFetch>, ToolError> {
        let select = Statement::new(
            "SELECT id, title, next_fetch_at::text AS next_fetch FROM feeds \
             WHERE status <> 'PAUSED' AND NOT is_sample \
             ORDER BY next_fetch_at NULLS FIRST, id LIMIT ?",
        );
        let rows = self.fetch_all(select.bind(NEXT_FETCHES)).await?;
        let next = rows.iter().map(|row| {
            Ok(NextFetch {
                feed_id: row.integer("id")?,
                title: row.text("title")?,
                next_fetch_at: row.optional_time("next_fetch")?,
            })
        });
        next.collect()
    }

    pub(crate) async fn save_heartbeat(&self) -> Result<(), ToolError> {
        let update =
            Statement::new("UPDATE scheduler SET last_heartbeat_at = ?::timestamptz WHERE id = 1");
        self.execute(update.bind(current_time())).await?;
        Ok(())
    }

    pub(crate) async fn count_run(&self) -> Result<(), ToolError> {
        let update = Statement::new(
            "UPDATE scheduler SET runs = runs + 1, last_run_at = ?::timestamptz WHERE id = 1",
        );
        self.execute(update.bind(current_time())).await?;
        Ok(())
    }

    /// Sets the interval of one feed, or of all feeds and of new ones. Says how many feeds that changed.
    pub(crate) async fn set_interval(
        &self,
        minutes: i64,
        feed_id: Option<i64>,
    ) -> Result<u64, ToolError> {
        let next: Time = current_time() + TimeDelta::minutes(minutes);
        if feed_id.is_none() {
            let update = Statement::new("UPDATE scheduler SET interval_minutes = ? WHERE id = 1");
            self.execute(update.bind(minutes)).await?;
        }
        // A shorter interval holds at once: the next fetch is not later than it says.
        let mut update = Statement::new(
            "UPDATE feeds SET fetch_interval_minutes = ?, next_fetch_at = CASE \
             WHEN next_fetch_at > ?::timestamptz THEN ?::timestamptz ELSE next_fetch_at END \
             WHERE 1 = 1",
        );
        update = update.bind(minutes).bind(next).bind(next);
        update.add_condition_if("id = ?", feed_id);
        self.execute(update).await
    }
}
