use std::collections::HashMap;
use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;

use super::error::describe_refusal;
use super::{Deadline, RemoteError, Session, block_on, connect};

/// Asks the server at a URL.
pub(super) fn ask_url<T>(
    url: &str,
    headers: &[(&str, &str)],
    limit: Duration,
    ask: impl AsyncFnOnce(Session) -> Result<T, RemoteError>,
) -> Result<T, RemoteError> {
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
        let connecting = async {
            let connected = connect(transport).await;
            connected.map_err(|refusal| RemoteError::Silent {
                url: url.to_owned(),
                why: describe_refusal(&refusal),
            })
        };
        let client = deadline.run_until(url, connecting).await?;
        ask(Session::new(client, url, deadline)).await
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
