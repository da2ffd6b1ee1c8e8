//! The tools for the server itself.

use toolwright::{Call, ToolError};

use crate::News;
use crate::api::types::{
    Dashboard, ErrorReport, IntervalChange, LogAnalysisComponent, LogAnalysisLogLevel, LogReport,
    Maintenance, MaintenanceTasksBodyTask as Task, Pong, QueryResult, QuickQueriesQueryName,
    Scheduler, SchedulerStatusAction, SystemHealth, SystemHealthStatus, TableList, Usage,
    UsageStatsPeriod,
};
use crate::api::{self, handlers};
use crate::arguments::{check_count, check_hours};
use crate::read_only::run_query;
use crate::storage::logs::Component;
use crate::storage::system::KEPT_DAYS;
use crate::time::{current_time, format_time};

/// Rows of a predefined query.
const QUICK_ROWS: usize = 100;

impl handlers::SystemPing for News {
    async fn system_ping(&self, _: api::SystemPing, _: &Call<'_>) -> Result<Pong, ToolError> {
        Ok(Pong {
            pong: true,
            time: format_time(current_time()),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }
}

impl handlers::GetDashboard for News {
    async fn get_dashboard(
        &self,
        _: api::GetDashboard,
        _: &Call<'_>,
    ) -> Result<Dashboard, ToolError> {
        self.store().await?.dashboard().await
    }
}

impl handlers::ExecuteQuery for News {
    async fn execute_query(
        &self,
        request: api::ExecuteQuery,
        _: &Call<'_>,
    ) -> Result<QueryResult, ToolError> {
        let limit = check_count("/limit", request.limit, 100)?;
        let location = &self.store().await?.location;
        run_query(location, &request.query, limit as usize).await
    }
}

impl handlers::QuickQueries for News {
    async fn quick_queries(
        &self,
        request: api::QuickQueries,
        _: &Call<'_>,
    ) -> Result<QueryResult, ToolError> {
        let query = match request.query_name {
            QuickQueriesQueryName::FeedOverview => {
                "SELECT f.id, f.title, f.status, count(i.id) AS articles, max(i.created_at) AS latest \
                 FROM feeds f LEFT JOIN items i ON i.feed_id = f.id \
                 GROUP BY f.id, f.title, f.status ORDER BY f.id"
            }
            QuickQueriesQueryName::RecentActivity => {
                "SELECT i.created_at, f.title AS feed, i.title FROM items i \
                 JOIN feeds f ON f.id = i.feed_id ORDER BY i.created_at DESC LIMIT 20"
            }
            QuickQueriesQueryName::ErrorAnalysis => {
                "SELECT error, count(*) AS count, max(started_at) AS latest FROM fetches \
                 WHERE outcome = 'error' GROUP BY error ORDER BY count(*) DESC"
            }
            QuickQueriesQueryName::PerformanceStats => {
                "SELECT f.id, f.title, count(x.id) AS fetches, avg(x.duration_ms) AS average_ms, \
                 max(x.duration_ms) AS slowest_ms, sum(x.new_articles) AS new_articles \
                 FROM feeds f LEFT JOIN fetches x ON x.feed_id = f.id \
                 GROUP BY f.id, f.title ORDER BY f.id"
            }
            QuickQueriesQueryName::TemplateUsage => {
                "SELECT t.id, t.name, count(ta.feed_id) AS feeds FROM templates t \
                 LEFT JOIN template_assignments ta ON ta.template_id = t.id \
                 GROUP BY t.id, t.name ORDER BY t.id"
            }
        };
        run_query(&self.store().await?.location, query, QUICK_ROWS).await
    }
}

impl handlers::TableInfo for News {
    async fn table_info(
        &self,
        request: api::TableInfo,
        _: &Call<'_>,
    ) -> Result<TableList, ToolError> {
        let store = self.store().await?;
        let mut names = store.table_names().await?;
        if let Some(wanted) = &request.table_name {
            if !names.contains(wanted) {
                let message = format!("must be one of {} (got {wanted:?})", names.join(", "));
                return Err(ToolError::invalid_argument("/table_name", message));
            }
            names.retain(|name| name == wanted);
        }
        let with_sample = request.include_sample_data == Some(true);
        let mut tables = Vec::new();
        for name in names {
            tables.push(store.describe_table(&name, with_sample).await?);
        }
        Ok(TableList {
            database: store.database_kind(),
            tables,
        })
    }
}

impl handlers::SystemHealth for News {
    async fn system_health(
        &self,
        _: api::SystemHealth,
        _: &Call<'_>,
    ) -> Result<SystemHealth, ToolError> {
        let store = self.store().await?;
        let scheduler = self.read_scheduler(false).await?;
        let feeds_failing = store.dashboard().await?.feeds.error;
        let mut problems = Vec::new();
        if scheduler.enabled && !scheduler.alive {
            problems.push("The scheduler had no heartbeat in the last two minutes.".to_owned());
        }
        if feeds_failing > 0 {
            problems.push(format!(
                "{feeds_failing} feeds fail; error_analysis says why."
            ));
        }
        Ok(SystemHealth {
            status: match problems.is_empty() {
                true => SystemHealthStatus::Healthy,
                false => SystemHealthStatus::Degraded,
            },
            version: env!("CARGO_PKG_VERSION").to_owned(),
            uptime_seconds: i64::try_from(self.started.elapsed().as_secs()).unwrap_or(i64::MAX),
            database: store.database_health().await?,
            scheduler,
            memory_bytes: resident_memory(),
            feeds_failing,
            problems,
        })
    }
}

/// The memory of this process, as Linux says it.
fn resident_memory() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: i64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

impl handlers::ErrorAnalysis for News {
    async fn error_analysis(
        &self,
        request: api::ErrorAnalysis,
        _: &Call<'_>,
    ) -> Result<ErrorReport, ToolError> {
        let hours = check_hours("/hours", request.hours, 24)?;
        let store = self.store().await?;
        store.check_feed(request.feed_id).await?;
        let patterns = store.error_patterns(hours, request.feed_id).await?;
        Ok(ErrorReport {
            hours,
            total: patterns.iter().map(|pattern| pattern.count).sum(),
            patterns,
        })
    }
}

impl handlers::LogAnalysis for News {
    async fn log_analysis(
        &self,
        request: api::LogAnalysis,
        _: &Call<'_>,
    ) -> Result<LogReport, ToolError> {
        let hours = check_hours("/hours", request.hours, 24)?;
        let levels: &[&str] = match request.log_level {
            Some(LogAnalysisLogLevel::Error) => &["ERROR"],
            None | Some(LogAnalysisLogLevel::Warning) => &["ERROR", "WARNING"],
            Some(LogAnalysisLogLevel::Info) => &["ERROR", "WARNING", "INFO"],
        };
        let component = request.component.map(|component| match component {
            LogAnalysisComponent::Scheduler => Component::Scheduler,
            LogAnalysisComponent::Fetcher => Component::Fetcher,
            LogAnalysisComponent::Templates => Component::Templates,
            LogAnalysisComponent::Api => Component::Api,
        });
        self.store()
            .await?
            .log_report(hours, levels, component)
            .await
    }
}

impl handlers::UsageStats for News {
    async fn usage_stats(
        &self,
        request: api::UsageStats,
        _: &Call<'_>,
    ) -> Result<Usage, ToolError> {
        let (period, hours) = match request.period {
            Some(UsageStatsPeriod::Hour) => ("hour", 1),
            None | Some(UsageStatsPeriod::Day) => ("day", 24),
            Some(UsageStatsPeriod::Week) => ("week", 7 * 24),
            Some(UsageStatsPeriod::Month) => ("month", 30 * 24),
        };
        let store = self.store().await?;
        let mut usage = store.usage(period, hours).await?;
        if request.detailed == Some(true) {
            usage.feeds = Some(store.usage_by_feed(hours).await?);
        }
        Ok(usage)
    }
}

impl handlers::MaintenanceTasks for News {
    async fn maintenance_tasks(
        &self,
        request: api::MaintenanceTasks,
        _: &Call<'_>,
    ) -> Result<Maintenance, ToolError> {
        let store = self.store().await?;
        let dry_run = request.body.dry_run != Some(false);
        let mut affected_rows = 0;
        let (task, what) = match request.body.task {
            Task::CleanupOldItems => {
                affected_rows = store.count_old_articles().await?;
                if !dry_run {
                    affected_rows = store.remove_old_articles().await? as i64;
                }
                let what = format!("remove {affected_rows} articles older than {KEPT_DAYS} days");
                ("cleanup_old_items", what)
            }
            Task::VacuumDatabase => {
                if !dry_run {
                    store.vacuum().await?;
                }
                (
                    "vacuum_database",
                    "give the space of deleted rows back".to_owned(),
                )
            }
            Task::UpdateStatistics => {
                if !dry_run {
                    store.update_statistics().await?;
                }
                (
                    "update_statistics",
                    "renew the statistics of the query planner".to_owned(),
                )
            }
            Task::RebuildIndexes => {
                if !dry_run {
                    store.rebuild_indexes().await?;
                }
                ("rebuild_indexes", "build all indexes anew".to_owned())
            }
        };
        let message = match dry_run {
            true => format!("This would {what}. Set dry_run to false to do it."),
            false => format!("Done: {what}."),
        };
        Ok(Maintenance {
            task: task.to_owned(),
            dry_run,
            affected_rows,
            message,
        })
    }
}

impl News {
    async fn read_scheduler(&self, with_next: bool) -> Result<Scheduler, ToolError> {
        let store = self.store().await?;
        let mut scheduler = store.scheduler_state().await?;
        scheduler.enabled = self.settings.runs_scheduler;
        if with_next {
            scheduler.next_fetches = Some(store.next_fetches().await?);
        }
        Ok(scheduler)
    }
}

impl handlers::SchedulerStatus for News {
    async fn scheduler_status(
        &self,
        request: api::SchedulerStatus,
        _: &Call<'_>,
    ) -> Result<Scheduler, ToolError> {
        let with_next = matches!(request.action, None | Some(SchedulerStatusAction::Status));
        self.read_scheduler(with_next).await
    }
}

impl handlers::SchedulerHeartbeat for News {
    async fn scheduler_heartbeat(
        &self,
        _: api::SchedulerHeartbeat,
        _: &Call<'_>,
    ) -> Result<Scheduler, ToolError> {
        self.read_scheduler(true).await
    }
}

impl handlers::SchedulerSetInterval for News {
    async fn scheduler_set_interval(
        &self,
        request: api::SchedulerSetInterval,
        _: &Call<'_>,
    ) -> Result<IntervalChange, ToolError> {
        let body = request.body;
        let store = self.store().await?;
        store.check_feed(body.feed_id).await?;
        let feeds_changed = store.set_interval(body.minutes, body.feed_id).await?;
        Ok(IntervalChange {
            minutes: body.minutes,
            feed_id: body.feed_id,
            feeds_changed: feeds_changed as i64,
        })
    }
}
