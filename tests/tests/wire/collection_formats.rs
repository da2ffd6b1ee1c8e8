//! Swagger 2.0's `collectionFormat`.

use serde_json::json;
use toolwright_tests::compiled::{swagger2_collection_format, swagger2_styles};

use crate::recorder::send;

#[tokio::test]
async fn in_a_query() {
    let cases = [
        ("default", "default=a,b%2Cc"),
        ("csv", "csv=a,b%2Cc"),
        ("ssv", "ssv=a%20b%2Cc"),
        ("tsv", "tsv=a%09b%2Cc"),
        ("pipes", "pipes=a%7Cb%2Cc"),
        ("multi", "multi=a&multi=b%2Cc"),
    ];
    for (name, expected) in cases {
        let arguments = json!({name: ["a", "b,c"]});
        let request = send(&swagger2_collection_format::API, "find_pets", arguments).await;
        let target = request.expect("is sent").target();
        assert_eq!(target, format!("/pets?{expected}"));
    }
}

/// An empty list is undefined by RFC 6570 (section 2.3), so nothing would be sent.
#[tokio::test]
async fn a_required_list_with_nothing_in_it() {
    let api = &swagger2_collection_format::API;
    let delete = |ids: &[&str]| {
        send(
            api,
            "delete_pets",
            json!({"ids": ids, "tags": [], "kinds": []}),
        )
    };
    let request = delete(&["1"]).await.expect("is sent");
    assert_eq!(request.target(), "/pets?ids=1&tags=");
    let rejection = delete(&[]).await.expect_err("is rejected");
    assert!(
        rejection.contains("/ids: is a list with nothing in it"),
        "{rejection}"
    );
}

#[tokio::test]
async fn in_a_path_and_in_headers() {
    let arguments = json!({
        "csv": ["a", "b"], "ssv": ["a", "b"], "tsv": ["a", "b"], "pipes": ["a", "b"],
        "X-Csv": ["a", "b"], "X-Ssv": ["a", "b"], "X-Tsv": ["a", "b"], "X-Pipes": [1, 2],
    });
    let request = send(&swagger2_styles::API, "lists", arguments).await;
    let request = request.expect("is sent");
    assert_eq!(request.target(), "/lists/a,b/a%20b/a%09b/a%7Cb");
    let header = |name| request.header(name).expect("is sent");
    assert_eq!(header("x-csv"), "a,b");
    assert_eq!(header("x-ssv"), "a b");
    assert_eq!(header("x-tsv"), "a\tb");
    assert_eq!(header("x-pipes"), "1|2");
}
