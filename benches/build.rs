//! Compiles the one small spec whose calls are measured.

fn main() -> Result<(), toolwright_codegen::BuildError> {
    toolwright_codegen::Builder::new("specs/create_issue.yaml").build()
}
