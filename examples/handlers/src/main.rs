//! An MCP server that sends what the spec describes upstream, but for orders, which it keeps itself.

use std::process::ExitCode;
use std::sync::atomic::{AtomicI64, Ordering};

use shop::types::Order;
use toolwright::{Call, ToolError};

mod shop {
    toolwright::tools!("shop.yaml", manual = "placeOrder");
}

const IN_STOCK: i64 = 10;

#[derive(Default)]
struct Shop {
    sold: AtomicI64,
}

#[toolwright::handlers]
impl shop::Handlers for Shop {
    async fn place_order(
        &self,
        request: shop::PlaceOrder,
        call: &Call<'_>,
    ) -> Result<Order, ToolError> {
        let order = request.body;
        if order.count > IN_STOCK {
            let message = format!("there are no more than {IN_STOCK}");
            return Err(ToolError::invalid_argument("/count", message));
        }
        call.report("looking for the pet");
        let pet = call
            .send(&shop::GetPet {
                pet_id: order.pet_id,
            })
            .await?;
        let number = self.sold.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(Order {
            number,
            text: format!("{} of {}", order.count, pet.body().name),
        })
    }
}

fn main() -> ExitCode {
    toolwright::run(shop::tools(Shop::default()))
}
