//! What generated code costs to compile, for each tool.

use std::fs;
use std::time::Duration;

use crate::Error;
use crate::crates::{Build, Crates};
use crate::measure::ms;
use crate::specs::{SPECS, spec};

const RUNS: usize = 3;

/// Measures the named servers, all of [`SPECS`] by default. With `--derives` they are measured
/// under several derives.
pub fn run(arguments: &[String]) -> Result<(), Error> {
    let vary = arguments.iter().any(|argument| argument == "--derives");
    let mut names: Vec<&str> = arguments.iter().map(String::as_str).collect();
    names.retain(|name| !name.starts_with('-'));
    if names.is_empty() {
        names.extend(SPECS.map(|(name, _)| name));
    }
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
    let empty = Empty::measure(&crates)?;
    println!("no tools: {empty:?}");
    println!("server, derives: tools; CPU ms a tool of check, debug, release; bytes a tool");
    for name in names {
        for derives in derives {
            measure(&crates, &empty, name, *derives)?;
        }
    }
    Ok(())
}

#[derive(Debug)]
struct Empty {
    times: [Duration; Build::ALL.len()],
    bytes: u64,
}

impl Empty {
    fn measure(crates: &Crates) -> Result<Self, Error> {
        crates.write("empty", None, None)?;
        let mut times = [Duration::ZERO; Build::ALL.len()];
        for (time, build) in times.iter_mut().zip(Build::ALL) {
            *time = crates.cost("empty", build, RUNS)?;
        }
        let bytes = fs::metadata(crates.build("empty", Build::Release)?)?.len();
        Ok(Self { times, bytes })
    }
}

fn measure(
    crates: &Crates,
    empty: &Empty,
    name: &str,
    derives: Option<&[&str]>,
) -> Result<(), Error> {
    let compiled = crates.write(name, Some(&spec(name)?), derives)?;
    let tools = compiled.api().operations.len().max(1);
    let shown = derives.map_or_else(|| "default".to_owned(), |derives| derives.join("+"));
    print!("{name}, {shown}: {tools} tools;");
    for (build, without) in Build::ALL.into_iter().zip(empty.times) {
        let time = crates.cost(name, build, RUNS)?.saturating_sub(without);
        print!(" {:.2}", ms(time) / tools as f64);
    }
    let bytes = fs::metadata(crates.build(name, Build::Release)?)?.len();
    let more = bytes.saturating_sub(empty.bytes);
    let texts = compiled.code().json().len() as u64;
    println!(
        "; {} beside {} of JSON",
        more.saturating_sub(texts) / tools as u64,
        texts / tools as u64
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
    crates.put("structs", "", &[("src/main.rs", write_structs())])?;
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
