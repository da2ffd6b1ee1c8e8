use std::time::Duration;

use reqwest::Url;
use reqwest::header::{ACCEPT, HeaderValue};

use crate::http::executor::{HttpExecutor, send_failure};
use crate::value::Json;

const TIMEOUT: Duration = Duration::from_secs(10);
/// Metadata and sets of keys are a few kilobytes.
const LARGEST: usize = 1024 * 1024;

impl HttpExecutor {
    /// A JSON document at an address that whoever operates the server has named, fetched without
    /// credentials and through the same proxies and authorities as everything else.
    ///
    /// # Errors
    ///
    /// Why there is none, in a sentence.
    pub(crate) async fn fetch_json_document(&self, address: &Url) -> Result<Json, String> {
        let client = self.clients.anonymous_client(address)?;
        let request = client
            .get(address.clone())
            .timeout(TIMEOUT)
            .header(ACCEPT, HeaderValue::from_static("application/json"));
        let because = |error: reqwest::Error| {
            let why = send_failure::describe_error_chain(&error.without_url());
            format!("cannot read {address}: {why}.")
        };
        let mut response = request.send().await.map_err(because)?;
        let status = response.status();
        if !status.is_success() {
            return Err(format!("{address} responded with status {status}."));
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(because)? {
            body.extend_from_slice(&chunk);
            if body.len() > LARGEST {
                return Err(format!("{address} sent more than {LARGEST} bytes."));
            }
        }
        serde_json::from_slice(&body).map_err(|error| format!("{address} is not JSON: {error}."))
    }
}
