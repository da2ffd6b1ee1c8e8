//! An MCP server whose tools a macro compiles from `clock.yaml`.

mod clock {
    toolwright::tools!("clock.yaml");
}

fn main() -> std::process::ExitCode {
    toolwright::run(&clock::API)
}
