//! The tables of the standards that show what each style makes of each kind of value.

use serde_json::json;

use super::{cookie_of, header_of, path_of, query_of};
use crate::Json;
use crate::request::Style;

fn colors() -> [(&'static str, Json); 4] {
    [
        ("empty", json!("")),
        ("string", json!("blue")),
        ("array", json!(["blue", "black", "brown"])),
        ("object", json!({"R": 100, "G": 200, "B": 150})),
    ]
}

/// A row of "Style Examples": what each of the four values becomes; none where the table says n/a.
type Row = (Style, [Option<&'static str>; 4]);

fn check(rows: &[Row], write: impl Fn(Style, &Json) -> String) {
    for (style, expected) in rows {
        for ((kind, value), expected) in colors().iter().zip(expected) {
            if let Some(expected) = expected {
                assert_eq!(write(*style, value), *expected, "{style:?} of {kind}");
            }
        }
    }
}

#[test]
fn paths_follow_the_style_examples() {
    let rows = [
        (
            Style::Matrix,
            [
                Some(";color"),
                Some(";color=blue"),
                Some(";color=blue,black,brown"),
                Some(";color=R,100,G,200,B,150"),
            ],
        ),
        (
            Style::MatrixExploded,
            [
                Some(";color"),
                Some(";color=blue"),
                Some(";color=blue;color=black;color=brown"),
                Some(";R=100;G=200;B=150"),
            ],
        ),
        (
            Style::Label,
            [
                Some("."),
                Some(".blue"),
                Some(".blue,black,brown"),
                Some(".R,100,G,200,B,150"),
            ],
        ),
        (
            Style::LabelExploded,
            [
                Some("."),
                Some(".blue"),
                Some(".blue.black.brown"),
                Some(".R=100.G=200.B=150"),
            ],
        ),
        (
            Style::Simple,
            [
                None,
                Some("blue"),
                Some("blue,black,brown"),
                Some("R,100,G,200,B,150"),
            ],
        ),
        (
            Style::SimpleExploded,
            [
                None,
                Some("blue"),
                Some("blue,black,brown"),
                Some("R=100,G=200,B=150"),
            ],
        ),
    ];
    check(&rows, path_of);
}

#[test]
fn queries_follow_the_style_examples() {
    let rows = [
        (
            Style::Form,
            [
                Some("color="),
                Some("color=blue"),
                Some("color=blue,black,brown"),
                Some("color=R,100,G,200,B,150"),
            ],
        ),
        (
            Style::FormExploded,
            [
                Some("color="),
                Some("color=blue"),
                Some("color=blue&color=black&color=brown"),
                Some("R=100&G=200&B=150"),
            ],
        ),
        (
            Style::SpaceDelimited,
            [
                None,
                None,
                Some("color=blue%20black%20brown"),
                Some("color=R%20100%20G%20200%20B%20150"),
            ],
        ),
        (
            Style::PipeDelimited,
            [
                None,
                None,
                Some("color=blue%7Cblack%7Cbrown"),
                Some("color=R%7C100%7CG%7C200%7CB%7C150"),
            ],
        ),
        (
            Style::DeepObject,
            [
                None,
                None,
                None,
                Some("color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
            ],
        ),
    ];
    check(&rows, query_of);
}

#[test]
fn headers_and_cookies_follow_the_style_examples() {
    let rows = [
        (
            Style::Simple,
            [
                Some(""),
                Some("blue"),
                Some("blue,black,brown"),
                Some("R,100,G,200,B,150"),
            ],
        ),
        (
            Style::SimpleExploded,
            [
                Some(""),
                Some("blue"),
                Some("blue,black,brown"),
                Some("R=100,G=200,B=150"),
            ],
        ),
    ];
    check(&rows, header_of);
    let rows = [
        (
            Style::Form,
            [
                Some("color="),
                Some("color=blue"),
                Some("color=blue,black,brown"),
                Some("color=R,100,G,200,B,150"),
            ],
        ),
        (
            Style::FormExploded,
            [
                Some("color="),
                Some("color=blue"),
                Some("color=blue; color=black; color=brown"),
                Some("R=100; G=200; B=150"),
            ],
        ),
    ];
    check(&rows, cookie_of);
}

#[test]
fn swagger_collection_formats() {
    let value = json!(["a;b", "c"]);
    for (style, query, path, header) in [
        (Style::Form, "color=a%3Bb,c", "a%3Bb,c", "a;b,c"),
        (
            Style::SpaceDelimited,
            "color=a%3Bb%20c",
            "a%3Bb%20c",
            "a;b c",
        ),
        (
            Style::TabDelimited,
            "color=a%3Bb%09c",
            "a%3Bb%09c",
            "a;b\tc",
        ),
        (
            Style::PipeDelimited,
            "color=a%3Bb%7Cc",
            "a%3Bb%7Cc",
            "a;b|c",
        ),
        (
            Style::FormExploded,
            "color=a%3Bb&color=c",
            "a%3Bb,c",
            "a;b,c",
        ),
    ] {
        assert_eq!(query_of(style, &value), query, "{style:?} in a query");
        assert_eq!(path_of(style, &value), path, "{style:?} in a path");
        assert_eq!(header_of(style, &value), header, "{style:?} in a header");
    }
}
