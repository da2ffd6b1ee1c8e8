use serde_json::{Value, json};

use crate::model::Method;

/// Whether callers are told that a method takes a body. Where arguments go is for the spec to say, not
/// for this.
pub(super) fn requires_body(method: &Method) -> bool {
    matches!(method, Method::Post | Method::Put | Method::Patch)
}

/// What a method does, in words.
pub(super) fn description(method: &Method) -> &'static str {
    match method {
        Method::Get => "Retrieve data",
        Method::Post => "Create new resource",
        Method::Put => "Update/replace resource",
        Method::Delete => "Remove resource",
        Method::Patch => "Partially update resource",
        _ => "Unknown method",
    }
}

/// What a method does.
pub(super) fn info(method: &Method) -> Value {
    json!({
        "description": description(method),
        "uses_query_params": matches!(method, Method::Get | Method::Delete),
        "uses_body": requires_body(method),
        "idempotent": matches!(method, Method::Get | Method::Put | Method::Delete),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c28_post_put_and_patch_require_a_body() {
        let with_body = Method::ALL.into_iter().filter(requires_body);
        let with_body: Vec<Method> = with_body.collect();
        assert_eq!(with_body, [Method::Put, Method::Post, Method::Patch]);
    }

    #[test]
    fn c29_method_info_is_that_of_the_table() {
        for (method, description, query, body, idempotent) in [
            (Method::Get, "Retrieve data", true, false, true),
            (Method::Post, "Create new resource", false, true, false),
            (Method::Put, "Update/replace resource", false, true, true),
            (Method::Delete, "Remove resource", true, false, true),
            (
                Method::Patch,
                "Partially update resource",
                false,
                true,
                false,
            ),
            (Method::Head, "Unknown method", false, false, false),
            (Method::Trace, "Unknown method", false, false, false),
        ] {
            let expected = json!({
                "description": description,
                "uses_query_params": query,
                "uses_body": body,
                "idempotent": idempotent,
            });
            assert_eq!(info(&method), expected, "{method}");
        }
    }
}
