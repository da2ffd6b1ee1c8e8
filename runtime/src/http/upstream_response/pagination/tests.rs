//! Next pages by cursor, page number, offset, header and link, in the words that models are given.

use serde_json::json;

use super::*;
use crate::CallOptions;
use crate::request::Method;
use crate::schema::{Keyword, Schema};
use crate::testing;
use crate::tool::InputSchema;

const INTEGER: Schema = Schema(Types::INTEGER, &[]);
const STRING: Schema = Schema(Types::STRING, &[]);

fn tool(call: CallOptions) -> Tool {
    const INPUT: &Schema = &Schema(
        Types::OBJECT,
        &[Keyword::ClosedObject(&[
            Property::Optional("page", &INTEGER),
            Property::Optional("limit", &INTEGER),
            Property::Optional("page_after", &STRING),
        ])],
    );
    testing::test_tool(Method::Get, "/pets")
        .call(call)
        .input(InputSchema::new("{}", INPUT))
}

/// What is said of an answer with a `Link` to a call with these arguments.
fn note(call: CallOptions, arguments: Json, answer: Json, link: &str) -> String {
    note_with(call, arguments, answer, ("link", link))
}

/// What is said of an answer with a header to a call with these arguments.
fn note_with(
    call: CallOptions,
    arguments: Json,
    answer: Json,
    (name, value): (&'static str, &str),
) -> String {
    let mut headers = HeaderMap::new();
    headers.insert(name, value.parse().unwrap());
    let tool = tool(call);
    let mut arguments = arguments.as_object().cloned().unwrap_or_default();
    let wanted = ResponseOptions::take_from_arguments(&tool.call, &mut arguments).unwrap();
    let page = Url::parse("https://x/pets?limit=2").unwrap();
    let note = super::describe_next_page(&tool, &wanted, Some(&answer), &headers, &page);
    let note = note.unwrap_or_default();
    let start = "There is more: for the next page, call again with ";
    note.strip_prefix(start).unwrap_or(&note).to_owned()
}

const COUNTED: Counted = Counted::from(1)
    .limit("limit")
    .items("/data")
    .total("/total");

#[test]
fn cursors_are_handed_on() {
    const BY_CURSOR: CallOptions = CallOptions::DEFAULT.cursor("page_after", "/meta/next");
    let next = |cursor: Json| {
        let sent = json!({"page_after": "a"});
        note(BY_CURSOR, sent, json!({"meta": {"next": cursor}}), "")
    };
    assert_eq!(next(json!("b\"")), r#"`page_after`: "b\""."#);
    assert_eq!(next(json!("/+8=")), r#"`page_after`: "/+8="."#);
    assert_eq!(next(json!(7)), r#"`page_after`: "7"."#);
    assert_eq!(
        next(json!("https://x/pets?limit=2&page[after]=c&page=3")),
        r#"`page_after`: "c", `page`: 3."#
    );
    assert_eq!(next(json!("?page=3")), "`page`: 3.");
    for none in [json!(null), json!(""), json!(0), json!(false), json!("a")] {
        assert_eq!(next(none), "");
    }
}

#[test]
fn a_header_has_the_cursor() {
    const BY_HEADER: CallOptions = CallOptions::DEFAULT.cursor_header("page", "X-Next-Page");
    let next = |value: &str| {
        note_with(
            BY_HEADER,
            json!({"page": 2}),
            json!([]),
            ("x-next-page", value),
        )
    };
    assert_eq!(next("3"), "`page`: 3.");
    assert_eq!(next(""), "", "the last page");
    assert_eq!(next("https://x/pets?limit=2&page=4"), "`page`: 4.");
}

#[test]
fn pages_are_counted() {
    const BY_PAGE: CallOptions = CallOptions::DEFAULT.pages("page", &COUNTED);
    let next = |sent: Json, answer: Json| note(BY_PAGE, sent, answer, "");
    let two = || json!({"data": [1, 2]});
    assert_eq!(next(json!({}), two()), "`page`: 2.");
    assert_eq!(next(json!({"page": 4, "limit": 2}), two()), "`page`: 5.");
    assert_eq!(next(json!({"page": 4, "limit": 3}), two()), "");
    assert_eq!(next(json!({}), json!({"data": []})), "");
    assert_eq!(next(json!({}), json!([1])), "");
    let of = |total: u64| json!({"data": [1, 2], "total": total});
    assert_eq!(next(json!({"page": 2, "limit": 2}), of(4)), "");
    assert_eq!(next(json!({"page": 2, "limit": 2}), of(5)), "`page`: 3.");
    // The API sends at most two items.
    assert_eq!(next(json!({"limit": 10}), of(5)), "`page`: 2.");
    assert_eq!(next(json!({"page": 2, "limit": 4}), of(5)), "`page`: 3.");
    assert_eq!(next(json!({"page": 3, "limit": 4}), of(6)), "");
}

#[test]
fn offsets_are_counted() {
    const ANYWHERE: Counted = Counted::from(0).limit("limit").size(2).total("/total");
    const BY_OFFSET: CallOptions = CallOptions::DEFAULT.offsets("page", &ANYWHERE);
    let next = |sent: Json, answer: Json| note(BY_OFFSET, sent, answer, "");
    assert_eq!(next(json!({"page": 10}), json!([1, 2])), "`page`: 12.");
    assert_eq!(next(json!({}), json!({"n": 1, "pets": [1]})), "");
    assert_eq!(
        next(json!({}), json!({"pets": [1], "total": 3})),
        "`page`: 1."
    );
    assert_eq!(
        next(json!({"page": 2}), json!({"pets": [1], "total": 3})),
        ""
    );
}

#[test]
fn a_link_is_mapped_to_arguments() {
    let next = |link: &str| note(CallOptions::DEFAULT, json!({}), json!([]), link);
    assert_eq!(next("<?limit=2&page=2>; rel=next"), "`page`: 2.");
    assert_eq!(
        next("<?limit=2&page%5Bafter%5D=7>; rel=next"),
        r#"`page_after`: "7"."#
    );
    assert_eq!(
        next("<?token=7>; rel=next"),
        "There are more results, but this tool has no argument that requests the next page."
    );
    assert_eq!(next("<?limit=2>; rel=next"), "");
}
