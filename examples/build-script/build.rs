//! Compiles `notes.yaml` to typed tools.

fn main() -> Result<(), toolwright_codegen::BuildError> {
    toolwright_codegen::Builder::new("notes.yaml").build()
}
