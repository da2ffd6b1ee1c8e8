//! The table `categories`, and which feeds are in them.

use std::collections::HashMap;

use toolwright::ToolError;

use super::{Row, Statement, Store, unknown_id_error};
use crate::api::types::{ArticleCounts, Category, FeedReference};
use crate::time::hours_ago;

/// What is changed of a category: what is there.
#[derive(Clone, Debug, Default)]
pub(crate) struct CategoryChanges {
    pub(crate) name: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) color: Option<String>,
}

impl Store {
    pub(crate) async fn list_categories(&self) -> Result<Vec<Category>, ToolError> {
        let select = Statement::new(
            "SELECT c.id, c.name, c.description, c.color, count(DISTINCT fc.feed_id) AS feeds, \
             count(i.id) AS articles, max(i.created_at)::text AS latest, \
             sum(CASE WHEN i.created_at >= ?::timestamptz THEN 1 ELSE 0 END)::bigint AS recent \
             FROM categories c LEFT JOIN feed_categories fc ON fc.category_id = c.id \
             LEFT JOIN items i ON i.feed_id = fc.feed_id \
             GROUP BY c.id, c.name, c.description, c.color ORDER BY c.name",
        );
        let rows = self.fetch_all(select.bind(hours_ago(24))).await?;
        let feeds = "SELECT fc.category_id AS owner, f.id, f.title FROM feed_categories fc \
                     JOIN feeds f ON f.id = fc.feed_id ORDER BY f.id";
        let mut feeds = self.feeds_by_owner(feeds).await?;
        let categories = rows.iter().map(|row| {
            let id = row.integer("id")?;
            Ok(Category {
                feeds: Some(feeds.remove(&id).unwrap_or_default()),
                stats: Some(read_counts(row)?),
                ..read_category(row)?
            })
        });
        categories.collect()
    }

    /// The feeds of categories or sources: `select` gives `owner`, `id` and `title`.
    pub(super) async fn feeds_by_owner(
        &self,
        select: &str,
    ) -> Result<HashMap<i64, Vec<FeedReference>>, ToolError> {
        let mut feeds = HashMap::<i64, Vec<FeedReference>>::new();
        for row in self.fetch_all(Statement::new(select)).await? {
            let of_owner = feeds.entry(row.integer("owner")?).or_default();
            of_owner.push(FeedReference {
                id: row.integer("id")?,
                title: row.text("title")?,
            });
        }
        Ok(feeds)
    }

    pub(crate) async fn require_category(&self, id: i64) -> Result<Category, ToolError> {
        let select =
            Statement::new("SELECT id, name, description, color FROM categories WHERE id = ?");
        match self.fetch_optional(select.bind(id)).await? {
            Some(row) => read_category(&row),
            None => {
                Err(unknown_id_error(self, "category", "categories", id, "categories_list").await)
            }
        }
    }

    /// Adds a category. None if its name is taken.
    pub(crate) async fn insert_category(
        &self,
        category: CategoryChanges,
    ) -> Result<Option<i64>, ToolError> {
        let insert = Statement::new(
            "INSERT INTO categories (name, description, color) VALUES (?, ?, ?) \
             ON CONFLICT DO NOTHING RETURNING id",
        );
        let insert = insert
            .bind(category.name)
            .bind(category.description)
            .bind(category.color);
        self.insert_row(insert).await
    }

    pub(crate) async fn update_category(
        &self,
        id: i64,
        changes: CategoryChanges,
    ) -> Result<(), ToolError> {
        let update = Statement::new(
            "UPDATE categories SET name = coalesce(?, name), \
             description = coalesce(?, description), color = coalesce(?, color) WHERE id = ?",
        );
        let update = update
            .bind(changes.name)
            .bind(changes.description)
            .bind(changes.color)
            .bind(id);
        self.execute(update).await?;
        Ok(())
    }

    pub(crate) async fn delete_category(&self, id: i64) -> Result<(), ToolError> {
        let delete = Statement::new("DELETE FROM categories WHERE id = ?").bind(id);
        self.execute(delete).await?;
        Ok(())
    }

    pub(crate) async fn assign_category(
        &self,
        category_id: i64,
        feed_id: i64,
    ) -> Result<(), ToolError> {
        let insert = Statement::new(
            "INSERT INTO feed_categories (feed_id, category_id) VALUES (?, ?) \
             ON CONFLICT DO NOTHING",
        );
        self.execute(insert.bind(feed_id).bind(category_id)).await?;
        Ok(())
    }

    /// Whether a category or a source other than `id` has this name.
    pub(crate) async fn is_name_taken(
        &self,
        table: &str,
        name: &str,
        id: i64,
    ) -> Result<bool, ToolError> {
        let select = Statement::new(format!(
            "SELECT count(*) AS count FROM {table} WHERE name = ? AND id <> ?"
        ));
        Ok(self.fetch_count(select.bind(name).bind(id)).await? > 0)
    }
}

fn read_category(row: &Row) -> Result<Category, ToolError> {
    Ok(Category {
        id: row.integer("id")?,
        name: row.text("name")?,
        description: row.optional_text("description")?,
        color: row.optional_text("color")?,
        feeds: None,
        stats: None,
    })
}

pub(super) fn read_counts(row: &Row) -> Result<ArticleCounts, ToolError> {
    Ok(ArticleCounts {
        feeds: Some(row.integer("feeds")?),
        articles: row.integer("articles")?,
        articles_last_24_hours: row.optional_integer("recent")?.unwrap_or(0),
        latest_article_at: row.optional_time("latest")?,
    })
}
