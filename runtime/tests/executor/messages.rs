use serde_json::json;
use toolwright::{HttpRequest, Method, Style};

use crate::fixture::{FIND_PET, executor, request};
use crate::upstream::{Upstream, response};

async fn sent(request: HttpRequest) -> String {
    let upstream = Upstream::ok().await;
    let executor = executor(&[]).base_url(upstream.base_url()).build().unwrap();
    let outcome = executor.execute(&FIND_PET, request).await;
    assert!(!outcome.is_error, "{}", outcome.text);
    upstream.request()
}

#[tokio::test]
async fn every_parameter_location_and_the_body() {
    let mut request = HttpRequest::new(Method::Post, "/pets/{name}/toys");
    request.path("name", &"a b?c#d".to_owned());
    request.query_with_style("color", Style::Form, &json!(["sea blue", "R&D"]));
    request.query_with_style("size", Style::DeepObject, &json!({"min": 1}));
    request.header("X-Trace", &json!(["é", "2"]));
    request.cookie("theme", &"a;b".to_owned());
    request.cookie("flag", &true);
    request.json(&json!({"name": "ball"}));
    assert_eq!(
        sent(request).await,
        "POST /v1/pets/a%20b%3Fc%23d/toys?color=sea%20blue,R%26D&size%5Bmin%5D=1 HTTP/1.1\r\n\
         x-trace: é,2\r\n\
         content-type: application/json\r\n\
         cookie: theme=a%3Bb; flag=true\r\n\
         content-length: 15\r\n\
         \r\n\
         {\"name\":\"ball\"}"
    );
}

#[tokio::test]
async fn a_body_of_no_bytes_has_a_length() {
    let mut request = HttpRequest::new(Method::Put, "/pets");
    request.text("text/csv", &String::new());
    assert_eq!(
        sent(request).await,
        "PUT /v1/pets HTTP/1.1\r\ncontent-type: text/csv\r\ncontent-length: 0\r\n\r\n"
    );
}

#[tokio::test]
async fn hostile_values_arrive_as_they_were_encoded() {
    for (value, path) in [
        ("100%", "100%25"),
        ("é", "%C3%A9"),
        ("...", "..."),
        ("a b", "a%20b"),
        ("x'\"<>|^`{}", "x%27%22%3C%3E%7C%5E%60%7B%7D"),
    ] {
        let mut request = HttpRequest::new(Method::Get, "/pets/{name}/toys");
        request.path("name", &value.to_owned());
        request.query_reserved("q", Style::Form, &"/a:b'(c)#&".to_owned());
        assert_eq!(
            sent(request).await,
            format!("GET /v1/pets/{path}/toys?q=/a:b%27(c)%23%26 HTTP/1.1\r\n\r\n")
        );
    }
}

#[tokio::test]
async fn a_request_with_problems_is_not_sent() {
    let upstream = Upstream::ok().await;
    let executor = executor(&[]).base_url(upstream.base_url()).build().unwrap();
    let mut request = request();
    request.header("X-Trace", &"a\r\nX-Admin: 1".to_owned());
    let outcome = executor.execute(&FIND_PET, request).await;
    assert!(outcome.is_error);
    assert_eq!(
        outcome.text,
        "Invalid arguments for find_pet:\n\
         /X-Trace: contains a line break, which a header cannot contain"
    );
    assert!(upstream.received().is_empty());
}

#[tokio::test]
async fn a_path_that_is_not_filled_is_not_sent() {
    let upstream = Upstream::ok().await;
    let executor = executor(&[]).base_url(upstream.base_url()).build().unwrap();
    let request = HttpRequest::new(Method::Get, "/pets/{name}");
    let outcome = executor.execute(&FIND_PET, request).await;
    assert_eq!(
        outcome.text,
        "GET /pets/{name} was not sent. Its URL cannot be built: the path has no value for {name}."
    );
    assert!(upstream.received().is_empty());
}

#[tokio::test]
async fn the_headers_of_every_request() {
    let upstream = Upstream::ok().await;
    let executor = executor(&[]).base_url(upstream.base_url()).build().unwrap();
    executor.execute(&FIND_PET, request()).await;
    let mut own = request();
    own.header("Accept", &"text/csv".to_owned());
    executor.execute(&FIND_PET, own).await;
    let received = upstream.received();
    let version = env!("CARGO_PKG_VERSION");
    let host = upstream.address();
    let encoding = match (cfg!(feature = "gzip"), cfg!(feature = "brotli")) {
        (true, true) => "accept-encoding: gzip,br\r\n",
        (true, false) => "accept-encoding: gzip\r\n",
        (false, true) => "accept-encoding: br\r\n",
        (false, false) => "",
    };
    assert_eq!(
        received[0],
        format!(
            "GET /v1/pets/rex HTTP/1.1\r\naccept: application/json, */*;q=0.5\r\n\
             user-agent: toolwright/{version} (pets)\r\n{encoding}host: {host}\r\n\r\n"
        )
    );
    assert!(
        received[1].contains("\r\naccept: text/csv\r\n"),
        "{}",
        received[1]
    );
    assert_eq!(received[1].matches("accept:").count(), 1);
}

#[tokio::test]
async fn bodies_of_no_length_and_methods() {
    let request = HttpRequest::new(Method::Delete, "/pets");
    assert_eq!(sent(request).await, "DELETE /v1/pets HTTP/1.1\r\n\r\n");
    let mut request = HttpRequest::new(Method::Patch, "/pets");
    request.json_with_content_type("application/merge-patch+json", &json!(null));
    assert_eq!(
        sent(request).await,
        "PATCH /v1/pets HTTP/1.1\r\ncontent-type: application/merge-patch+json\r\n\
         content-length: 4\r\n\r\nnull"
    );
}

#[tokio::test]
async fn a_call_goes_from_arguments_to_outcome() {
    let upstream = Upstream::answering(response(
        "200 OK",
        "Content-Type: application/json\r\n",
        "{\n  \"name\": \"rex\"\n}",
    ))
    .await;
    let executor = executor(&[]).base_url(upstream.base_url()).build().unwrap();
    let arguments = |value: serde_json::Value| value.as_object().unwrap().clone();
    let outcome = toolwright::call(
        &FIND_PET,
        &executor,
        arguments(json!({"name": "rex", "limit": 5})),
    )
    .await;
    assert_eq!(outcome.text, r#"{"name":"rex"}"#);
    assert_eq!(outcome.structured, Some(json!({"name": "rex"})));
    assert_eq!(
        upstream.request(),
        "GET /v1/pets/rex?limit=5 HTTP/1.1\r\n\r\n"
    );

    for (wrong, message) in [
        (
            json!({"name": "..", "limit": 5}),
            "/name: makes '..' of a part of the path",
        ),
        (json!({"limit": 5}), "/name: "),
        (
            json!({"name": "rex", "limit": 3_000_000_000_u64}),
            "/limit: ",
        ),
    ] {
        let outcome = toolwright::call(&FIND_PET, &executor, arguments(wrong)).await;
        assert!(outcome.is_error);
        let expected = format!("Invalid arguments for find_pet:\n{message}");
        assert!(outcome.text.starts_with(&expected), "{}", outcome.text);
    }
    assert_eq!(upstream.received().len(), 1);
}
