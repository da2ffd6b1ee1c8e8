//! How many bytes a server has, and how many of them are for its tools.

use std::fs;

use toolwright_codegen::Builder;

use crate::Error;
use crate::scaffold::{NewCrate, Scaffold};
use crate::specs::{github_spec, parse_specs};

/// The smallest spec that becomes a server.
const ONE_TOOL: &str = r#"{"openapi":"3.0.3","info":{"title":"One","version":"1"},"paths":{"/":{"get":{"responses":{}}}}}"#;

/// Builds a server with one tool, and those of the specs whose files are named, by default GitHub's.
pub fn run(arguments: &[String]) -> Result<(), Error> {
    let specs = parse_specs(arguments, &[], github_spec()?)?;
    let scaffold = Scaffold::new()?;
    let one_tool = scaffold.write_spec("one_tool.json", ONE_TOOL)?;
    let base = program_bytes(&scaffold.create_crate("one_tool", &one_tool, &[])?)?;
    println!("with one tool: {:.2} MB", base as f64 / 1e6);
    for (index, spec) in specs.iter().enumerate() {
        let tools = Builder::new(spec).model()?.api().operations.len() as u64;
        let bytes = program_bytes(&scaffold.create_crate(&format!("sized_{index}"), spec, &[])?)?;
        println!(
            "{}: {tools} tools, {:.2} MB; each tool more than one: {} bytes",
            spec.display(),
            bytes as f64 / 1e6,
            bytes.saturating_sub(base) / tools.saturating_sub(1).max(1),
        );
    }
    Ok(())
}

fn program_bytes(created: &NewCrate) -> Result<u64, Error> {
    Ok(fs::metadata(created.build()?)?.len())
}
