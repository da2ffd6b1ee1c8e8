//! A server with tools of every kind: operations that go upstream, operations that are run by hand,
//! and methods.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};

use toolwright::{Call, ToolError, ToolInput, ToolOutput, ToolServer, tool};

#[derive(Default, ToolServer)]
#[tools(spec = "servers/mixed.yaml", module = "api", methods(restock, greet))]
struct Shop {
    orders: Mutex<BTreeMap<i64, String>>,
}

/// What a supplier brings.
#[derive(ToolInput)]
struct Delivery {
    /// What it is of.
    article: String,
    /// How many of it.
    #[tool(minimum = 1, maximum = 100)]
    count: u32,
}

/// What is in stock.
#[derive(ToolOutput)]
struct Stock {
    article: String,
    count: u32,
}

impl Shop {
    fn orders(&self) -> MutexGuard<'_, BTreeMap<i64, String>> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a delivery.
    #[tool(output_schema)]
    async fn restock(&self, delivery: Delivery) -> Stock {
        Stock {
            article: delivery.article,
            count: delivery.count,
        }
    }

    /// Says hello.
    #[tool(read_only, open_world = false)]
    fn greet(&self, name: String) -> String {
        format!("Hello, {name}!")
    }
}

#[toolwright::handlers]
impl api::Handlers for Shop {
    async fn place_order(
        &self,
        request: api::PlaceOrder,
        call: &Call<'_>,
    ) -> Result<api::types::Order, ToolError> {
        let pet_id = request.body.pet_id;
        let pet = call.send(&api::GetPet { pet_id }).await?.into_body();
        let mut orders = self.orders();
        let id = orders.keys().last().unwrap_or(&0) + 1;
        orders.insert(id, pet.name.clone());
        Ok(api::types::Order { id, pet: pet.name })
    }

    async fn cancel_order(
        &self,
        request: api::CancelOrder,
        _call: &Call<'_>,
    ) -> Result<(), ToolError> {
        match self.orders().remove(&request.order_id) {
            Some(_) => Ok(()),
            None => Err(ToolError::not_found("there is no such order")),
        }
    }
}

fn main() -> ExitCode {
    toolwright::run(Shop::default())
}
