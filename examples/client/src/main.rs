//! Orders something from the shop at `SHOP_BASE_URL`.

use example_client::{order_any, shop};
use toolwright::{HttpExecutor, SendError};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let executor = HttpExecutor::builder(&shop::API).build()?;
    match order_any(&executor).await {
        Ok(Some(id)) => println!("Order {id}"),
        Ok(None) => println!("Nothing was ordered, or not yet."),
        Err(SendError::Status(refusal)) if refusal.status == 409 => {
            println!("Somebody was faster: {}", refusal.text());
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}
