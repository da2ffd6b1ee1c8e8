//! Path parameters that may be empty.

use serde_json::Value;

use crate::normalize::RawOperation;

/// Whether the spec lists the empty string among the values of a path parameter, and no other
/// operation is where it leads.
pub(super) fn may_be_empty(
    schema: &Value,
    name: &str,
    operation: &RawOperation,
    all: &[RawOperation],
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
    !all.iter().any(|other| {
        other.method == operation.method
            && other.path != operation.path
            && leads_to(&emptied, &other.path)
    })
}

/// Whether a server may take a path for one of a template; many pass over empty segments.
fn leads_to(path: &str, template: &str) -> bool {
    let (path, template) = (segments(path), segments(template));
    path.len() == template.len()
        && path
            .iter()
            .zip(&template)
            .all(|(segment, other)| segment == other || other.contains('{'))
}

fn segments(path: &str) -> Vec<&str> {
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
        let operations = normalize(&spec, &mut Diagnostics::new())
            .expect("a spec")
            .operations;
        may_be_empty(&schema, "kind", &operations[0], &operations)
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
        assert!(may_be(&["/pets/{kind}", "/owners", "/pets/{kind}/toys"]));
    }
}
