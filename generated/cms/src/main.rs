//! MCP server of a CMS. `cms.rs` is written by
//! `toolwright generate generated/cms/cms.yaml --out generated/cms/src/cms.rs --discovery`.

use std::process::ExitCode;

use toolwright::Tools;

#[rustfmt::skip]
mod cms;
mod environment;

fn main() -> ExitCode {
    if let Some(name) = environment::find_unreadable() {
        eprintln!("error: {name} is set to a value that is not UTF-8");
        return ExitCode::FAILURE;
    }
    toolwright::run(Tools::from_api(&cms::API).environment(environment::variable))
}
