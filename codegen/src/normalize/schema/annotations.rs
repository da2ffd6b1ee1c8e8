/// Keywords that say something about a value and refuse none.
pub(super) fn is_annotation(key: &str) -> bool {
    matches!(
        key,
        "title"
            | "description"
            | "default"
            | "example"
            | "examples"
            | "readOnly"
            | "writeOnly"
            | "deprecated"
            | "externalDocs"
            | "xml"
    ) || (key.starts_with("x-") && key != "x-nullable")
}
