//! The tables `templates` and `template_assignments`.

use std::collections::HashMap;

use serde_json::Value as Json;
use toolwright::ToolError;

use super::row::into_map;
use super::{Row, Statement, Store, unknown_id_error};
use crate::api::types::{AssignedTemplate, Template};
use crate::time::current_time;

const SELECT: &str = "\
SELECT t.id, t.name, t.description, t.active, t.match_rules::text AS match_rules,
    t.extraction_config::text AS extraction_config, t.processing_rules::text AS processing_rules,
    t.created_at::text AS created_at
FROM templates t WHERE 1 = 1";

/// A template that is created.
#[derive(Clone, Debug)]
pub(crate) struct NewTemplate {
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) match_rules: Json,
    pub(crate) extraction_config: Json,
    pub(crate) processing_rules: Option<Json>,
}

/// The template that processes the articles of a feed.
#[derive(Clone, Debug)]
pub(crate) struct AppliedTemplate {
    pub(crate) id: i64,
    /// The rules of the template, or those of the feed in their place.
    pub(crate) processing_rules: Option<Json>,
}

impl Store {
    pub(crate) async fn list_templates(
        &self,
        active_only: bool,
    ) -> Result<Vec<Template>, ToolError> {
        let mut select = Statement::new(SELECT);
        select.add_condition_if("t.active = ?", active_only.then_some(true));
        select.append_sql(" ORDER BY t.id");
        let rows = self.fetch_all(select).await?;
        let mut assignments = self.list_assignments().await?;
        let templates = rows.iter().map(|row| {
            let of_template = assignments.remove(&row.integer("id")?);
            Ok(Template {
                assignments: Some(of_template.unwrap_or_default()),
                ..read_template(row)?
            })
        });
        templates.collect()
    }

    async fn list_assignments(&self) -> Result<HashMap<i64, Vec<AssignedTemplate>>, ToolError> {
        let select = Statement::new(
            "SELECT ta.template_id, t.name, ta.feed_id, f.title, ta.priority, \
             ta.custom_overrides::text AS custom_overrides FROM template_assignments ta \
             JOIN templates t ON t.id = ta.template_id JOIN feeds f ON f.id = ta.feed_id \
             ORDER BY ta.priority DESC, ta.feed_id",
        );
        let mut assignments = HashMap::<i64, Vec<AssignedTemplate>>::new();
        for row in self.fetch_all(select).await? {
            let template_id = row.integer("template_id")?;
            let assignment = AssignedTemplate {
                template_id,
                template: row.text("name")?,
                feed_id: row.integer("feed_id")?,
                feed: row.text("title")?,
                priority: row.integer("priority")?,
                custom_overrides: row.optional_object("custom_overrides")?,
            };
            assignments.entry(template_id).or_default().push(assignment);
        }
        Ok(assignments)
    }

    pub(crate) async fn require_template(&self, id: i64) -> Result<Template, ToolError> {
        let mut select = Statement::new(SELECT);
        select.add_condition("t.id = ?", [id.into()]);
        match self.fetch_optional(select).await? {
            Some(row) => read_template(&row),
            None => {
                Err(unknown_id_error(self, "template", "templates", id, "list_templates").await)
            }
        }
    }

    /// Creates a template. None if its name is taken.
    pub(crate) async fn insert_template(
        &self,
        template: NewTemplate,
    ) -> Result<Option<i64>, ToolError> {
        let insert = Statement::new(
            "INSERT INTO templates (name, description, match_rules, extraction_config, \
             processing_rules, created_at) \
             VALUES (?, ?, ?::jsonb, ?::jsonb, ?::jsonb, ?::timestamptz) \
             ON CONFLICT DO NOTHING RETURNING id",
        );
        let insert = insert
            .bind(template.name)
            .bind(template.description)
            .bind(template.match_rules)
            .bind(template.extraction_config)
            .bind(template.processing_rules.map(|rules| rules.to_string()))
            .bind(current_time());
        self.insert_row(insert).await
    }

    /// Assigns a template, or changes how it is assigned.
    pub(crate) async fn assign_template(
        &self,
        template_id: i64,
        feed_id: i64,
        priority: i64,
        custom_overrides: Option<Json>,
    ) -> Result<(), ToolError> {
        let insert = Statement::new(
            "INSERT INTO template_assignments (template_id, feed_id, priority, custom_overrides) \
             VALUES (?, ?, ?, ?::jsonb) ON CONFLICT (template_id, feed_id) DO UPDATE \
             SET priority = excluded.priority, custom_overrides = excluded.custom_overrides",
        );
        let insert = insert
            .bind(template_id)
            .bind(feed_id)
            .bind(priority)
            .bind(custom_overrides.map(|overrides| overrides.to_string()));
        self.execute(insert).await?;
        Ok(())
    }

    /// The active template of a feed with the highest priority.
    pub(crate) async fn template_of_feed(
        &self,
        feed_id: i64,
    ) -> Result<Option<AppliedTemplate>, ToolError> {
        let select = Statement::new(
            "SELECT t.id, coalesce(ta.custom_overrides, t.processing_rules)::text AS rules \
             FROM template_assignments ta JOIN templates t ON t.id = ta.template_id \
             WHERE ta.feed_id = ? AND t.active = ? ORDER BY ta.priority DESC, t.id LIMIT 1",
        );
        let row = self.fetch_optional(select.bind(feed_id).bind(true)).await?;
        let applied = row.map(|row| {
            Ok(AppliedTemplate {
                id: row.integer("id")?,
                processing_rules: row.optional_json("rules")?,
            })
        });
        applied.transpose()
    }
}

fn read_template(row: &Row) -> Result<Template, ToolError> {
    let rules = match row.optional_json("match_rules")? {
        Some(Json::Array(rules)) => rules,
        _ => Vec::new(),
    };
    Ok(Template {
        id: row.integer("id")?,
        name: row.text("name")?,
        description: row.optional_text("description")?,
        active: row.flag("active")?,
        match_rules: rules.into_iter().filter_map(into_map).collect(),
        extraction_config: row
            .optional_object("extraction_config")?
            .unwrap_or_default(),
        processing_rules: row.optional_object("processing_rules")?,
        created_at: row.time("created_at")?,
        assignments: None,
    })
}
