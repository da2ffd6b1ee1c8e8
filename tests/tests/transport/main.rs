//! What is below the requests: TLS, compression and the version of HTTP.

mod compression;
mod http2;
mod tls;
mod trust;

use serde_json::Map;
use toolwright::{HttpExecutor, HttpExecutorBuilder, Outcome};
use toolwright_tests::compiled::minimal::API;

/// An executor that knows nothing of the environment, and tries once.
fn executor(base: &str) -> HttpExecutorBuilder {
    let builder = HttpExecutor::builder(&API).environment(|_| None);
    builder.base_url(base).max_retries(0)
}

/// `GET /ping`
async fn ping(executor: &HttpExecutor) -> Outcome {
    let tool = API.tool("ping").expect("the spec has it");
    toolwright::call(tool, executor, Map::new()).await
}
