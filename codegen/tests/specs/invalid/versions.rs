use crate::invalid::remarks;

#[test]
fn versions_are_read_as_they_are_meant() {
    for (text, expected) in [
        (
            "openapi: 3",
            "1:10 `openapi` must be a string, not a number; it is read as a string",
        ),
        (
            "swagger: 2.0",
            "1:10 `swagger` must be a string, not a number; it is read as a string",
        ),
        (
            "openapi: \"2.0\"",
            "1:10 `openapi` is not the key that states the version of Swagger 2.0",
        ),
        (
            "info: {}",
            "1:1 the spec does not state its version; it is read as OpenAPI 3.0",
        ),
        (
            "",
            "error: the file is empty; a spec must be an object with `openapi` or `swagger` at its root",
        ),
        (
            "# nothing",
            "error: the file is empty; a spec must be an object with `openapi` or `swagger` at its root",
        ),
        (
            "openapi: 4.0.0",
            "error: version 4.0.0 is not supported; convert the file to Swagger 2.0 or OpenAPI 3.0, 3.1 \
             or 3.2",
        ),
    ] {
        let paths = match text {
            "" | "# nothing" => String::new(),
            _ => "\npaths: {/a: {get: {responses: {}}}}\n".to_owned(),
        };
        assert_eq!(
            remarks("version.yaml", &format!("{text}{paths}")),
            [expected]
        );
    }
}
