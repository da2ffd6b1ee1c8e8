//! A crate of its own, built by cargo with a build script: what is skipped is a warning of cargo,
//! and the server does not need the spec any more.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use toolwright_tests::{SERVER_FEATURES, share_dependencies, target, user_programs};

#[test]
#[ignore = "takes minutes"]
fn a_build_script_warns_and_leaves_the_spec_behind() {
    let folder = target().join("servers/build-script");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    write(&folder.join("Cargo.toml"), &manifest(&root));
    write(
        &folder.join("build.rs"),
        "fn main() {\n    toolwright_codegen::Builder::new(\"api.yaml\").build().unwrap();\n}\n",
    );
    write(
        &folder.join("src/main.rs"),
        "mod api {\n    toolwright::include_tools!(\"api\");\n}\n\n\
         fn main() -> std::process::ExitCode {\n    toolwright::run(&api::API)\n}\n",
    );
    let spec = root.join("tests/specs/skipped_operations.yaml");
    fs::copy(spec, folder.join("api.yaml")).expect("the spec can be copied");
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("there is a lock file");

    let built = cargo_build(&folder);
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{said}");
    let warning =
        "api.yaml:7:7: skipped POST /both: it has 2 body parameters; Swagger 2.0 allows only one";
    assert!(said.contains(warning), "{said}");

    fs::remove_file(folder.join("api.yaml")).expect("the spec is there");
    let listed = Command::new(user_programs().join("build-script-server"))
        .arg("--list-tools")
        .output()
        .expect("the server runs");
    let list = String::from_utf8_lossy(&listed.stdout);
    assert!(list.contains("\"sent\""), "{list}");
}

fn manifest(root: &Path) -> String {
    let runtime = root.join("runtime");
    let codegen = root.join("codegen");
    format!(
        "[package]\nname = \"build-script-server\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\ntoolwright = {{ path = {runtime:?}, default-features = false, \
         features = {SERVER_FEATURES:?} }}\n\n\
         [build-dependencies]\ntoolwright-codegen = {{ path = {codegen:?} }}\n\n[workspace]\n"
    )
}

fn cargo_build(folder: &Path) -> Output {
    share_dependencies(&mut Command::new(env!("CARGO")))
        .arg("build")
        .current_dir(folder)
        .output()
        .expect("cargo runs")
}

fn write(path: &Path, text: &str) {
    toolwright_codegen::write_if_changed(path, text).expect("the target directory is writable");
}
