//! MCP server of the Petstore. `petstore.rs` is written by `toolwright generate generated/petstore/petstore.yaml
//! --bridge --history generated/petstore/history --out generated/petstore/src/petstore.rs`.

use std::process::ExitCode;

#[rustfmt::skip]
mod petstore;

fn main() -> ExitCode {
    toolwright::run(&petstore::API)
}
