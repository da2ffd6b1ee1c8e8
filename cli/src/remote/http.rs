use std::collections::HashMap;
use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;

use super::error::describe_refusal;
use super::{Deadline, Listed, RemoteError, block_on, connect, list_tools};

/// The tools of the server at a URL, which has so long to list them.
pub(crate) fn list_tools_at_url(
    url: &str,
    headers: &[(&str, &str)],
    limit: Duration,
) -> Result<Listed, RemoteError> {
    let headers = headers
        .iter()
        .map(|(name, value)| parse_header(name, value));
    let headers: HashMap<_, _> = headers.collect::<Result<_, _>>()?;
    // It says that one is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    block_on(async {
        let config = StreamableHttpClientTransportConfig::with_uri(url).custom_headers(headers);
        let transport = StreamableHttpClientTransport::from_config(config);
        let deadline = Deadline::new(limit);
        let asking = async {
            let connected = connect(transport).await;
            let client = connected.map_err(|refusal| RemoteError::Silent {
                url: url.to_owned(),
                why: describe_refusal(&refusal),
            })?;
            list_tools(client, url, &deadline).await
        };
        deadline.run_until(url, asking).await
    })
}

fn parse_header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), RemoteError> {
    let refused = || RemoteError::Header(name.to_owned());
    let mut value = HeaderValue::from_str(value).map_err(|_| refused())?;
    // Headers carry tokens. Sensitive values are left out of `Debug` output and of HPACK's table
    // (RFC 7541, section 7.1.3).
    value.set_sensitive(true);
    Ok((name.parse().map_err(|_| refused())?, value))
}
