//! Bodies of requests, byte for byte: forms, multipart, JSON lines, events and files.

use serde_json::json;

use super::*;
use crate::request::Method;
use crate::request::Style;

fn sent(write: impl FnOnce(&mut HttpRequest)) -> (String, String) {
    let mut request = HttpRequest::new(Method::Post, "/");
    write(&mut request);
    assert_eq!(request.problems(), []);
    let body = request.body().expect("a body");
    let text = String::from_utf8(body.bytes.clone()).expect("UTF-8");
    (body.media_type.clone().into_owned(), text)
}

fn form(encodings: &[(&str, Encoding)], value: Json) -> String {
    let (media_type, text) = sent(|request| request.form_with_encodings("", encodings, &value));
    assert_eq!(media_type, "application/x-www-form-urlencoded");
    text
}

/// The text of a multipart body with `B` for its boundary.
fn multipart(encodings: &[(&str, Encoding)], value: Json) -> String {
    let (media_type, text) = sent(|request| request.multipart("", encodings, &value));
    let boundary = media_type.strip_prefix("multipart/form-data; boundary=");
    text.replace(boundary.expect("a boundary"), "B")
}

#[test]
fn json_under_the_chosen_media_type() {
    const KINDS: [&str; 2] = [
        "application/merge-patch+json",
        "application/json-patch+json",
    ];
    let with = |chosen: Option<String>| {
        sent(|request| request.json_with_chosen_content_type(&KINDS, &chosen, &json!([])))
    };
    assert_eq!(with(None).0, KINDS[0]);
    assert_eq!(with(Some(KINDS[1].to_owned())).0, KINDS[1]);
    assert_eq!(with(Some("text/plain".to_owned())).0, KINDS[0]);
}

#[test]
fn forms_by_default() {
    assert_eq!(
        form(
            &[],
            json!({"s": "a b", "n": 1.5, "b": true, "list": ["x", "y"], "o": {"k": "v"}, "null": null, "none": []}),
        ),
        "s=a+b&n=1.5&b=true&list=x&list=y&o=%7B%22k%22%3A%22v%22%7D"
    );
    assert_eq!(form(&[], json!({})), "");
    assert_eq!(form(&[], json!("a=b&c=d")), "a=b&c=d");
}

#[test]
fn form_values_stay_in_their_pair() {
    assert_eq!(
        form(&[], json!({"a&b=c": "x&admin=1\r\n+%é\""})),
        "a%26b%3Dc=x%26admin%3D1%0D%0A%2B%25%C3%A9%22"
    );
    let reserved = [("url", Encoding::with_style(Style::FormExploded).reserved())];
    assert_eq!(
        form(&reserved, json!({"url": "http://h/?a=b&c=d e+f#g"})),
        "url=http://h/?a=b%26c=d%20e%2Bf%23g"
    );
}

#[test]
fn form_styles() {
    let encodings = [
        ("csv", Encoding::with_style(Style::Form)),
        ("ssv", Encoding::with_style(Style::SpaceDelimited)),
        ("pipes", Encoding::with_style(Style::PipeDelimited)),
        ("deep", Encoding::with_style(Style::DeepObject)),
        ("flat", Encoding::with_style(Style::FormExploded)),
        ("json", Encoding::with_style(Style::Json)),
    ];
    assert_eq!(
        form(
            &encodings,
            json!({
                "csv": ["a", "b,c"], "ssv": ["a", "b"], "pipes": [1, 2],
                "deep": {"k": {"l": [true]}}, "flat": {"x": 1, "y": 2}, "json": ["a"],
            }),
        ),
        "csv=a,b%2Cc&ssv=a+b&pipes=1%7C2&deep%5Bk%5D%5Bl%5D%5B0%5D=true&x=1&y=2&json=%5B%22a%22%5D"
    );
}

#[test]
fn multipart_by_default() {
    assert_eq!(
        multipart(
            &[],
            json!({"s": "é", "n": 5, "list": ["x", "y"], "o": {"k": 1}, "null": null})
        ),
        "--B\r\nContent-Disposition: form-data; name=\"s\"\r\n\r\né\r\n\
         --B\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n5\r\n\
         --B\r\nContent-Disposition: form-data; name=\"list\"\r\n\r\nx\r\n\
         --B\r\nContent-Disposition: form-data; name=\"list\"\r\n\r\ny\r\n\
         --B\r\nContent-Disposition: form-data; name=\"o\"\r\nContent-Type: application/json\r\n\r\n{\"k\":1}\r\n\
         --B--\r\n"
    );
}

/// RFC 2046, section 5.1.
#[test]
fn a_multipart_body_has_a_part() {
    for (at, message) in [
        (
            "",
            "The body is sent in parts, and there is none; give at least one property",
        ),
        (
            "/body",
            "is sent in parts, and there is none; give at least one property",
        ),
    ] {
        for value in [json!({}), json!({"a": null}), json!({"a": []})] {
            let mut request = HttpRequest::new(Method::Post, "/");
            request.multipart(at, &[], &value);
            assert_eq!(request.problems(), [Violation::new(at, message)], "{value}");
            assert!(request.body().is_none());
        }
    }
}

#[test]
fn multipart_files() {
    let encodings = [
        (
            "photo",
            Encoding::for_file("image/png").headers(&[("X-Kind", "portrait")]),
        ),
        ("any", Encoding::for_file("")),
        ("meta", Encoding::with_content_type("application/json")),
        ("csv", Encoding::with_style(Style::Form)),
    ];
    assert_eq!(
        multipart(
            &encodings,
            json!({
                "photo": "aGk=", "any": ["YQ==", "data:text/csv;name=b.csv;base64,Yg=="],
                "meta": "m", "csv": ["c", "d"],
            }),
        ),
        "--B\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"photo\"\r\nContent-Type: image/png\r\nX-Kind: portrait\r\n\r\nhi\r\n\
         --B\r\nContent-Disposition: form-data; name=\"any\"; filename=\"any\"\r\nContent-Type: application/octet-stream\r\n\r\na\r\n\
         --B\r\nContent-Disposition: form-data; name=\"any\"; filename=\"b.csv\"\r\nContent-Type: text/csv\r\n\r\nb\r\n\
         --B\r\nContent-Disposition: form-data; name=\"meta\"\r\nContent-Type: application/json\r\n\r\n\"m\"\r\n\
         --B\r\nContent-Disposition: form-data; name=\"csv\"\r\n\r\nc,d\r\n\
         --B--\r\n"
    );
}

#[test]
fn a_multipart_body_that_is_no_object_is_one_file() {
    let file = [("file", Encoding::for_file(""))];
    let text = multipart(&file, json!("aGk="));
    assert!(text.contains("name=\"file\"; filename=\"file\""), "{text}");
}

#[test]
fn part_names_cannot_break_out() {
    let encodings = [("f", Encoding::for_file(""))];
    let name = "a\"; x=\"\r\nX-Evil: 1\r\n\r\né";
    let text = multipart(
        &encodings,
        json!({name: "v", "f": "data:;name=%22%0D%0A;base64,"}),
    );
    assert!(
        text.contains("name=\"a%22; x=%22%0D%0AX-Evil: 1%0D%0A%0D%0Aé\"\r\n\r\nv"),
        "{text}"
    );
    assert!(text.contains("filename=\"%22%0D%0A\""), "{text}");
}

#[test]
fn what_is_no_base64_is_a_problem() {
    let encodings = [("f", Encoding::for_file(""))];
    let mut request = HttpRequest::new(Method::Post, "/");
    request.multipart("/body", &encodings, &json!({"f": ["YQ==", "???"]}));
    request.binary("/body", &["image/png"], &json!("???"));
    let pointers: Vec<&str> = request
        .problems()
        .iter()
        .map(|problem| problem.pointer.as_str())
        .collect();
    assert_eq!(pointers, ["/body/f/1", "/body"]);
    assert!(request.problems()[0].message.starts_with("is not base64"));
    assert_eq!(request.body(), None);
}

#[test]
fn text_is_bare() {
    let text = |value: Json| sent(|request| request.text("text/plain; charset=utf-8", &value)).1;
    assert_eq!(text(json!("a \"b\"\n")), "a \"b\"\n");
    assert_eq!(text(json!(5)), "5");
    assert_eq!(text(json!(null)), "");
    assert_eq!(text(json!({"a": [1]})), r#"{"a":[1]}"#);
}

#[test]
fn absent_bodies_are_not_sent() {
    let mut request = HttpRequest::new(Method::Post, "/");
    let absent: Option<String> = None;
    request.json(&absent);
    request.form(&absent);
    request.multipart("", &[], &absent);
    request.text("text/plain", &absent);
    request.binary("/body", &["image/png"], &absent);
    request.parts("multipart/mixed", "/body", &[], Encoding::DEFAULT, &absent);
    request.json_lines("application/jsonl", &absent);
    request.json_records("application/json-seq", &absent);
    request.events("text/event-stream", "/body", &absent);
    assert_eq!(request.body(), None);
    request.query_form("", &[], &absent);
    request.query_json(&absent);
    request.query_text(&absent);
    assert_eq!(request.query_string(), "");
}

#[test]
fn a_part_has_a_content_type_that_the_spec_admits() {
    let file = json!({"file": {"text": "x", "mediaType": "text/plain"}});
    let type_of = |accepted: &'static str| {
        let (_, text) = sent(|request| {
            request.multipart("", &[("file", Encoding::for_file(accepted))], &file);
        });
        let line = text.lines().find(|line| line.starts_with("Content-Type: "));
        line.unwrap_or_default().to_owned()
    };
    assert_eq!(type_of(""), "Content-Type: text/plain");
    assert_eq!(type_of("image/png, text/*"), "Content-Type: text/plain");
    assert_eq!(type_of("image/png"), "Content-Type: image/png");
}

#[test]
fn an_object_in_a_part_that_is_a_form_is_pairs() {
    let form = Encoding::with_content_type("application/x-www-form-urlencoded");
    let (_, text) =
        sent(|request| request.multipart("", &[("a", form)], &json!({"a": {"k": "b c"}})));
    assert!(text.contains("\r\n\r\nk=b+c\r\n"), "{text}");
}
