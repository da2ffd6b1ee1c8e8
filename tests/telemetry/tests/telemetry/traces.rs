use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, Span};
use prost::Message as _;
use serde_json::json;

use crate::listener::{Listener, Request};
use crate::server::Server;

const PET: &str =
    r#"{"id":7,"name":"private-answer","kind":"bird","status":"available","tags":[],"price":1}"#;
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";

fn upstream() -> Listener {
    Listener::start("application/json", PET)
}

fn collector() -> Listener {
    Listener::start("application/x-protobuf", "")
}

/// Everything that was exported, with the bytes as they came.
fn exported(collector: &Listener) -> (Vec<ResourceSpans>, Vec<u8>) {
    let (mut spans, mut bytes) = (Vec::new(), Vec::new());
    let mut next = Some(collector.request());
    while let Some(Request { head, body }) = next {
        assert!(head.starts_with("POST /v1/traces "), "{head}");
        let batch = ExportTraceServiceRequest::decode(body.as_slice()).expect("is a batch");
        spans.extend(batch.resource_spans);
        bytes.extend(body);
        next = collector.another();
    }
    (spans, bytes)
}

fn named<'s>(resources: &'s [ResourceSpans], name: &str) -> &'s Span {
    let scopes = resources.iter().flat_map(|resource| &resource.scope_spans);
    let mut spans = scopes.flat_map(|scope| &scope.spans);
    let found = spans.find(|span| span.name == name);
    found.unwrap_or_else(|| panic!("no span {name} in {resources:#?}"))
}

fn attribute(attributes: &[KeyValue], name: &str) -> Option<String> {
    let found = attributes.iter().find(|attribute| attribute.key == name)?;
    match found.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text.clone()),
        Value::IntValue(number) => Some(number.to_string()),
        _ => None,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_call_is_part_of_the_clients_trace_and_the_upstreams_request_of_it() {
    let (collector, upstream) = (collector(), upstream());
    let environment = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url.as_str()),
        (
            "OTEL_RESOURCE_ATTRIBUTES",
            "deployment.environment.name=test",
        ),
        ("PETSTORE_API_KEY", "secret-key"),
        ("PETSTORE_ACCESS_TOKENS", "secret-token"),
    ];
    let mut server = Server::start(&environment, &["--upstream", &upstream.url]);
    let parent = format!("00-{TRACE}-{PARENT}-01");
    let params = json!({
        "name": "delete_pet", "arguments": {"petId": 123454321}, "_meta": {"traceparent": parent},
    });
    let other = "00-11111111111111111111111111111111-2222222222222222-01";
    let headers = [
        ("Authorization", "Bearer secret-token"),
        ("traceparent", other),
    ];
    let answer = server.call(&headers, params);
    assert!(answer.body.contains("private-answer"), "{}", answer.body);
    let sent = upstream.request();
    assert!(sent.head.contains("secret-key"), "{}", sent.head);
    assert_eq!(sent.header("tracestate"), None);
    let passed = sent.header("traceparent").expect("is traced").to_owned();
    server.end();

    let (resources, bytes) = exported(&collector);
    let call = named(&resources, "tools/call delete_pet");
    assert_eq!(call.kind, SpanKind::Server as i32);
    assert_eq!(
        hex(&call.trace_id),
        TRACE,
        "`_meta` comes before the header"
    );
    assert_eq!(hex(&call.parent_span_id), PARENT);
    let of_call = |name| attribute(&call.attributes, name);
    assert_eq!(of_call("mcp.method.name").as_deref(), Some("tools/call"));
    assert_eq!(of_call("gen_ai.tool.name").as_deref(), Some("delete_pet"));

    let request = named(&resources, "DELETE /pets/{petId}");
    assert_eq!(request.kind, SpanKind::Client as i32);
    assert_eq!(request.parent_span_id, call.span_id);
    assert_eq!(passed, format!("00-{TRACE}-{}-01", hex(&request.span_id)));
    let of_request = |name| attribute(&request.attributes, name);
    assert_eq!(of_request("http.request.method").as_deref(), Some("DELETE"));
    assert_eq!(of_request("url.template").as_deref(), Some("/pets/{petId}"));
    assert_eq!(
        of_request("http.response.status_code").as_deref(),
        Some("200")
    );
    assert_eq!(of_request("server.address").as_deref(), Some("127.0.0.1"));

    let resource = resources[0].resource.as_ref().expect("says what it is of");
    let of_resource = |name| attribute(&resource.attributes, name);
    assert_eq!(of_resource("service.name").as_deref(), Some("petstore-mcp"));
    let environment = of_resource("deployment.environment.name");
    assert_eq!(environment.as_deref(), Some("test"));

    let exported = String::from_utf8_lossy(&bytes);
    for secret in ["secret-", "private-answer", "123454321"] {
        assert!(!exported.contains(secret), "{secret}");
    }
}

#[test]
fn a_trace_begins_here_or_with_the_header() {
    let (collector, upstream) = (collector(), upstream());
    let environment = [
        (
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
            format!("{}/v1/traces", collector.url),
        ),
        ("OTEL_SERVICE_NAME", "shop".to_owned()),
    ];
    let environment = environment
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let mut server = Server::start(&environment, &["--upstream", &upstream.url]);
    server.call(&[], json!({"name": "get_pet", "arguments": {"petId": 1}}));
    let parent = format!("00-{TRACE}-{PARENT}-01");
    let headers = [("traceparent", parent.as_str())];
    server.call(&headers, json!({"name": "create_pet", "arguments": {}}));
    server.end();
    let (resources, _) = exported(&collector);
    let begun = named(&resources, "tools/call get_pet");
    assert!(begun.parent_span_id.is_empty());
    let refused = named(&resources, "tools/call create_pet");
    assert_eq!(hex(&refused.trace_id), TRACE);
    let error = attribute(&refused.attributes, "error.type");
    assert_eq!(error.as_deref(), Some("tool_error"));
    assert_eq!(refused.status.as_ref().map(|status| status.code), Some(2));
    let resource = resources[0].resource.as_ref().expect("says what it is of");
    let name = attribute(&resource.attributes, "service.name");
    assert_eq!(name.as_deref(), Some("shop"));
}

#[test]
fn a_sampler_decides_what_is_exported() {
    let (collector, upstream) = (collector(), upstream());
    let environment = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url.as_str()),
        ("OTEL_TRACES_SAMPLER", "always_off"),
    ];
    let mut server = Server::start(&environment, &["--upstream", &upstream.url]);
    server.call(&[], json!({"name": "get_pet", "arguments": {"petId": 1}}));
    let sent = upstream.request();
    let passed = sent.header("traceparent").expect("is passed on");
    assert!(passed.ends_with("-00"), "{passed}");
    server.end();
    assert!(collector.another().is_none());
}

#[test]
fn nothing_is_exported_unless_a_collector_is_named() {
    let upstream = upstream();
    for environment in [
        &[][..],
        &[
            ("OTEL_SDK_DISABLED", "true"),
            ("OTEL_TRACES_EXPORTER", "otlp"),
        ],
    ] {
        let mut server = Server::start(environment, &["--upstream", &upstream.url]);
        server.call(&[], json!({"name": "get_pet", "arguments": {"petId": 1}}));
        assert_eq!(upstream.request().header("traceparent"), None);
        server.end();
    }
}
