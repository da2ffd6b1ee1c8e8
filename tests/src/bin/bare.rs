//! A server whose settings have left no tools.

use std::process::ExitCode;

use toolwright::Tools;

fn main() -> ExitCode {
    toolwright::run(Tools::new("bare", "1"))
}
