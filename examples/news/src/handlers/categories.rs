//! The tools for categories.

use toolwright::{Call, ToolError};

use crate::News;
use crate::api::types::{AssignedCategory, Category, CategoryList, Deletion};
use crate::api::{self, handlers};
use crate::arguments::{require_confirmation, require_text};
use crate::storage::categories::CategoryChanges;

impl handlers::CategoriesList for News {
    async fn categories_list(
        &self,
        request: api::CategoriesList,
        _: &Call<'_>,
    ) -> Result<CategoryList, ToolError> {
        let mut categories = self.store().await?.list_categories().await?;
        for category in &mut categories {
            category.feeds = category
                .feeds
                .take()
                .filter(|_| request.include_feeds != Some(false));
            category.stats = category
                .stats
                .take()
                .filter(|_| request.include_stats != Some(false));
        }
        Ok(CategoryList {
            total: categories.len() as i64,
            categories,
        })
    }
}

impl handlers::CategoriesAdd for News {
    async fn categories_add(
        &self,
        request: api::CategoriesAdd,
        _: &Call<'_>,
    ) -> Result<Category, ToolError> {
        let body = request.body;
        let name = require_text("/name", &body.name)?;
        check_color(body.color.as_deref())?;
        let store = self.store().await?;
        let category = CategoryChanges {
            name: Some(name.clone()),
            description: body.description,
            color: body.color,
        };
        match store.insert_category(category).await? {
            Some(id) => store.require_category(id).await,
            None => Err(taken_name_error(&name)),
        }
    }
}

impl handlers::CategoriesUpdate for News {
    async fn categories_update(
        &self,
        request: api::CategoriesUpdate,
        _: &Call<'_>,
    ) -> Result<Category, ToolError> {
        let id = request.category_id;
        let store = self.store().await?;
        store.require_category(id).await?;
        let body = request.body.unwrap_or_default();
        check_color(body.color.as_deref())?;
        if let Some(name) = &body.name {
            let name = require_text("/name", name)?;
            if store.is_name_taken("categories", &name, id).await? {
                return Err(taken_name_error(&name));
            }
        }
        let changes = CategoryChanges {
            name: body.name,
            description: body.description,
            color: body.color,
        };
        store.update_category(id, changes).await?;
        store.require_category(id).await
    }
}

impl handlers::CategoriesDelete for News {
    async fn categories_delete(
        &self,
        request: api::CategoriesDelete,
        _: &Call<'_>,
    ) -> Result<Deletion, ToolError> {
        let store = self.store().await?;
        let category = store.require_category(request.category_id).await?;
        require_confirmation(request.confirm, "deletes the category")?;
        store.delete_category(category.id).await?;
        Ok(Deletion {
            deleted: true,
            id: category.id,
            name: category.name,
            articles: None,
        })
    }
}

impl handlers::CategoriesAssign for News {
    async fn categories_assign(
        &self,
        request: api::CategoriesAssign,
        _: &Call<'_>,
    ) -> Result<AssignedCategory, ToolError> {
        let store = self.store().await?;
        let category = store.require_category(request.category_id).await?;
        let feed = store.feed_title(request.feed_id).await?;
        store.assign_category(category.id, request.feed_id).await?;
        Ok(AssignedCategory {
            category_id: category.id,
            category: category.name,
            feed_id: request.feed_id,
            feed,
        })
    }
}

fn check_color(color: Option<&str>) -> Result<(), ToolError> {
    let is_color = |text: &str| {
        let digits = text.strip_prefix('#');
        digits.is_some_and(|it| it.len() == 6 && it.bytes().all(|it| it.is_ascii_hexdigit()))
    };
    match color {
        Some(text) if !is_color(text) => {
            let message =
                format!("must be # and six hexadecimal digits, for example #1F77B4 (got {text:?})");
            Err(ToolError::invalid_argument("/color", message))
        }
        _ => Ok(()),
    }
}

fn taken_name_error(name: &str) -> ToolError {
    ToolError::conflict(format_args!(
        "there is a category with the name {name:?} already"
    ))
}
