//! Runs of the analysis: which articles are selected, and the table `analysis_runs`.

use serde_json::{Value as Json, json};
use toolwright::ToolError;

use super::{Row, Statement, Store};
use crate::api::types::{AnalysisHistory, AnalysisRun, RunStatus};
use crate::time::{Time, current_time};

/// An article as the analyzer needs it.
#[derive(Clone, Debug)]
pub(crate) struct SelectedArticle {
    pub(crate) id: i64,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) is_analyzed: bool,
}

/// Which articles are selected. All conditions hold.
#[derive(Clone, Debug)]
pub(crate) struct ArticleSelector {
    pub(crate) limit: i64,
    pub(crate) from: Option<Time>,
    pub(crate) to: Option<Time>,
    pub(crate) feeds: Vec<i64>,
}

/// A run that has ended.
#[derive(Clone, Debug)]
pub(crate) struct FinishedRun {
    pub(crate) model: String,
    pub(crate) analyzer: String,
    pub(crate) selector: Json,
    pub(crate) tags: Vec<String>,
    pub(crate) articles: i64,
    pub(crate) persisted: bool,
    pub(crate) average_sentiment: Option<f64>,
    pub(crate) started_at: Time,
}

impl Store {
    /// The selected articles, the latest first.
    pub(crate) async fn select_for_analysis(
        &self,
        selector: &ArticleSelector,
    ) -> Result<Vec<SelectedArticle>, ToolError> {
        let mut select = Statement::new(
            "SELECT i.id, i.title, i.description, a.item_id AS analyzed FROM items i \
             LEFT JOIN item_analysis a ON a.item_id = i.id WHERE 1 = 1",
        );
        select.add_condition_if("i.published_at >= ?::timestamptz", selector.from);
        select.add_condition_if("i.published_at <= ?::timestamptz", selector.to);
        select.add_in_condition("i.feed_id", selector.feeds.clone());
        select.append_sql(" ORDER BY i.created_at DESC, i.id DESC");
        select.add_page(selector.limit, 0);
        let rows = self.fetch_all(select).await?;
        let articles = rows.iter().map(|row| {
            Ok(SelectedArticle {
                id: row.integer("id")?,
                title: row.text("title")?,
                description: row.optional_text("description")?.unwrap_or_default(),
                is_analyzed: row.optional_integer("analyzed")?.is_some(),
            })
        });
        articles.collect()
    }

    pub(crate) async fn insert_run(&self, run: FinishedRun) -> Result<AnalysisRun, ToolError> {
        let insert = Statement::new(
            "INSERT INTO analysis_runs (model, analyzer, status, selector, tags, articles, \
             persisted, average_sentiment, started_at, finished_at) \
             VALUES (?, ?, 'done', ?::jsonb, ?::jsonb, ?, ?, ?, ?::timestamptz, ?::timestamptz) \
             RETURNING id",
        );
        let insert = insert
            .bind(run.model)
            .bind(run.analyzer)
            .bind(run.selector)
            .bind(json!(run.tags))
            .bind(run.articles)
            .bind(run.persisted)
            .bind(run.average_sentiment)
            .bind(run.started_at)
            .bind(current_time());
        let id = self.insert_row(insert).await?;
        let mut select = select_runs();
        select.add_condition_if("id = ?", id);
        read_run(&self.fetch_one(select).await?)
    }

    /// A page of runs, newest first.
    pub(crate) async fn list_runs(
        &self,
        status: Option<&RunStatus>,
        limit: i64,
        offset: i64,
    ) -> Result<AnalysisHistory, ToolError> {
        let status = status.map(run_status_name);
        let mut count = Statement::new("SELECT count(*) AS count FROM analysis_runs WHERE 1 = 1");
        count.add_condition_if("status = ?", status);
        let mut select = select_runs();
        select.add_condition_if("status = ?", status);
        select.append_sql(" ORDER BY id DESC");
        select.add_page(limit, offset);
        let rows = self.fetch_all(select).await?;
        Ok(AnalysisHistory {
            total: self.fetch_count(count).await?,
            runs: rows.iter().map(read_run).collect::<Result<_, _>>()?,
        })
    }
}

fn select_runs() -> Statement {
    Statement::new(
        "SELECT id, model, analyzer, status, tags::text AS tags, articles, persisted, \
         average_sentiment, started_at::text AS started_at, finished_at::text AS finished_at, \
         error FROM analysis_runs WHERE 1 = 1",
    )
}

fn read_run(row: &Row) -> Result<AnalysisRun, ToolError> {
    let tags = row.optional_json("tags")?.unwrap_or_default();
    Ok(AnalysisRun {
        id: row.integer("id")?,
        model: row.text("model")?,
        analyzer: row.text("analyzer")?,
        status: match row.text("status")?.as_str() {
            "queued" => RunStatus::Queued,
            "running" => RunStatus::Running,
            "done" => RunStatus::Done,
            _ => RunStatus::Error,
        },
        articles: row.integer("articles")?,
        persisted: row.flag("persisted")?,
        tags: serde_json::from_value(tags)?,
        average_sentiment: row.optional_real("average_sentiment")?,
        started_at: row.time("started_at")?,
        finished_at: row.optional_time("finished_at")?,
        error: row.optional_text("error")?,
    })
}

fn run_status_name(status: &RunStatus) -> &str {
    match status {
        RunStatus::Queued => "queued",
        RunStatus::Running => "running",
        RunStatus::Done => "done",
        RunStatus::Error => "error",
        RunStatus::Other(name) => name,
    }
}
