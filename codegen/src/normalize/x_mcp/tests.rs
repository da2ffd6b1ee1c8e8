use serde_json::{Value, json};

use super::*;
use crate::model::{Counted, Step};
use crate::normalize::testing::{normalized, warnings};

/// What is read of `x-mcp` at the root, in the path item and in the operation, and the warnings.
fn read(version: &str, root: Value, item: Value, operation: Value) -> (XMcp, Vec<String>) {
    let key = if version == "2.0" {
        "swagger"
    } else {
        "openapi"
    };
    let (document, diagnostics) = normalized(json!({
        key: version,
        "x-mcp": root,
        "paths": {"/x": {"x-mcp": item, "get": {"x-mcp": operation}}},
    }));
    (document.operations[0].x_mcp.clone(), warnings(&diagnostics))
}

#[test]
fn the_nearest_holds() {
    for version in ["2.0", "3.0.3", "3.1.0", "3.2.0"] {
        let timeout = |root, item, operation| {
            let (read, warnings) = read(version, root, item, operation);
            assert_eq!(warnings, [""; 0]);
            read.timeout_ms
        };
        let of = |seconds: f64| json!({"timeout": seconds});
        assert_eq!(timeout(of(1.0), of(2.0), of(2.5)), Some(2500));
        assert_eq!(timeout(of(1.0), of(2.0), json!({})), Some(2000));
        assert_eq!(timeout(of(1.0), json!({}), json!({})), Some(1000));
        assert_eq!(timeout(json!({}), json!({}), json!({})), None);
    }
}

#[test]
fn pages_in_all_styles() {
    let by = |pagination: Value| {
        let (read, warnings) = read(
            "3.1.0",
            json!({}),
            json!({}),
            json!({ "pagination": pagination }),
        );
        assert_eq!(warnings, [""; 0]);
        match read.pagination {
            Some(PaginationSetting::By(pages)) => (pages.argument, pages.step),
            other => panic!("{other:?}"),
        }
    };
    let (argument, step) = by(json!({"cursor": "after", "next": "meta.a/b.next"}));
    assert_eq!(argument, "after");
    assert_eq!(step, Step::Cursor("/meta/a~1b/next".to_owned()));
    let (_, step) = by(json!({"cursor": "after", "next": "/0/x.y"}));
    assert_eq!(step, Step::Cursor("/0/x.y".to_owned()));
    let counted = Counted {
        limit: Some("top".to_owned()),
        items: Some("/data".to_owned()),
        ..Counted::default()
    };
    let (_, step) = by(json!({"page": "p", "limit": "top", "items": "$.data"}));
    assert_eq!(step, Step::Page(counted));
    let total = Some("/total".to_owned());
    let (_, step) = by(json!({"offset": "skip", "total": "total"}));
    assert_eq!(
        step,
        Step::Offset(Counted {
            total,
            ..Counted::default()
        })
    );
}

#[test]
fn an_operation_may_have_no_pages_where_others_have() {
    let around = json!({"pagination": {"cursor": "after", "next": "next"}});
    let none = json!({"pagination": false});
    let (own, _) = read("3.1.0", around.clone(), json!({}), none);
    assert_eq!(own.pagination, Some(PaginationSetting::None));
    let (inherited, _) = read("3.1.0", around, json!({}), json!({}));
    assert!(matches!(inherited.pagination, Some(PaginationSetting::By(pages)) if !pages.is_own));
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_the_rest_holds() {
    let (read, warnings) = read(
        "3.0.3",
        json!([]),
        json!({"timeout": "long", "pagination": {"page": "p", "cursor": "c"}}),
        json!({"time": 1, "timeout": 3, "pagination": {"cursor": "c"}}),
    );
    assert_eq!(read.timeout_ms, Some(3000));
    assert_eq!(read.pagination, None);
    insta::assert_snapshot!(warnings.join("\n"));
}
