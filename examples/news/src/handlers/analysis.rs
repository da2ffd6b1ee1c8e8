//! The tools for analyses. They run here, by the analyzer of the server, whatever model is named.

use chrono::Utc;
use serde_json::json;
use toolwright::{Call, ToolError};

use crate::News;
use crate::api::types::{
    AnalysisHistory, AnalysisPreview, AnalysisPreviewModel, AnalysisRun, FeedReference, Selector,
};
use crate::api::{self, handlers};
use crate::arguments::{check_count, check_offset};
use crate::sentiment::Scores;
use crate::storage::analysis::{ArticleSelector, FinishedRun};
use crate::time::parse_time_argument;

/// Articles of one run.
const MOST_ARTICLES: i64 = 5_000;
const DEFAULT_ARTICLES: i64 = 100;

/// Articles that a preview names.
const SAMPLE: usize = 5;

/// A token of English text has about four characters.
const CHARACTERS_PER_TOKEN: usize = 4;

fn read_selector(selector: &Selector) -> Result<ArticleSelector, ToolError> {
    let limit = check_count("/selector/latest", selector.latest, DEFAULT_ARTICLES)?;
    let range = selector.time_range.clone().unwrap_or_default();
    let time = |pointer, time: Option<String>| {
        time.map(|time| parse_time_argument(pointer, &time))
            .transpose()
    };
    Ok(ArticleSelector {
        limit: limit.min(MOST_ARTICLES),
        from: time("/selector/time_range/from", range.from)?,
        to: time("/selector/time_range/to", range.to)?,
        feeds: selector.feeds.clone().unwrap_or_default(),
    })
}

impl handlers::AnalysisPreview for News {
    async fn analysis_preview(
        &self,
        request: api::AnalysisPreview,
        _: &Call<'_>,
    ) -> Result<AnalysisPreview, ToolError> {
        let selector = read_selector(&request.selector)?;
        let store = self.store().await?;
        let articles = store.select_for_analysis(&selector).await?;
        let characters = articles
            .iter()
            .map(|it| it.title.len() + it.description.len());
        let tokens = characters.sum::<usize>() / CHARACTERS_PER_TOKEN;
        let is_estimated = request.cost_estimate != Some(false);
        let sample = articles.iter().take(SAMPLE).map(|article| FeedReference {
            id: article.id,
            title: article.title.clone(),
        });
        Ok(AnalysisPreview {
            model: match request.model {
                Some(AnalysisPreviewModel::Gpt41Nano) => "gpt-4.1-nano",
                _ => "gpt-4o-mini",
            }
            .to_owned(),
            analyzer: self.analyzer.name().to_owned(),
            articles: articles.len() as i64,
            already_analyzed: articles.iter().filter(|it| it.is_analyzed).count() as i64,
            estimated_tokens: is_estimated.then_some(tokens as i64),
            estimated_cost_usd: is_estimated.then_some(0.0),
            sample: sample.collect(),
        })
    }
}

impl handlers::AnalysisRun for News {
    async fn analysis_run(
        &self,
        request: api::AnalysisRun,
        call: &Call<'_>,
    ) -> Result<AnalysisRun, ToolError> {
        let body = request.body;
        let selector = read_selector(&body.selector)?;
        let persisted = body.persist != Some(false);
        let started_at = Utc::now();
        let store = self.store().await?;
        let articles = store.select_for_analysis(&selector).await?;
        call.report(format!("analyzing {} articles", articles.len()));
        let mut transaction = store.begin().await?;
        let mut sum = 0.0;
        for article in &articles {
            let scores = Scores::analyze(&*self.analyzer, &article.title, &article.description);
            sum += scores.sentiment;
            if persisted {
                store
                    .save_scores(
                        &mut transaction,
                        &*self.analyzer,
                        article.id,
                        scores,
                        started_at,
                    )
                    .await?;
            }
        }
        transaction.commit().await?;
        let run = FinishedRun {
            model: match body.model {
                Some(AnalysisPreviewModel::Gpt41Nano) => "gpt-4.1-nano",
                _ => "gpt-4o-mini",
            }
            .to_owned(),
            analyzer: self.analyzer.name().to_owned(),
            selector: json!({
                "latest": selector.limit,
                "from": selector.from,
                "to": selector.to,
                "feeds": selector.feeds,
            }),
            tags: body.tags.unwrap_or_default(),
            articles: articles.len() as i64,
            persisted,
            average_sentiment: (!articles.is_empty()).then(|| sum / articles.len() as f64),
            started_at,
        };
        store.insert_run(run).await
    }
}

impl handlers::AnalysisHistory for News {
    async fn analysis_history(
        &self,
        request: api::AnalysisHistory,
        _: &Call<'_>,
    ) -> Result<AnalysisHistory, ToolError> {
        let limit = check_count("/limit", request.limit, 50)?;
        let offset = check_offset(request.offset)?;
        let store = self.store().await?;
        store
            .list_runs(request.status.as_ref(), limit, offset)
            .await
    }
}
