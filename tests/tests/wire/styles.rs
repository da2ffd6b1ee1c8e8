//! OpenAPI 3.0.4, "Style Examples".

use serde_json::{Value as Json, json};
use toolwright_tests::compiled::style_examples::API;

use crate::recorder::{Recorded, send};

/// What the table has in the columns `empty`, `string`, `array` and `object`.
type Row = [Option<&'static str>; 4];

fn colors() -> [Json; 4] {
    [
        json!(""),
        json!("blue"),
        json!(["blue", "black", "brown"]),
        json!({"R": 100, "G": 200, "B": 150}),
    ]
}

async fn assert_row(tool: &str, row: Row, part: impl Fn(&Recorded) -> Option<String>) {
    for (color, expected) in colors().into_iter().zip(row) {
        let result = send(&API, tool, json!({"color": color})).await;
        let actual = result
            .as_ref()
            .ok()
            .map(|request| part(request).expect("is there"));
        assert_eq!(actual.as_deref(), expected, "{tool} of {color}: {result:?}");
    }
}

async fn assert_path(tool: &str, row: Row) {
    let prefix = format!("/{}/", tool.replace('_', "-"));
    assert_row(tool, row, |request| {
        request.target().strip_prefix(&prefix).map(str::to_owned)
    })
    .await;
}

async fn assert_query(tool: &str, row: Row) {
    let prefix = format!("/{}?", tool.replace('_', "-"));
    assert_row(tool, row, |request| {
        request.target().strip_prefix(&prefix).map(str::to_owned)
    })
    .await;
}

#[tokio::test]
async fn matrix() {
    let [empty, string] = [Some(";color"), Some(";color=blue")];
    let array = Some(";color=blue,black,brown");
    let object = Some(";color=R,100,G,200,B,150");
    assert_path("matrix", [empty, string, array, object]).await;
    let array = Some(";color=blue;color=black;color=brown");
    let object = Some(";R=100;G=200;B=150");
    assert_path("matrix_exploded", [empty, string, array, object]).await;
}

/// The table has `.` for the empty string. That is a dot segment (RFC 3986, 5.2.4): it would not
/// arrive, so the call is refused.
#[tokio::test]
async fn label() {
    let [string, array] = [Some(".blue"), Some(".blue,black,brown")];
    let object = Some(".R,100,G,200,B,150");
    assert_path("label", [None, string, array, object]).await;
    let array = Some(".blue.black.brown");
    let object = Some(".R=100.G=200.B=150");
    assert_path("label_exploded", [None, string, array, object]).await;
}

/// The table has no empty value here; in a path it would make an empty segment.
#[tokio::test]
async fn simple() {
    let [string, array] = [Some("blue"), Some("blue,black,brown")];
    let object = Some("R,100,G,200,B,150");
    assert_path("simple", [None, string, array, object]).await;
    let object = Some("R=100,G=200,B=150");
    assert_path("simple_exploded", [None, string, array, object]).await;
}

#[tokio::test]
async fn simple_in_a_header() {
    let header = |request: &Recorded| request.header("color");
    let [empty, string, array] = [Some(""), Some("blue"), Some("blue,black,brown")];
    let object = Some("R,100,G,200,B,150");
    assert_row("header", [empty, string, array, object], header).await;
    let object = Some("R=100,G=200,B=150");
    assert_row("header_exploded", [empty, string, array, object], header).await;
}

#[tokio::test]
async fn form() {
    let [empty, string] = [Some("color="), Some("color=blue")];
    let array = Some("color=blue,black,brown");
    let object = Some("color=R,100,G,200,B,150");
    assert_query("form", [empty, string, array, object]).await;
    let array = Some("color=blue&color=black&color=brown");
    let object = Some("R=100&G=200&B=150");
    assert_query("form_exploded", [empty, string, array, object]).await;
}

/// The table separates with `&`, which is for queries; cookies are separated by `; ` (RFC 6265,
/// 4.2.1). A comma is no `cookie-octet`, but servers split at it: it stands as the delimiter.
#[tokio::test]
async fn form_in_a_cookie() {
    let header = |request: &Recorded| request.header("cookie");
    let [empty, string] = [Some("color="), Some("color=blue")];
    let array = Some("color=blue,black,brown");
    let object = Some("color=R,100,G,200,B,150");
    assert_row("cookie", [empty, string, array, object], header).await;
    let array = Some("color=blue; color=black; color=brown");
    let object = Some("R=100; G=200; B=150");
    assert_row("cookie_exploded", [empty, string, array, object], header).await;
}

/// The table has neither empty nor string here; they go out as in `form`.
#[tokio::test]
async fn space_delimited() {
    let [empty, string] = [Some("color="), Some("color=blue")];
    let array = Some("color=blue%20black%20brown");
    let object = Some("color=R%20100%20G%20200%20B%20150");
    assert_query("space_delimited", [empty, string, array, object]).await;
}

/// The table has a bare `|`, which RFC 3986 doesn't allow in a URL. OpenAPI 3.0.4 has `%7C`.
#[tokio::test]
async fn pipe_delimited() {
    let [empty, string] = [Some("color="), Some("color=blue")];
    let array = Some("color=blue%7Cblack%7Cbrown");
    let object = Some("color=R%7C100%7CG%7C200%7CB%7C150");
    assert_query("pipe_delimited", [empty, string, array, object]).await;
}

/// The table has bare `[` and `]`, which RFC 3986 doesn't allow in a query. OpenAPI 3.0.4 has
/// `%5B` and `%5D`. Only objects are in the table; arrays are numbered (see `Style::DeepObject`).
#[tokio::test]
async fn deep_object() {
    let [empty, string] = [Some("color="), Some("color=blue")];
    let array = Some("color%5B0%5D=blue&color%5B1%5D=black&color%5B2%5D=brown");
    let object = Some("color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150");
    assert_query("deep_object", [empty, string, array, object]).await;
}

#[tokio::test]
async fn an_empty_array_or_object_is_left_out() {
    for color in [json!([]), json!({})] {
        let arguments = json!({"color": color});
        let request = send(&API, "form", arguments.clone())
            .await
            .expect("is sent");
        assert_eq!(request.target(), "/form");
        let request = send(&API, "header", arguments.clone())
            .await
            .expect("is sent");
        assert_eq!(request.header("color"), None);
        let request = send(&API, "cookie", arguments.clone())
            .await
            .expect("is sent");
        assert_eq!(request.header("cookie"), None);
        let refusal = send(&API, "simple", arguments)
            .await
            .expect_err("is refused");
        assert!(refusal.contains("/color"), "{refusal}");
    }
}
