//! What generated code costs to compile, for each tool.

use std::path::Path;
use std::time::Duration;

use crate::Error;
use crate::crates::{Build, Crates};
use crate::measure::ms;
use crate::specs::{github_spec, parse_specs, spec};

const RUNS: usize = 3;

/// Measures the servers of the specs whose files are named, by default GitHub's. With `--derives` they are measured under several
/// derives.
pub fn run(arguments: &[String]) -> Result<(), Error> {
    let vary = arguments.iter().any(|argument| argument == "--derives");
    let specs = parse_specs(arguments, &["--derives"], github_spec()?)?;
    let derives: &[Option<&[&str]>] = if vary {
        &[
            Some(&[]),
            Some(&["Debug"]),
            Some(&["Clone", "Debug", "PartialEq"]),
        ]
    } else {
        &[None]
    };
    let crates = Crates::new()?;
    // A server without tools is subtracted, so that the figures are about tools and not about rmcp
    // and tokio.
    let empty = measure_empty(&crates)?;
    println!(
        "CPU s of the crate alone; without tools {}",
        Build::ALL
            .iter()
            .zip(empty)
            .map(|(build, time)| format!(
                "{:.2} ({})",
                time.as_secs_f64(),
                build.cargo_arguments().join(" ")
            ))
            .collect::<Vec<_>>()
            .join(", ")
    );
    println!(
        "| spec | derives | tools | check, per 1,000 tools | build | build --release |\n|---|---|---:|---:|---:|---:|"
    );
    for (index, spec) in specs.iter().enumerate() {
        for derives in derives {
            measure_server(&crates, empty, &format!("compiled_{index}"), spec, *derives)?;
        }
    }
    Ok(())
}

type Times = [Duration; Build::ALL.len()];

fn measure_empty(crates: &Crates) -> Result<Times, Error> {
    crates.write("empty", None, None)?;
    measure_builds(crates, "empty")
}

fn measure_builds(crates: &Crates, name: &str) -> Result<Times, Error> {
    let mut times = Times::default();
    for (time, build) in times.iter_mut().zip(Build::ALL) {
        *time = crates.cost(name, build, RUNS)?;
    }
    Ok(times)
}

fn measure_server(
    crates: &Crates,
    empty: Times,
    name: &str,
    spec: &Path,
    derives: Option<&[&str]>,
) -> Result<(), Error> {
    let compiled = crates.write(name, Some(spec), derives)?;
    let tools = compiled.api().operations.len().max(1);
    let shown = derives.map_or_else(|| "default".to_owned(), |derives| derives.join("+"));
    let times = measure_builds(crates, name)?.into_iter().zip(empty);
    // Milliseconds of one are seconds of a thousand.
    let per_thousand = times.map(|(time, without)| ms(time.saturating_sub(without)) / tools as f64);
    println!(
        "| {} | {shown} | {tools} | {} |",
        spec.file_name().unwrap_or_default().to_string_lossy(),
        per_thousand
            .map(|time| format!("{time:.2} s"))
            .collect::<Vec<_>>()
            .join(" | ")
    );
    Ok(())
}

/// Structs of [`cost_beside_structs`].
const STRUCTS: usize = 2_000;

/// CPU time for each tool of `build`, over a server with no tools, in the time that each of many structs with a derived
/// `Debug` takes. Both are measured in one run, so that a slow or busy machine makes little difference.
pub fn cost_beside_structs(name: &str, build: Build) -> Result<f64, Error> {
    let crates = Crates::new()?;
    crates.write("empty", None, None)?;
    crates.write_files("structs", "", &[("src/main.rs", write_structs())])?;
    let compiled = crates.write(name, Some(&spec(name)?), None)?;
    let tools = compiled.api().operations.len().max(1);
    // With all that they depend on, which the others find built.
    crates.build("empty", build)?;
    let mut costs = [Duration::ZERO; 3];
    for (cost, name) in costs.iter_mut().zip(["empty", "structs", name]) {
        *cost = crates.cost_again(name, build)?;
    }
    let [empty, structs, with_tools] = costs.map(|cost| cost.as_secs_f64());
    let per_tool = (with_tools - empty) / tools as f64;
    Ok(per_tool / (structs / STRUCTS as f64))
}

/// A program with structs as people write them.
fn write_structs() -> String {
    let structs = (0..STRUCTS).map(|number| {
        format!(
            "#[derive(Debug)]\npub struct Struct{number} {{\n    pub name: String,\n    pub count: Option<i64>,\n    \
             pub parts: Vec<String>,\n    pub is_open: bool,\n}}\n\n"
        )
    });
    format!(
        "#![allow(dead_code)]\n\n{}fn main() {{}}\n",
        structs.collect::<String>()
    )
}
