//! What responses become for models: text, JSON, files, errors with advice, and their limits.

use serde_json::json;

use super::*;
use crate::char_boundary::floor_char_boundary;
use crate::request::Method;
use crate::testing::test_tool;

static GET: Tool = test_tool(Method::Get, "/x/{id}");
static POST: Tool = test_tool(Method::Post, "/x");

static NOTHING: ResponseOptions = ResponseOptions {
    position: None,
    limit: None,
    accept: None,
    selection: None,
};

fn url() -> &'static Url {
    static URL: std::sync::OnceLock<Url> = std::sync::OnceLock::new();
    URL.get_or_init(|| Url::parse("https://x/pets?limit=2&page=1").unwrap())
}

fn no_headers() -> &'static HeaderMap {
    static NONE: std::sync::OnceLock<HeaderMap> = std::sync::OnceLock::new();
    NONE.get_or_init(HeaderMap::new)
}

fn answer<'a>(status: u16, content_type: &'a str, body: &str) -> UpstreamResponse<'a> {
    UpstreamResponse {
        call: "GET /x",
        status,
        location: None,
        content_type: (!content_type.is_empty()).then_some(content_type),
        file_name: None,
        retry_after: None,
        headers: no_headers(),
        url: url(),
        wanted: &NOTHING,
        body: Body::Whole(WholeBody::from(body.as_bytes().to_vec())),
        longest_json: None,
        attachment_limit: 5,
        truncate: &cut,
    }
}

fn cut(text: &str, limit: usize) -> String {
    text[..floor_char_boundary(text, limit)].to_owned()
}

fn outcome(status: u16, content_type: &str, body: &str) -> Outcome {
    answer(status, content_type, body).into_outcome(&GET)
}

#[test]
fn success_is_the_body() {
    let found = outcome(200, "application/json", "{\"a\": [1]}");
    assert!(!found.is_error);
    assert_eq!(found.text, r#"{"a":[1]}"#);
    assert_eq!(found.structured, Some(json!({"a": [1]})));
    for content_type in [
        "text/plain",
        "text/csv; header=present",
        "application/atom+xml",
    ] {
        assert_eq!(outcome(200, content_type, "a,  <b>\n").text, "a,  <b>\n");
    }
}

#[test]
fn a_success_that_is_not_what_was_asked_for() {
    let noted = |content_type: &str, body: &str| outcome(200, content_type, body).notes;
    assert!(noted("Text/HTML; charset=utf-8", "<html>")[0].starts_with("This is a web page"));
    assert!(noted("application/hal+json", "<html>")[0].ends_with("is not valid JSON."));
    // RFC 8259 has no largest number, and no deepest list.
    for (body, why) in [
        (
            r#"{"e":1e400}"#.to_owned(),
            "has a number that is out of range at line 1 column 10: the largest is 1.797e308.",
        ),
        (
            format!("{}{}", "[".repeat(128), "]".repeat(128)),
            "has more than 127 lists and objects within each other at line 1 column 128.",
        ),
    ] {
        assert_eq!(
            noted("application/json", &body),
            [format!(
                "It is declared as JSON, but is only text here, because it {why}"
            )]
        );
    }
    let mut garbage = answer(200, "application/json", "");
    garbage.body = Body::Whole(WholeBody::from(b"\xff\xfe".to_vec()));
    assert_eq!(garbage.into_outcome(&GET).notes, [NOT_JSON]);
    assert!(noted("application/json", "{}").is_empty());
    assert!(noted("text/plain", "fine").is_empty());
}

#[test]
fn where_something_was_created_is_told() {
    let mut created = answer(201, "", "");
    created.location = Some("/pets/7");
    let outcome = created.into_outcome(&POST);
    assert_eq!(outcome.notes, ["Location: /pets/7"]);
}

#[test]
fn success_without_text_says_what_came() {
    let text = |status, content_type, body| outcome(status, content_type, body).text;
    assert_eq!(
        text(204, "", ""),
        "HTTP 204 No Content from GET /x, without a body."
    );
    assert_eq!(
        text(200, "image/png", "123"),
        "HTTP 200 OK from GET /x, with 3 bytes of image/png, attached."
    );
    assert_eq!(
        text(205, "text/html", ""),
        "HTTP 205 Reset Content from GET /x, without a body."
    );
    assert!(!outcome(304, "", "").is_error);
}

#[test]
fn refusals_are_errors_with_status_and_body() {
    let refused = outcome(422, "application/problem+json", r#"{"title":"no"}"#);
    assert!(refused.is_error);
    assert_eq!(
        refused.text,
        "HTTP 422 Unprocessable Entity from GET /x: no\n\
         Change the arguments as the message says, then call again."
    );
    assert_eq!(
        refused.structured,
        Some(json!({"status": 422, "body": {"title": "no"}}))
    );
    let bare = outcome(499, "", "");
    assert_eq!(bare.text, "HTTP 499 from GET /x");
    assert_eq!(bare.structured, Some(json!({"status": 499})));
}

#[test]
fn long_error_bodies_are_cut_between_characters() {
    let refused = outcome(500, "text/html", &"é".repeat(9000));
    assert!(refused.text.contains("… (the first 8192 of 18000 bytes)\n"));
    let refused = outcome(500, "text/html", &format!("a{}", "é".repeat(9000)));
    assert!(refused.text.contains("… (the first 8191 of 18001 bytes)\n"));
    let json = format!("[\"{}\"]", "x".repeat(9000));
    let refused = outcome(500, "application/json", &json);
    assert!(
        refused
            .structured
            .is_some_and(|value| value["body"].is_string())
    );
}

#[test]
fn files_are_attached_within_limits() {
    let image = outcome(200, "image/png; a=b", "123");
    let attached = [Attachment {
        name: None,
        media_type: "image/png".to_owned(),
        data: b"123".to_vec(),
    }];
    assert_eq!(image.attachments, attached);
    let named = UpstreamResponse {
        file_name: Some("a.bin".to_owned()),
        ..answer(200, "", "1\0")
    };
    let named = named.into_outcome(&GET);
    assert_eq!(
        named.text,
        "HTTP 200 OK from GET /x, with the file \"a.bin\", 2 bytes of an unknown content type, \
         attached."
    );
    assert_eq!(named.attachments[0].media_type, "application/octet-stream");
    let large = outcome(200, "image/png", "123456");
    assert_eq!(
        large.text,
        "HTTP 200 OK from GET /x, with 6 bytes of image/png: it is larger than the limit of 5 bytes, so \
         it is left out."
    );
    assert!(large.attachments.is_empty());
}

#[test]
fn refusals_say_what_to_do() {
    let advised = |tool, status, retry_after| {
        let answer = UpstreamResponse {
            retry_after,
            ..answer(status, "", "")
        };
        let text = answer.into_outcome(tool).text;
        text.lines().skip(1).collect::<Vec<_>>().join(" ")
    };
    let cases = [
        advised(&GET, 404, None),
        advised(&POST, 404, None),
        advised(&GET, 409, None),
        advised(&GET, 429, Some("7")),
        advised(&GET, 429, Some("Wed, 21 Oct 2026 07:28:00 GMT")),
        advised(&GET, 503, None),
        advised(&POST, 503, Some("1")),
    ];
    insta::assert_snapshot!(cases.join("\n"));
}

#[test]
fn what_is_wrong_with_single_values_is_listed() {
    let body = r#"{"message": "Invalid", "errors": [{"field": "age", "message": "is negative"}]}"#;
    let refused = outcome(400, "application/json", body);
    insta::assert_snapshot!(refused.text);
}

#[test]
fn a_next_page_is_pointed_out() {
    let mut headers = HeaderMap::new();
    headers.insert("link", "<?limit=2&page=2>; rel=next".parse().unwrap());
    let answer = UpstreamResponse {
        headers: &headers,
        ..answer(200, "application/json", "[]")
    };
    let outcome = answer.into_outcome(&GET);
    assert_eq!(
        outcome.notes,
        [r#"There is more: for the next page, call again with `page`: "2"."#]
    );
}
