//! Parameters in every style and place, byte for byte, and values that must not be sent.

mod style_examples;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::Json;

const BASE: &str = "http://localhost/v1";

fn path_of(style: Style, value: &Json) -> String {
    let mut request = HttpRequest::new(Method::Get, "/x{color}");
    request.path_with_style("color", style, value);
    assert_eq!(request.problems(), []);
    request.filled_path().strip_prefix("/x").unwrap().to_owned()
}

fn query_of(style: Style, value: &Json) -> String {
    let mut request = HttpRequest::new(Method::Get, "/");
    request.query_with_style("color", style, value);
    request.query_string()
}

fn header_of(style: Style, value: &Json) -> String {
    let mut request = HttpRequest::new(Method::Get, "/");
    request.header_with_style("color", style, value);
    assert_eq!(request.problems(), []);
    request.headers()[0].1.clone()
}

fn cookie_of(style: Style, value: &Json) -> String {
    let mut request = HttpRequest::new(Method::Get, "/");
    request.cookie_with_style("color", style, value);
    request.cookies().to_owned()
}

#[test]
fn what_is_absent_null_or_empty_is_left_out() {
    let mut request = HttpRequest::new(Method::Get, "/x");
    request.query("a", &None::<i64>);
    request.query("b", &Json::Null);
    request.query("c", &Some(Vec::<String>::new()));
    request.query("c", &json!({}));
    request.header("d", &None::<i64>);
    request.cookie("e", &None::<i64>);
    request.json(&None::<i64>);
    assert_eq!(request, HttpRequest::new(Method::Get, "/x"));
    request.query("f", &json!(["x", null, ""]));
    assert_eq!(request.query_string(), "f=x&f=");
}

#[test]
fn what_is_required_does_not_vanish() {
    let nothing = Vec::<String>::new();
    let mut request = HttpRequest::new(Method::Get, "/x");
    request.query("a", &nothing);
    request.query_with_style("b", Style::Form, &json!([null]));
    request.header("c", &nothing);
    request.cookie("d", &nothing);
    let pointers: Vec<&str> = request
        .problems()
        .iter()
        .map(|it| it.pointer.as_str())
        .collect();
    assert_eq!(pointers, ["/a", "/b", "/c", "/d"]);
    assert_eq!(
        request.problems()[0].message,
        "is a list with nothing in it, which is sent as nothing, although it is required; give at least one item"
    );
    for style in [Style::Form, Style::FormExploded, Style::PipeDelimited] {
        let mut request = HttpRequest::new(Method::Get, "/x");
        request.query_or_empty("a", style, &nothing);
        request.query_or_empty("b", style, &Some(vec!["x"]));
        request.query_or_empty("c", style, &None::<Vec<String>>);
        assert_eq!(request.query_string(), "a=&b=x", "{style:?}");
    }
}

#[test]
fn deep_objects_go_all_the_way_down() {
    let value = json!({"a": {"b": 1, "none": null}, "list": ["x", {"y": "z&"}], "empty": {}});
    assert_eq!(
        query_of(Style::DeepObject, &value)
            .replace("%5B", "[")
            .replace("%5D", "]"),
        "color[a][b]=1&color[list][0]=x&color[list][1][y]=z%26"
    );
    assert_eq!(query_of(Style::DeepObject, &json!("x")), "color=x");
}

#[test]
fn nested_values_are_json_text() {
    assert_eq!(
        query_of(Style::Form, &json!([["a"], {"b": 1}])),
        "color=%5B%22a%22%5D,%7B%22b%22%3A1%7D"
    );
    assert_eq!(
        query_of(Style::Json, &json!({"b": [1]})),
        "color=%7B%22b%22%3A%5B1%5D%7D"
    );
    assert_eq!(header_of(Style::Json, &json!({"b": [1]})), r#"{"b":[1]}"#);
}

#[test]
fn hostile_values_stay_in_their_place() {
    for (value, expected) in [
        ("a/b?c#d", "a%2Fb%3Fc%23d"),
        ("%2e%2e", "%252e%252e"),
        ("é 😀", "%C3%A9%20%F0%9F%98%80"),
        (r"\", "%5C"),
        ("a&b=c;d+e", "a%26b%3Dc%3Bd%2Be"),
        ("\r\n\t", "%0D%0A%09"),
        ("{color}", "%7Bcolor%7D"),
    ] {
        let value = json!(value);
        assert_eq!(path_of(Style::Simple, &value), expected);
        assert_eq!(query_of(Style::Form, &value), format!("color={expected}"));
    }
    assert_eq!(query_of(Style::Form, &json!("\0")), "color=%00");
    for value in [
        "",
        ".",
        "..",
        "../admin",
        r"..\admin",
        "a/../b",
        "a/.",
        "%2e%2e",
        "a\0",
        "%00",
        "%2500",
    ] {
        let mut request = HttpRequest::new(Method::Get, "/x/{color}");
        request.path("color", &value.to_owned());
        assert_eq!(request.problems().len(), 1, "{value}");
        assert_eq!(request.problems()[0].pointer, "/color");
    }
}

#[test]
fn a_parameter_that_the_path_has_a_value_for_is_written_once() {
    let mut request = HttpRequest::new(Method::Get, "/bucket?acl&comp=list&kind=all");
    assert_eq!(request.query_string(), "acl&comp=list&kind=all");
    request.query("comp", &"list".to_owned());
    request.query("prefix", &"a&b".to_owned());
    assert_eq!(
        request.query_string(),
        "acl&kind=all&comp=list&prefix=a%26b"
    );
}

#[test]
fn path_parameters_must_have_a_value() {
    let mut request = HttpRequest::new(Method::Get, "/x/{a/~b}/{c}");
    request.path("c", &None::<i64>);
    request.path("c", &Json::Null);
    request.path("a", &1_i64);
    let problems: Vec<_> = request.problems().iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "/c: is required",
            "/c: is null or empty, but a path parameter must have a value",
            "/a: has no place in the path /x/{a/~b}/{c}",
        ]
    );
    assert!(request.url(BASE).is_err());
}

#[test]
fn headers_refuse_what_would_end_them() {
    for (value, message) in [
        (
            "a\nX-Admin: 1",
            "/color: contains a line break, which a header cannot contain",
        ),
        (
            "a\r",
            "/color: contains a line break, which a header cannot contain",
        ),
        (
            "\0",
            "/color: contains the control character U+0000, which a header cannot contain",
        ),
        (
            "\x7f",
            "/color: contains the control character U+007F, which a header cannot contain",
        ),
    ] {
        let mut request = HttpRequest::new(Method::Get, "/");
        request.header("color", &value.to_owned());
        assert_eq!(request.problems()[0].to_string(), message);
        assert_eq!(request.headers(), []);
    }
    assert_eq!(header_of(Style::Simple, &json!("naïve\t%")), "naïve\t%");
}

#[test]
fn header_names_are_checked_and_framing_is_not_for_parameters() {
    let mut request = HttpRequest::new(Method::Get, "/");
    request.header("Content-Length", &5_i64);
    request.header("transfer-encoding", &"chunked".to_owned());
    assert_eq!((request.headers(), request.problems()), (&[][..], &[][..]));
    request.header("X Y", &1_i64);
    assert_eq!(
        request.problems()[0].to_string(),
        "/X Y: is not a legal header name"
    );
}

#[test]
fn cookies_are_separated_and_escaped() {
    let mut request = HttpRequest::new(Method::Get, "/");
    request.cookie("a", &"x; admin=1".to_owned());
    request.cookie("b=", &"50%".to_owned());
    assert_eq!(request.cookies(), "a=x%3B%20admin=1; b%3D=50%25");
}

#[test]
fn reserved_values_stay_in_their_parameter() {
    let mut request = HttpRequest::new(Method::Get, "/");
    request.query_reserved("path", Style::Form, &"/a?b=c&admin=1#x".to_owned());
    request.query_reserved("list", Style::Form, &vec!["a/b".to_owned(), "c".to_owned()]);
    assert_eq!(
        request.query_string(),
        "path=/a?b=c%26admin=1%23x&list=a/b,c"
    );
}

#[test]
fn names_are_escaped_too() {
    let mut request = HttpRequest::new(Method::Get, "/x?acl");
    request.query("filter[a&b]", &1_i64);
    request.query("$top", &2_i64);
    assert_eq!(
        request.url("http://h/").as_deref(),
        Ok("http://h/x?acl&filter%5Ba%26b%5D=1&$top=2")
    );
}

#[test]
fn bodies_are_json() {
    let mut request = HttpRequest::new(Method::Post, "/x");
    request.json_with_content_type("application/merge-patch+json", &json!({"a": [1, null]}));
    let body = request.body().unwrap();
    assert_eq!(body.media_type, "application/merge-patch+json");
    assert_eq!(body.bytes, br#"{"a":[1,null]}"#);
}

proptest! {
    /// Whatever the value, it is refused or comes out of its own segment again.
    #[test]
    fn a_value_never_leaves_its_segment(value in prop_oneof![".*", r"[./\\%2eE;?#]{0,8}"], tail in "[.]{0,2}") {
        let mut request = HttpRequest::new(Method::Get, "/a/{x}{y}/b");
        request.path("x", &value);
        if !tail.is_empty() {
            request.path("y", &tail);
        } else {
            request = HttpRequest::new(Method::Get, "/a/{x}/b");
            request.path("x", &value);
        }
        if request.problems().is_empty() {
            let url = url::Url::parse(&request.url(BASE).unwrap()).unwrap();
            let segments: Vec<_> = url.path_segments().unwrap().collect();
            prop_assert_eq!(segments.len(), 4);
            prop_assert_eq!(segments[3], "b");
            prop_assert_eq!(url.query(), None);
            prop_assert_eq!(url.fragment(), None);
            let decoded = percent_encoding::percent_decode_str(segments[2]).decode_utf8().unwrap();
            prop_assert_eq!(decoded, value + &tail);
        }
    }

    /// Whatever the value, it comes out of its own query parameter again.
    #[test]
    fn a_value_never_leaves_its_query_parameter(value in ".*", reserved: bool) {
        let mut request = HttpRequest::new(Method::Get, "/a");
        if reserved {
            request.query_reserved("x", Style::Form, &value);
        } else {
            request.query("x", &value);
        }
        request.query("y", &1_i64);
        let url = url::Url::parse(&request.url(BASE).unwrap()).unwrap();
        let pairs: Vec<_> = url.query_pairs().collect();
        prop_assert_eq!(pairs.len(), 2);
        prop_assert_eq!(url.fragment(), None);
        if !reserved {
            prop_assert_eq!(&pairs[0].1, &value);
        }
    }
}
