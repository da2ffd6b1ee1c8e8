//! A server whose settings have left no tools.

use std::process::ExitCode;

use toolwright::{Api, Schemas};

static API: Api = Api {
    name: "bare",
    title: "",
    version: "1",
    description: "",
    servers: &[],
    security: &[],
    tools: &[],
    schemas: &Schemas::NONE,
    by_name: &[],
    answers: None,
    discovery: None,
};

fn main() -> ExitCode {
    toolwright::run(&API)
}
