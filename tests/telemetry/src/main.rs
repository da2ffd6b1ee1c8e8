//! The Petstore's server with metrics and traces, which nobody pays for who does not ask for them.

use std::process::ExitCode;

#[rustfmt::skip]
#[path = "../../../generated/petstore/src/petstore.rs"]
mod petstore;

fn main() -> ExitCode {
    toolwright::run(&petstore::API)
}
