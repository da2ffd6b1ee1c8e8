//! The stand-in for the UTL-X daemon as a program.

use std::error::Error;
use std::net::SocketAddr;
use std::process::ExitCode;

use lexopt::{Arg, ValueExt as _};
use utlx_mcp::StandIn;

const HELP: &str = "\
A stand-in for the UTL-X daemon: it parses schemas, checks headers and brackets of
transformations, and runs a small part of the language.

Usage: utlx-stand-in [--listen ADDRESS]

Options:
      --listen ADDRESS  Address to listen on (default: 127.0.0.1:7778)
  -h, --help            Show this text
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("utlx-stand-in: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut address = SocketAddr::from(([127, 0, 0, 1], 7778));
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("listen") => address = arguments.value()?.parse()?,
            Arg::Short('h') | Arg::Long("help") => {
                print!("{HELP}");
                return Ok(());
            }
            unknown => return Err(unknown.unexpected().into()),
        }
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let stand_in = StandIn::bind(address)
            .await
            .map_err(|error| format!("can't listen on {address}: {error}"))?;
        eprintln!("utlx-stand-in: listening on http://{}", stand_in.address()?);
        Ok(stand_in.serve().await?)
    })
}
