//! The tools for sources.

use toolwright::{Call, ToolError};

use crate::News;
use crate::api::types::{Deletion, Source, SourceList, SourceReport};
use crate::api::{self, handlers};
use crate::arguments::{check_days, require_confirmation, require_text};
use crate::feed::domain_of;
use crate::storage::sources::SourceChanges;

/// Trust in a source of which nothing is said.
const DEFAULT_TRUST: i64 = 3;

impl handlers::SourcesList for News {
    async fn sources_list(
        &self,
        request: api::SourcesList,
        _: &Call<'_>,
    ) -> Result<SourceList, ToolError> {
        let mut sources = self.store().await?.list_sources().await?;
        for source in &mut sources {
            source.feeds = source
                .feeds
                .take()
                .filter(|_| request.include_feeds != Some(false));
            source.stats = source
                .stats
                .take()
                .filter(|_| request.include_stats != Some(false));
        }
        Ok(SourceList {
            total: sources.len() as i64,
            sources,
        })
    }
}

impl handlers::SourcesAdd for News {
    async fn sources_add(
        &self,
        request: api::SourcesAdd,
        _: &Call<'_>,
    ) -> Result<Source, ToolError> {
        let body = request.body;
        let name = require_text("/name", &body.name)?;
        check_website(&body.url)?;
        let source = SourceChanges {
            name: Some(name.clone()),
            url: Some(body.url),
            description: body.description,
            trust_level: Some(body.trust_level.unwrap_or(DEFAULT_TRUST)),
        };
        let store = self.store().await?;
        match store.insert_source(source).await? {
            Some(id) => store.require_source(id).await,
            None => Err(taken_name_error(&name)),
        }
    }
}

impl handlers::SourcesUpdate for News {
    async fn sources_update(
        &self,
        request: api::SourcesUpdate,
        _: &Call<'_>,
    ) -> Result<Source, ToolError> {
        let id = request.source_id;
        let store = self.store().await?;
        store.require_source(id).await?;
        let body = request.body.unwrap_or_default();
        if let Some(url) = &body.url {
            check_website(url)?;
        }
        if let Some(name) = &body.name {
            let name = require_text("/name", name)?;
            if store.is_name_taken("sources", &name, id).await? {
                return Err(taken_name_error(&name));
            }
        }
        let changes = SourceChanges {
            name: body.name,
            url: body.url,
            description: body.description,
            trust_level: body.trust_level,
        };
        store.update_source(id, changes).await?;
        store.require_source(id).await
    }
}

impl handlers::SourcesDelete for News {
    async fn sources_delete(
        &self,
        request: api::SourcesDelete,
        _: &Call<'_>,
    ) -> Result<Deletion, ToolError> {
        let store = self.store().await?;
        let source = store.require_source(request.source_id).await?;
        require_confirmation(request.confirm, "deletes the source")?;
        store.delete_source(source.id).await?;
        Ok(Deletion {
            deleted: true,
            id: source.id,
            name: source.name,
            articles: None,
        })
    }
}

impl handlers::SourcesStats for News {
    async fn sources_stats(
        &self,
        request: api::SourcesStats,
        _: &Call<'_>,
    ) -> Result<SourceReport, ToolError> {
        let days = check_days("/days", request.days, 30)?;
        let store = self.store().await?;
        if let Some(id) = request.source_id {
            store.require_source(id).await?;
        }
        Ok(SourceReport {
            days,
            sources: store.source_stats(request.source_id, days).await?,
        })
    }
}

fn check_website(url: &str) -> Result<(), ToolError> {
    let is_web = url.starts_with("https://") || url.starts_with("http://");
    if is_web && domain_of(url).is_some() {
        return Ok(());
    }
    let message = format!("must be a URL such as https://example.com (got {url:?})");
    Err(ToolError::invalid_argument("/url", message))
}

fn taken_name_error(name: &str) -> ToolError {
    ToolError::conflict(format_args!(
        "there is a source with the name {name:?} already"
    ))
}
