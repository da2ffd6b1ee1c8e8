//! A typed client of the API in `shop.yaml`: what a macro compiles, and nothing of a server.

use toolwright::{HttpExecutor, SendError};

/// The requests of the API, their responses, and its `types`.
pub mod shop {
    toolwright::tools!("shop.yaml", responses = true, builtin_upstream = false);
}

/// Orders the first article that is there. Gives the number of the order, if it has one already.
///
/// # Errors
///
/// When the shop cannot be reached, refuses, or answers with something else.
pub async fn order_any(executor: &HttpExecutor) -> Result<Option<i64>, SendError> {
    let wanted = shop::ListArticles {
        status: Some(shop::types::Status::Available),
    };
    let articles = executor.send(&wanted).await?.into_body();
    let Some(article) = articles.first() else {
        return Ok(None);
    };
    let order = shop::PlaceOrder {
        body: shop::types::Order {
            article: article.id,
        },
    };
    let placed = executor.send(&order).await?;
    Ok(placed.into_body().map(|order| order.id))
}

/// Prints the names of what changes, until nothing more is told.
///
/// # Errors
///
/// When the shop cannot be reached or refuses, and when the connection breaks.
pub async fn watch(executor: &HttpExecutor) -> Result<(), SendError> {
    let mut changes = executor.send(&shop::WatchChanges {}).await?.into_body();
    while let Some(change) = changes.next().await {
        match change {
            Ok(event) => println!("{}", event.data.name),
            Err(SendError::Decode(error)) => eprintln!("passed over: {error}"),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
