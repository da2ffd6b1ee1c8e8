//! What is on the shelves, and the types of the tools that change it.

use std::collections::BTreeMap;

use toolwright::{ToolInput, ToolOutput};

/// What is to be put on the shelves.
#[derive(ToolInput)]
pub(crate) struct Delivery {
    /// How many of each article came.
    #[tool(min_items = 1, max_items = 50)]
    pub(crate) lines: Vec<Line>,
    /// Where they go.
    #[tool(default = "front")]
    pub(crate) shelf: Shelf,
}

/// One article of a delivery.
#[derive(Debug, ToolInput, ToolOutput)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Line {
    #[tool(pattern = "^[a-z-]+$", examples = ["dog-food"])]
    pub(crate) article_name: String,
    #[tool(minimum = 1, maximum = 100)]
    pub(crate) count: u32,
}

/// A shelf of the shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ToolInput, ToolOutput)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Shelf {
    /// By the window.
    Front,
    /// In the cellar.
    Back,
}

/// What is on the shelves now.
#[derive(ToolOutput)]
pub(crate) struct Stock {
    pub(crate) articles: BTreeMap<String, u32>,
    /// The shelf that was filled last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) last: Option<Shelf>,
}
