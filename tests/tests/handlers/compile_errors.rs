//! What rustc says of a server whose handlers are missing.

use std::path::{Path, PathBuf};

use toolwright_tests::complaint_about;

fn spec() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/handlers.yaml")
}

fn complaint(name: &str, source: &str) -> String {
    complaint_about(name, source, &spec(), &[])
}

fn assert_says(complaint: &str, expected: &[&str]) {
    for expected in expected {
        assert!(
            complaint.contains(expected),
            "no {expected:?} in: {complaint}"
        );
    }
}

#[test]
#[ignore = "takes minutes"]
fn handlers_cannot_be_forgotten() {
    let run = complaint(
        "handlers-forgotten",
        "fn main() {\n    toolwright::run(&api::API);\n}\n",
    );
    let expected = [
        "cannot be served as it is",
        "the function `tools` beside it",
    ];
    assert_says(&run, &expected);
    let none = "struct Shop;\n\nfn main() {\n    toolwright::run(api::tools(Shop));\n}\n";
    let none = complaint("handlers-none", none);
    assert_says(
        &none,
        &[
            "`Shop` does not handle the operations of Shop that need handlers",
            "write `#[toolwright::handlers]` and `impl …::Handlers for Shop { … }` with these methods, \
             and import the types of that module:",
            "DELETE /pets/{petId}: async fn release_pet(&self, request: ReleasePet, call: &Call<'_>) -> Result<(), ToolError> { Err(ToolError::new(\"not written\")) }",
            "POST /orders: async fn place_order(&self, request: PlaceOrder, call: &Call<'_>) -> Result<types::Order, ToolError> { Err(ToolError::new(\"not written\")) }",
        ],
    );
}

/// The traits of the operations are what says so, with the macro or without it: here one is implemented
/// by itself.
#[test]
#[ignore = "takes minutes"]
fn each_handler_that_is_missing_is_shown() {
    let missing = "use toolwright::{Call, File, ToolError};\n\n\
        struct Shop;\n\n\
        impl api::Handlers for Shop {}\n\n\
        impl api::handlers::ReleasePet for Shop {\n    \
        async fn release_pet(&self, _: api::ReleasePet, _: &Call<'_>) -> Result<(), ToolError> {\n        \
        Ok(())\n    }\n}\n\n\
        impl api::handlers::Photo for Shop {\n    \
        async fn photo(&self, _: api::Photo, _: &Call<'_>) -> Result<File, ToolError> {\n        \
        Ok(File::default())\n    }\n}\n\n\
        fn main() {\n    toolwright::run(api::tools(Shop));\n}\n";
    let missing = complaint("handlers-missing", missing);
    assert_says(
        &missing,
        &[
            "error[E0277]: the operation `POST /orders` has no handler: `Shop` lacks the method `place_order`",
            "impl api::Handlers for Shop {}",
            "async fn place_order(&self, request: PlaceOrder, call: &Call<'_>) -> Result<types::Order, ToolError> { Err(ToolError::new(\"not written\")) }",
            "error[E0277]: the operation `GET /orders/{orderId}/status` has no handler: `Shop` lacks the method `order_status`",
        ],
    );
    assert_eq!(missing.matches("error[").count(), 2, "{missing}");
}

/// Of two servers, one of a macro and one of another, and of a handler that no operation has.
#[test]
#[ignore = "takes minutes"]
fn each_handler_that_a_macro_misses_is_shown() {
    let spec = spec();
    let method = "    async fn release_pet(&self, _: pets::ReleasePet, _: &Call<'_>) -> Result<(), ToolError> {\n        \
        Ok(())\n    }\n";
    let source = format!(
        "use toolwright::{{Call, ToolError}};\n\n\
         mod pets {{\n    toolwright::tools!({spec:?}, include = \"re*\");\n}}\n\n\
         struct Shop;\n\n\
         #[toolwright::handlers]\n\
         impl pets::Handlers for Shop {{}}\n\n\
         #[derive(toolwright::ToolServer)]\n\
         #[tools(spec = {spec:?}, module = orders, include = \"re*\", include = \"placeOrder\")]\n\
         struct Farm;\n\n\
         #[toolwright::handlers]\n\
         impl orders::Handlers for Farm {{\n{}}}\n\n\
         #[derive(toolwright::ToolServer)]\n\
         #[tools(spec = {spec:?}, module = zoo, include = \"re*\")]\n\
         struct Zoo;\n\n\
         #[toolwright::handlers]\n\
         impl zoo::Handlers for Zoo {{\n{}}}\n\n\
         fn main() {{\n    let _ = (pets::tools(Shop), Farm, Zoo);\n}}\n",
        method.replace("pets", "orders"),
        method
            .replace("pets", "zoo")
            .replace("release_pet", "release"),
    );
    let missing = complaint_about("handlers-macros", &source, &spec, &["macros"]);
    let wanted = "async fn release_pet(&self, request: ReleasePet, call: &Call<'_>) -> Result<(), ToolError> { Err(ToolError::new(\"not written\")) }";
    assert_says(
        &missing,
        &[
            "the operation `DELETE /pets/{petId}` has no handler: `Shop` lacks the method `release_pet`",
            "impl pets::Handlers for Shop {}",
            wanted,
            "the operation `POST /orders` has no handler: `Farm` lacks the method `place_order`",
            "impl orders::Handlers for Farm {",
            "async fn place_order(&self, request: PlaceOrder, call: &Call<'_>) -> Result<types::Order, ToolError> { Err(ToolError::new(\"not written\")) }",
            "cannot find trait `Release` in module `zoo::handlers`",
            "`Zoo` lacks the method `release_pet`",
        ],
    );
}
