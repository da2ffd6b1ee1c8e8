//! An MCP server whose tools the build script compiles from `notes.yaml`.

mod notes {
    toolwright::include_tools!("notes");
}

fn main() -> std::process::ExitCode {
    toolwright::run(&notes::API)
}
