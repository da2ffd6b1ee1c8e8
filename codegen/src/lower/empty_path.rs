//! Path parameters that may be empty.

use serde_json::Value;

use crate::normalize::{Document, Operation};

/// Whether the spec lists the empty string among the values of a path parameter, and no other
/// operation is where it leads.
pub(super) fn may_be_empty(
    schema: &Value,
    name: &str,
    operation: &Operation,
    document: &Document,
) -> bool {
    let listed = schema.get("enum").and_then(Value::as_array);
    let constant = schema.get("const");
    if !listed
        .into_iter()
        .flatten()
        .chain(constant)
        .any(|value| value == "")
    {
        return false;
    }
    let emptied = operation.path.replace(&format!("{{{name}}}"), "");
    // The upstream has the operations that are left out, too.
    let left_out = document.left_out.iter();
    let left_out = left_out.map(|other| (&other.method, &other.path));
    let others = document.operations.iter();
    let mut others = others
        .map(|other| (&other.method, &other.path))
        .chain(left_out);
    !others.any(|(method, path)| {
        *method == operation.method && *path != operation.path && leads_to(&emptied, path)
    })
}

/// Whether a server may take a path for one of a template; many pass over empty segments.
fn leads_to(path: &str, template: &str) -> bool {
    let (path, template) = (path_segments(path), path_segments(template));
    path.len() == template.len()
        && path
            .iter()
            .zip(&template)
            .all(|(segment, other)| segment == other || other.contains('{'))
}

fn path_segments(path: &str) -> Vec<&str> {
    path.split('/').filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::diagnostics::Diagnostics;
    use crate::normalize::normalize;

    /// Whether `{kind}` of the first path may be empty.
    fn first_may_be(schema: Value, paths: &[&str]) -> bool {
        let item = json!({"get": {"responses": {"200": {"description": ""}}}});
        let paths: serde_json::Map<_, _> = paths
            .iter()
            .map(|path| ((*path).to_owned(), item.clone()))
            .collect();
        let spec = json!({"openapi": "3.0.3", "paths": paths});
        let document = normalize(&spec, &mut Diagnostics::new()).expect("a spec");
        may_be_empty(&schema, "kind", &document.operations[0], &document)
    }

    #[test]
    fn only_where_the_spec_lists_it() {
        let paths = &["/pets/{kind}"];
        assert!(first_may_be(json!({"enum": ["", "cat"]}), paths));
        assert!(first_may_be(json!({"const": ""}), paths));
        assert!(!first_may_be(json!({"enum": ["cat"]}), paths));
        assert!(!first_may_be(
            json!({"type": "string", "minLength": 0}),
            paths
        ));
    }

    #[test]
    fn not_where_another_operation_is() {
        let may_be = |paths: &[&str]| first_may_be(json!({"enum": [""]}), paths);
        assert!(!may_be(&["/pets/{kind}", "/pets"]));
        assert!(!may_be(&["/pets/{kind}", "/pets/"]));
        assert!(!may_be(&["/pets/{kind}/toys", "/pets/{id}"]));
        let hidden = json!({"openapi": "3.0.3", "paths": {
            "/pets/{kind}": {"get": {}}, "/pets": {"get": {"x-mcp": false}},
        }});
        let document = normalize(&hidden, &mut Diagnostics::new()).expect("a spec");
        let schema = json!({"enum": [""]});
        assert!(!may_be_empty(
            &schema,
            "kind",
            &document.operations[0],
            &document
        ));
        assert!(may_be(&["/pets/{kind}", "/owners", "/pets/{kind}/toys"]));
    }
}
