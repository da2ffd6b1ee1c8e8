//! The tools for articles.

use chrono::TimeDelta;
use toolwright::{Call, ToolError};

use crate::News;
use crate::api::types::{
    Article, ArticleList, Export, ExportDataDataType, ExportDataFormat, LatestArticlesSortBy,
    Topics,
};
use crate::api::{self, handlers};
use crate::arguments::{
    check_count, check_days, check_hours, check_keywords, check_offset, require_words,
};
use crate::export::{write_csv, write_json, write_xml};
use crate::storage::articles::{ArticleFilter, Order};
use crate::time::{hours_ago, parse_day_argument, parse_time_argument};
use crate::topics::count_topics;

/// Articles that are counted for topics.
const MOST_COUNTED: i64 = 5_000;

/// Records of an export.
const MOST_RECORDS: i64 = 10_000;

impl handlers::LatestArticles for News {
    async fn latest_articles(
        &self,
        request: api::LatestArticles,
        _: &Call<'_>,
    ) -> Result<Vec<Article>, ToolError> {
        let limit = check_count("/limit", request.limit, 20)?;
        let hours = check_hours("/since_hours", request.since_hours, 24)?;
        let store = self.store().await?;
        store.check_feed(request.feed_id).await?;
        let filter = ArticleFilter {
            feeds: request.feed_id.into_iter().collect(),
            created_from: Some(hours_ago(hours)),
            keywords: check_keywords("/keywords", request.keywords)?,
            excluded_keywords: check_keywords("/exclude_keywords", request.exclude_keywords)?,
            min_sentiment: request.min_sentiment,
            max_sentiment: request.max_sentiment,
            order: match request.sort_by {
                None | Some(LatestArticlesSortBy::CreatedAt) => Order::Created,
                Some(LatestArticlesSortBy::Published) => Order::Published,
                Some(LatestArticlesSortBy::SentimentScore) => Order::Sentiment,
                Some(LatestArticlesSortBy::ImpactScore) => Order::Impact,
            },
            ..ArticleFilter::default()
        };
        store.list_articles(&filter, limit, 0).await
    }
}

impl handlers::SearchArticles for News {
    async fn search_articles(
        &self,
        request: api::SearchArticles,
        _: &Call<'_>,
    ) -> Result<ArticleList, ToolError> {
        let limit = check_count("/limit", request.limit, 50)?;
        let day = |pointer, day: Option<String>| {
            day.map(|day| parse_day_argument(pointer, &day)).transpose()
        };
        let from = day("/date_from", request.date_from)?;
        let last = day("/date_to", request.date_to)?;
        let store = self.store().await?;
        store.check_feed(request.feed_id).await?;
        let filter = ArticleFilter {
            words: Some(require_words("/query", &request.query)?),
            feeds: request.feed_id.into_iter().collect(),
            published_from: from,
            // The whole last day belongs to the range; times are stored in seconds.
            published_until: last.map(|day| day + TimeDelta::days(1) - TimeDelta::seconds(1)),
            order: Order::Relevance,
            ..ArticleFilter::default()
        };
        store.page_articles(&filter, limit, 0).await
    }
}

impl handlers::ItemsRecent for News {
    async fn items_recent(
        &self,
        request: api::ItemsRecent,
        _: &Call<'_>,
    ) -> Result<ArticleList, ToolError> {
        let limit = check_count("/limit", request.limit, 50)?;
        let since = request.since;
        let since = since.map(|since| parse_time_argument("/since", &since));
        let store = self.store().await?;
        store.check_feed(request.feed_id).await?;
        let filter = ArticleFilter {
            feeds: request.feed_id.into_iter().collect(),
            categories: request.category.into_iter().collect(),
            created_from: since.transpose()?,
            // Agencies sell the same text to many papers.
            without_duplicates: request.dedupe != Some(false),
            ..ArticleFilter::default()
        };
        store.page_articles(&filter, limit, 0).await
    }
}

impl handlers::ItemsSearch for News {
    async fn items_search(
        &self,
        request: api::ItemsSearch,
        _: &Call<'_>,
    ) -> Result<ArticleList, ToolError> {
        let limit = check_count("/limit", request.limit, 50)?;
        let offset = check_offset(request.offset)?;
        let range = request.time_range.unwrap_or_default();
        let time = |pointer, time: Option<String>| {
            time.map(|time| parse_time_argument(pointer, &time))
                .transpose()
        };
        let filter = ArticleFilter {
            words: Some(require_words("/q", &request.q)?),
            feeds: request.feeds.unwrap_or_default(),
            categories: request.categories.unwrap_or_default(),
            published_from: time("/time_range/from", range.from)?,
            published_until: time("/time_range/to", range.to)?,
            order: Order::Relevance,
            ..ArticleFilter::default()
        };
        self.store()
            .await?
            .page_articles(&filter, limit, offset)
            .await
    }
}

impl handlers::TrendingTopics for News {
    async fn trending_topics(
        &self,
        request: api::TrendingTopics,
        _: &Call<'_>,
    ) -> Result<Topics, ToolError> {
        let hours = check_hours("/hours", request.hours, 24)?;
        let min_frequency = check_count("/min_frequency", request.min_frequency, 3)?;
        let top_n = check_count("/top_n", request.top_n, 20)?;
        let filter = ArticleFilter {
            created_from: Some(hours_ago(hours)),
            ..ArticleFilter::default()
        };
        let articles = self
            .store()
            .await?
            .list_articles(&filter, MOST_COUNTED, 0)
            .await?;
        let mut topics = count_topics(&articles, min_frequency);
        topics.truncate(usize::try_from(top_n).unwrap_or(usize::MAX));
        Ok(Topics {
            hours,
            articles: articles.len() as i64,
            topics,
        })
    }
}

impl handlers::ExportData for News {
    async fn export_data(
        &self,
        request: api::ExportData,
        _: &Call<'_>,
    ) -> Result<Export, ToolError> {
        let limit = check_count("/limit", request.limit, 1_000)?.min(MOST_RECORDS);
        let days = check_days("/since_days", request.since_days, 30)?;
        let feed = request.feed_id;
        let store = self.store().await?;
        store.check_feed(feed).await?;
        let (data_type, records) = match request.data_type {
            None | Some(ExportDataDataType::Articles) => {
                ("articles", store.export_articles(feed, days, limit).await?)
            }
            Some(ExportDataDataType::Feeds) => ("feeds", store.export_feeds(feed, limit).await?),
            Some(ExportDataDataType::Statistics) => (
                "statistics",
                store.export_statistics(feed, days, limit).await?,
            ),
        };
        let (format, data) = match request.format {
            None | Some(ExportDataFormat::Json) => ("json", write_json(&records)),
            Some(ExportDataFormat::Csv) => ("csv", write_csv(&records)),
            Some(ExportDataFormat::Xml) => ("xml", write_xml(data_type, &records)),
        };
        Ok(Export {
            format: format.to_owned(),
            data_type: data_type.to_owned(),
            records: records.rows.len() as i64,
            data,
        })
    }
}
