//! An MCP server in front of an API, with an operation that is run here and tools that no spec
//! describes.

mod stock;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use stock::{Delivery, Shelf, Stock};
use toolwright::{Call, ToolError, ToolServer, tool};

/// The server: its tools share it.
#[derive(Default, ToolServer)]
#[tools(
    spec = "shop.yaml",
    manual = "placeOrder",
    methods(restock, count, greet)
)]
struct Shop {
    shelves: Mutex<(BTreeMap<String, u32>, Option<Shelf>)>,
}

impl Shop {
    /// Puts a delivery on the shelves.
    #[tool(
        title = "Restock",
        destructive = false,
        open_world = false,
        output_schema
    )]
    async fn restock(&self, delivery: Delivery) -> Result<Stock, ToolError> {
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        for line in delivery.lines {
            *shelves.0.entry(line.article_name).or_default() += line.count;
        }
        shelves.1 = Some(delivery.shelf);
        Ok(Stock {
            articles: shelves.0.clone(),
            last: shelves.1,
        })
    }

    /// Counts what there is of an article.
    #[tool(name = "count_article", read_only, open_world = false)]
    fn count(
        &self,
        #[tool(description = "Its name, as it was delivered.", min_length = 1)] article: String,
        /// Whether there has to be some.
        needed: Option<bool>,
    ) -> Result<u32, ToolError> {
        let shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        match shelves.0.get(&article) {
            Some(count) => Ok(*count),
            None if needed == Some(true) => {
                Err(ToolError::not_found(format!("there is no {article}")))
            }
            None => Ok(0),
        }
    }

    /// Says hello.
    #[tool]
    async fn greet(&self, _call: &Call<'_>) -> String {
        "Welcome!".to_owned()
    }
}

#[toolwright::handlers]
impl shop::Handlers for Shop {
    async fn place_order(
        &self,
        request: shop::PlaceOrder,
        _call: &Call<'_>,
    ) -> Result<shop::types::OrderResponse, ToolError> {
        Ok(shop::types::OrderResponse {
            id: Some(1),
            pet_id: request.body.pet_id,
            count: request.body.count,
        })
    }
}

fn main() -> ExitCode {
    toolwright::run(Shop::default())
}
