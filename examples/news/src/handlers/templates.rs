//! The tools for templates.

use toolwright::{Call, ToolError};

use crate::News;
use crate::api::types::{
    AssignedTemplate, Template, TemplateList, TemplatePerformanceReport, TemplateTest,
};
use crate::api::{self, handlers};
use crate::arguments::{check_days, require_text};
use crate::feed::{Fetched, Validators};
use crate::storage::logs::Component;
use crate::storage::row::from_map;
use crate::storage::templates::NewTemplate;
use crate::templates::{Extraction, MatchRule, ProcessingRules};

/// Priority of an assignment without one.
const DEFAULT_PRIORITY: i64 = 100;

impl handlers::ListTemplates for News {
    async fn list_templates(
        &self,
        request: api::ListTemplates,
        _: &Call<'_>,
    ) -> Result<TemplateList, ToolError> {
        let active_only = request.active_only != Some(false);
        let mut templates = self.store().await?.list_templates(active_only).await?;
        if request.include_assignments == Some(false) {
            templates.iter_mut().for_each(|it| it.assignments = None);
        }
        Ok(TemplateList {
            total: templates.len() as i64,
            templates,
        })
    }
}

impl handlers::TemplatesCreate for News {
    async fn templates_create(
        &self,
        request: api::TemplatesCreate,
        _: &Call<'_>,
    ) -> Result<Template, ToolError> {
        let body = request.body;
        MatchRule::parse_all(&body.match_rules)?;
        Extraction::parse(&body.extraction_config)?;
        if let Some(rules) = &body.processing_rules {
            ProcessingRules::parse("/processing_rules", rules)?;
        }
        let name = require_text("/name", &body.name)?;
        let template = NewTemplate {
            name: name.clone(),
            description: body.description,
            match_rules: body.match_rules.iter().map(from_map).collect(),
            extraction_config: from_map(&body.extraction_config),
            processing_rules: body.processing_rules.as_ref().map(from_map),
        };
        let store = self.store().await?;
        let Some(id) = store.insert_template(template).await? else {
            return Err(ToolError::conflict(format_args!(
                "there is a template with the name {name:?} already"
            )));
        };
        let message = format!("The template {name:?} was created.");
        store
            .write_log("INFO", Component::Templates, message, None)
            .await?;
        store.require_template(id).await
    }
}

impl handlers::TemplatesTest for News {
    async fn templates_test(
        &self,
        request: api::TemplatesTest,
        _: &Call<'_>,
    ) -> Result<TemplateTest, ToolError> {
        let store = self.store().await?;
        let template = store.require_template(request.template_id).await?;
        let url = request.sample_url.unwrap_or_default();
        let html = match request.raw_html {
            Some(html) => html,
            None if url.is_empty() => {
                let message = "is needed if there is no sample_url";
                return Err(ToolError::invalid_argument("/raw_html", message));
            }
            None => self.fetch_page(&url).await?,
        };
        let rules = MatchRule::parse_all(&template.match_rules)?;
        let (extracted, missing) = Extraction::parse(&template.extraction_config)?.extract(&html);
        Ok(TemplateTest {
            template_id: template.id,
            matches_url: rules.iter().any(|rule| rule.matches(&url)),
            extracted,
            missing,
        })
    }
}

impl News {
    async fn fetch_page(&self, url: &str) -> Result<String, ToolError> {
        match self.fetcher.fetch(url, &Validators::default()).await {
            Ok(Fetched::Content { body, .. }) => Ok(String::from_utf8_lossy(&body).into_owned()),
            Ok(Fetched::NotModified) => Err(ToolError::new("The server sent no page.")),
            Err(error) => {
                let message = format!("cannot be fetched: {error}");
                Err(ToolError::invalid_argument("/sample_url", message))
            }
        }
    }

    /// Assigns a template to a feed; both have to be there.
    async fn assign_checked(
        &self,
        template_id: i64,
        feed_id: i64,
        body: api::types::TemplatesAssignBody,
    ) -> Result<AssignedTemplate, ToolError> {
        let store = self.store().await?;
        let template = store.require_template(template_id).await?;
        let feed = store.feed_title(feed_id).await?;
        let overrides = body.custom_overrides;
        if let Some(rules) = &overrides {
            ProcessingRules::parse("/custom_overrides", rules)?;
        }
        let priority = body.priority.unwrap_or(DEFAULT_PRIORITY);
        let rules = overrides.as_ref().map(from_map);
        store
            .assign_template(template_id, feed_id, priority, rules)
            .await?;
        Ok(AssignedTemplate {
            template_id,
            template: template.name,
            feed_id,
            feed,
            priority,
            custom_overrides: overrides,
        })
    }
}

impl handlers::AssignTemplate for News {
    async fn assign_template(
        &self,
        request: api::AssignTemplate,
        _: &Call<'_>,
    ) -> Result<AssignedTemplate, ToolError> {
        let template_id = request.body.template_id;
        self.assign_checked(template_id, request.feed_id, Default::default())
            .await
    }
}

impl handlers::TemplatesAssign for News {
    async fn templates_assign(
        &self,
        request: api::TemplatesAssign,
        _: &Call<'_>,
    ) -> Result<AssignedTemplate, ToolError> {
        let body = request.body.unwrap_or_default();
        self.assign_checked(request.template_id, request.feed_id, body)
            .await
    }
}

impl handlers::TemplatePerformance for News {
    async fn template_performance(
        &self,
        request: api::TemplatePerformance,
        _: &Call<'_>,
    ) -> Result<TemplatePerformanceReport, ToolError> {
        let days = check_days("/days", request.days, 7)?;
        let store = self.store().await?;
        if let Some(id) = request.template_id {
            store.require_template(id).await?;
        }
        Ok(TemplatePerformanceReport {
            days,
            templates: store
                .template_performance(request.template_id, days)
                .await?,
        })
    }
}
