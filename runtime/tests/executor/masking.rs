use std::fmt::{self, Write};
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::authority::{Authority, Manners};
use crate::fixture::{alternatives, executor, leaked, request, scoped, tool};
use crate::upstream::{Upstream, response};

/// Everything that is logged, at every level.
#[derive(Clone, Default)]
struct Everything(Arc<Mutex<String>>);

impl Subscriber for Everything {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut Writer(&self.0));
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut Writer(&self.0));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut Writer(&self.0));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

struct Writer<'a>(&'a Mutex<String>);

impl Visit for Writer<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let _ = writeln!(self.0.lock().unwrap(), "{field}={value:?}");
    }
}

#[tokio::test]
async fn no_log_has_a_secret() {
    let log = Everything::default();
    let _guard = tracing::subscriber::set_default(log.clone());
    let authority = Authority::start(Manners {
        with: r#","expires_in":1,"refresh_token":"refresh-secret""#,
        ..Manners::default()
    })
    .await;
    let executor = executor(&[
        ("PETS_OAUTH_CLIENT_ID", "me"),
        ("PETS_OAUTH_CLIENT_SECRET", "s3/cret"),
        ("PETS_QUERY", "query-secret"),
        ("PETS_BASIC_PASSWORD", "basic-secret"),
        ("PETS_HEADER", "header-secret"),
    ])
    .base_url(authority.server.base_url())
    .build()
    .unwrap();
    for tool in [
        scoped(6, &[]),
        leaked(tool(alternatives(&[&[0, 1, 3]]))),
        scoped(6, &[]),
    ] {
        executor.execute(tool, request()).await;
        tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    }
    assert_eq!(authority.issued(), 2);
    let log = log.0.lock().unwrap();
    assert!(log.contains("fetched a token"), "nothing was logged");
    let printed = format!("{log}{executor:?}");
    for secret in ["-secret", "s3/cret", "s3%2Fcret", "bWU6czMlMkZjcmV0"] {
        assert!(!printed.contains(secret), "{secret}: {printed}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// However the upstream writes a secret in its refusal, nobody gets to see it.
    #[test]
    fn no_refusal_repeats_a_secret(secret in "[!-:<-~]{6,20}", other in "[a-z]{4,8}") {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.unwrap().block_on(async {
            let in_url: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
            let quoted = serde_json::Value::from(secret.as_str()).to_string();
            let body = format!(
                r#"{{"message":{quoted},"list":["{other}",{{"url":"https://a/?k={in_url}"}}],{quoted}:1}}"#
            );
            let headers = "Content-Type: application/json\r\n";
            let upstream = Upstream::answering(response("403 Forbidden", headers, &body)).await;
            let executor = executor(&[("PETS_COOKIE", &secret)])
                .base_url(upstream.base_url())
                .build()
                .unwrap();
            let tool = leaked(tool(alternatives(&[&[2]])));
            let outcome = executor.execute(tool, request()).await;
            let printed = format!("{}{}{executor:?}", outcome.text, outcome.structured.unwrap());
            let quoted = quoted.trim_matches('"');
            for form in [secret.as_str(), &in_url, quoted] {
                assert!(!printed.contains(form), "{form}: {printed}");
            }
        });
    }
}
