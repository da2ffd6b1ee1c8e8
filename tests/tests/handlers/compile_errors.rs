//! What rustc says of a server whose handlers are missing.

use std::path::Path;

use toolwright_tests::complaint_about;

fn complaint(name: &str, source: &str) -> String {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/handlers.yaml");
    complaint_about(name, source, &spec)
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
            "`Shop` does not run the operations of Shop that are run by hand",
            "DELETE /pets/{petId}: async fn release_pet(&self, request: ReleasePet, call: &Call<'_>) -> Result<(), ToolError> { … }",
            "POST /orders: async fn place_order(&self, request: PlaceOrder, call: &Call<'_>) -> Result<types::Order, ToolError> { … }",
        ],
    );
    let missing = "use toolwright::{Call, File, ToolError};\n\nstruct Shop;\n\n\
        impl api::Handlers for Shop {\n    \
        async fn release_pet(&self, _: api::ReleasePet, _: &Call<'_>) -> Result<(), ToolError> {\n        \
        Ok(())\n    }\n    \
        async fn photo(&self, _: api::Photo, _: &Call<'_>) -> Result<File, ToolError> {\n        \
        Ok(File::default())\n    }\n    \
        async fn order_status(&self, _: api::OrderStatus, _: &Call<'_>) -> Result<String, ToolError> {\n        \
        Ok(String::new())\n    }\n}\n\n\
        fn main() {\n    toolwright::run(api::tools(Shop));\n}\n";
    let missing = complaint("handlers-missing", missing);
    assert_says(
        &missing,
        &[
            "not all trait items implemented, missing: `place_order`",
            "// POST /orders: async fn place_order(&self, request: PlaceOrder, call: &Call<'_>) -> Result<types::Order, ToolError> { … }",
        ],
    );
}
