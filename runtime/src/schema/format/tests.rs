//! Formats, each with texts that have it and texts that do not.

use serde_json::json;

use super::*;
use crate::schema::{Keyword, Schema, Types};

static DAY: Schema = Schema(Types::ANY, &[Keyword::Format(Format::DATE)]);

#[test]
fn a_format_is_for_strings() {
    assert!(DAY.is_valid(&json!("2024-02-29")));
    assert!(DAY.is_valid(&json!(5)));
    let violations = DAY.violations(&json!("2023-02-29"));
    assert_eq!(
        violations[0].to_string(),
        "\"2023-02-29\" is not a \"date\""
    );
}

#[test]
fn formats_hold_for_what_they_should() {
    for (format, good, bad) in [
        (Format::TIME, "08:30:06.28Z", "24:00:00Z"),
        (Format::TIME, "01:29:60+01:30", "23:59:60+00:01"),
        (
            Format::DATE_TIME,
            "1985-04-12t23:20:50.52z",
            "1985-04-12 23:20:50Z",
        ),
        (Format::DURATION, "P4DT12H30M5S", "P1Y2D"),
        (Format::DURATION, "P4W", "PT"),
        (
            Format::EMAIL,
            "\"joe bloggs\"@example.com",
            "a..b@example.com",
        ),
        (Format::EMAIL, "joe@[IPv6:::1]", "joe@[::1]"),
        (Format::HOSTNAME, "a-b.example", "-a.example"),
        (Format::URI, "http://u:p@[::1]:80/a?b#c", "//example.com/a"),
        (Format::URI_REFERENCE, "../a?b", "a%2"),
        (Format::IRI, "http://ƒøø.ßår/", "http://a b"),
        (Format::URI_TEMPLATE, "/a/{b*,c:3}", "/a/{b"),
        (
            Format::UUID,
            "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
            "2eb8aa08aa9811eab4aa73b441d16380----",
        ),
        (Format::JSON_POINTER, "/a~1b/~0", "/~2"),
        (Format::RELATIVE_JSON_POINTER, "10#", "01/a"),
        (Format::REGEX, "^(?<a>[(?x)])\\cJ$", "(?P<a>b)"),
    ] {
        assert!(format.has_format(good), "{format:?} {good}");
        assert!(!format.has_format(bad), "{format:?} {bad}");
    }
}

#[test]
fn no_text_makes_a_format_panic() {
    let texts = [
        "",
        "é",
        "ééééééééé",
        "12:00:0é",
        "\\",
        "\\u00é",
        "é@é",
        "[",
        "{",
        "P",
        "%é",
        "~",
        "(?",
    ];
    let formats = [
        Format::DATE,
        Format::TIME,
        Format::DATE_TIME,
        Format::DURATION,
        Format::EMAIL,
        Format::IDN_EMAIL,
        Format::HOSTNAME,
        Format::IPV4,
        Format::IPV6,
        Format::URI,
        Format::URI_REFERENCE,
        Format::IRI,
        Format::IRI_REFERENCE,
        Format::URI_TEMPLATE,
        Format::UUID,
        Format::JSON_POINTER,
        Format::RELATIVE_JSON_POINTER,
        Format::REGEX,
    ];
    for format in formats {
        for (first, second) in texts.iter().flat_map(|a| texts.iter().map(move |b| (a, b))) {
            let _ = format.has_format(&format!("{first}{second}"));
        }
    }
}
