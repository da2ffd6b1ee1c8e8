//! The table `items`: articles by time, words, keywords and sentiment.

use toolwright::ToolError;

use super::feeds::like_pattern;
use super::{Row, Statement, Store};
use crate::api::types::{Analysis, AnalysisSentiment, Article, ArticleList};
use crate::time::Time;

const COLUMNS: &str = "\
SELECT i.id, i.feed_id, f.title AS feed, i.title, i.url, i.description, i.author,
    i.published_at::text AS published, i.created_at::text AS created_at, a.analysis::text AS analysis";
const TABLES: &str = " \
FROM items i JOIN feeds f ON f.id = i.feed_id LEFT JOIN item_analysis a ON a.item_id = i.id";

const SENTIMENT: &str = "(a.analysis->>'sentiment_score')::float8";

/// What articles are sorted by, the highest or newest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Order {
    #[default]
    Created,
    Published,
    Sentiment,
    Impact,
    /// The best match of the words.
    Relevance,
}

/// Which articles are wanted. All conditions hold; those of lists that are empty always do.
#[derive(Clone, Debug, Default)]
pub(crate) struct ArticleFilter {
    /// Words that title and description contain, all of them.
    pub(crate) words: Option<String>,
    pub(crate) feeds: Vec<i64>,
    pub(crate) categories: Vec<String>,
    pub(crate) created_from: Option<Time>,
    pub(crate) published_from: Option<Time>,
    pub(crate) published_until: Option<Time>,
    /// Words of which the title has one.
    pub(crate) keywords: Vec<String>,
    pub(crate) excluded_keywords: Vec<String>,
    pub(crate) min_sentiment: Option<f64>,
    pub(crate) max_sentiment: Option<f64>,
    /// Whether an article is left out whose text an older one has.
    pub(crate) without_duplicates: bool,
    pub(crate) order: Order,
}

impl Store {
    /// A page of articles.
    pub(crate) async fn list_articles(
        &self,
        filter: &ArticleFilter,
        limit: i64,
        offset: i64,
    ) -> Result<Vec<Article>, ToolError> {
        let mut select = self.select_articles(COLUMNS, filter);
        select.append_sql(&format!(
            // The id decides between equal ones: without it an article could be on two pages, or on
            // none.
            " ORDER BY {}, i.id DESC",
            self.order_by(filter.order)
        ));
        select.add_page(limit, offset);
        let rows = self.fetch_all(select).await?;
        rows.iter().map(read_article).collect()
    }

    /// A page of articles, and how many there are on all pages.
    pub(crate) async fn page_articles(
        &self,
        filter: &ArticleFilter,
        limit: i64,
        offset: i64,
    ) -> Result<ArticleList, ToolError> {
        let count = self.select_articles("SELECT count(*) AS count", filter);
        Ok(ArticleList {
            total: self.fetch_count(count).await?,
            articles: self.list_articles(filter, limit, offset).await?,
        })
    }

    fn select_articles(&self, columns: &str, filter: &ArticleFilter) -> Statement {
        let mut select = Statement::new(columns.to_owned() + TABLES);
        if let Some(words) = &filter.words {
            select.append_sql(self.dialect().search().join);
            select = select.bind(self.dialect().search_words(words));
        }
        // Every further condition can then begin with `AND`.
        select.append_sql(" WHERE 1 = 1");
        add_conditions(&mut select, filter);
        select
    }

    fn order_by(&self, order: Order) -> &'static str {
        match order {
            Order::Created => "i.created_at DESC",
            // PostgreSQL would put NULL first where it sorts downwards, SQLite last.
            Order::Published => "i.published_at DESC NULLS LAST",
            Order::Sentiment => "(a.analysis->>'sentiment_score')::float8 DESC NULLS LAST",
            Order::Impact => "(a.analysis->>'impact_score')::float8 DESC NULLS LAST",
            Order::Relevance => self.dialect().search().order,
        }
    }
}

fn add_conditions(select: &mut Statement, filter: &ArticleFilter) {
    select.add_in_condition("i.feed_id", filter.feeds.clone());
    if !filter.categories.is_empty() {
        select.append_sql(
            " AND i.feed_id IN (SELECT fc.feed_id FROM feed_categories fc \
             JOIN categories c ON c.id = fc.category_id WHERE 1 = 1",
        );
        let names = filter.categories.iter().map(|name| name.to_lowercase());
        select.add_in_condition("lower(c.name)", names.collect::<Vec<_>>());
        select.append_sql(")");
    }
    select.add_condition_if("i.created_at >= ?::timestamptz", filter.created_from);
    select.add_condition_if("i.published_at >= ?::timestamptz", filter.published_from);
    select.add_condition_if("i.published_at <= ?::timestamptz", filter.published_until);
    if !filter.keywords.is_empty() {
        let any = vec!["lower(i.title) LIKE ? ESCAPE '!'"; filter.keywords.len()].join(" OR ");
        let patterns = filter.keywords.iter().map(|word| like_pattern(word).into());
        select.add_condition(&format!("({any})"), patterns);
    }
    for word in &filter.excluded_keywords {
        let pattern = like_pattern(word).into();
        select.add_condition("lower(i.title) NOT LIKE ? ESCAPE '!'", [pattern]);
    }
    select.add_condition_if(&format!("{SENTIMENT} >= ?"), filter.min_sentiment);
    select.add_condition_if(&format!("{SENTIMENT} <= ?"), filter.max_sentiment);
    if filter.without_duplicates {
        select.append_sql(
            " AND NOT EXISTS (SELECT 1 FROM items d WHERE d.content_hash = i.content_hash AND d.id < i.id)",
        );
    }
}

fn read_article(row: &Row) -> Result<Article, ToolError> {
    Ok(Article {
        id: row.integer("id")?,
        feed_id: row.integer("feed_id")?,
        feed: row.text("feed")?,
        title: row.text("title")?,
        url: row.optional_text("url")?,
        description: row.optional_text("description")?,
        author: row.optional_text("author")?,
        published: row.optional_time("published")?,
        created_at: row.time("created_at")?,
        analysis: read_analysis(row)?,
    })
}

fn read_analysis(row: &Row) -> Result<Option<Analysis>, ToolError> {
    let Some(analysis) = row.optional_json("analysis")? else {
        return Ok(None);
    };
    let score = |name: &str| analysis[name].as_f64().unwrap_or_default();
    Ok(Some(Analysis {
        sentiment_score: score("sentiment_score"),
        impact_score: score("impact_score"),
        urgency_score: score("urgency_score"),
        sentiment: match analysis["sentiment"].as_str() {
            Some("positive") => AnalysisSentiment::Positive,
            Some("negative") => AnalysisSentiment::Negative,
            _ => AnalysisSentiment::Neutral,
        },
        analyzer: analysis["analyzer"].as_str().unwrap_or_default().to_owned(),
    }))
}
