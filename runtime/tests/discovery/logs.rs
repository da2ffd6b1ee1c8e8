use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::client::Client;
use crate::upstream::Upstream;

/// Keeps what is logged of this program's own.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {field}={value:?}").unwrap();
    }
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("toolwright")
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        let mut line = Line("span".to_owned());
        values.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

impl Log {
    /// Makes sure that the next events come to this log. A place that another test registers at the moment at which the log is
    /// made may have been told that nobody listens.
    fn hear_every_place(&self) {
        tracing::callsite::rebuild_interest_cache();
    }

    fn has(&self, parts: &[&str]) -> bool {
        let lines = self.0.lock().unwrap();
        lines
            .iter()
            .any(|line| parts.iter().all(|part| line.contains(part)))
    }
}

#[tokio::test]
async fn ce9_success_and_failure_are_logged() {
    let log = Log::default();
    let _guard = tracing::subscriber::set_default(log.clone());
    let upstream = Upstream::ok().await;
    let mut client = Client::to(&upstream).await;
    let of_page = |id| json!({"endpoint_path": format!("/pages/{id}"), "method": "GET"});
    log.hear_every_place();
    client.executor(of_page("7")).await;
    let place = [r#"method="GET""#, r#"path="/pages/{pageId}""#];
    let called = [
        place[0],
        place[1],
        "called an endpoint",
        "response_bytes=2",
        "INFO",
    ];
    assert!(log.has(&called), "{:?}", log.0);
    assert!(
        log.has(&["span", r#"toolwright.operation="get_page""#]),
        "{:?}",
        log.0
    );
    let both = [
        r#"tool="cms_endpoint_executor""#,
        r#"operation="get_page""#,
        r#"outcome="ok""#,
    ];
    assert!(log.has(&both), "{:?}", log.0);
    log.hear_every_place();
    client.executor(of_page("secret")).await;
    let refused = [
        place[0],
        place[1],
        r#"reason="parameter_validation""#,
        "WARN",
    ];
    assert!(log.has(&refused), "{:?}", log.0);
    log.hear_every_place();
    client
        .executor(json!({"endpoint_path": "/secret", "method": "GET"}))
        .await;
    assert!(log.has(&[r#"reason="not_found""#, "WARN"]), "{:?}", log.0);
    assert!(
        !log.has(&["secret"]),
        "values are not for logs: {:?}",
        log.0
    );
}

#[tokio::test]
async fn c41_what_is_the_servers_fault_is_logged_with_the_arguments() {
    let log = Log::default();
    let _guard = tracing::subscriber::set_default(log.clone());
    let mut client = Client::cms().await;
    let broken = json!({"tool_name": "broken", "method": "PATCH", "endpoint_path": "/broken"});
    log.hear_every_place();
    client.provider(broken).await;
    assert!(
        log.has(&["ERROR", "the schema provider has failed", "/broken"]),
        "{:?}",
        log.0
    );
}
