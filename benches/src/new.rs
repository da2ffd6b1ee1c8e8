//! What a beginner waits for: `toolwright new`, and the first build of its crate.

use std::fs;
use std::path::Path;

use crate::Error;
use crate::crates::{Build, repository};
use crate::measure::megabytes;
use crate::scaffold::{Cost, Scaffold};

/// Writes the crate of a spec, by default the petstore's, and builds it from nothing, and once more with what it depends on
/// already built.
pub fn run(arguments: &[String]) -> Result<(), Error> {
    let (options, specs): (Vec<&str>, Vec<&str>) = arguments
        .iter()
        .map(String::as_str)
        .partition(|it| it.starts_with("--"));
    let petstore = repository().join("generated/petstore/petstore.yaml");
    let spec = match specs.as_slice() {
        [] => petstore.canonicalize()?,
        [spec] => Path::new(spec).canonicalize()?,
        _ => return Err("new takes one spec".into()),
    };
    let created = Scaffold::new()?.create("first", &spec, &options)?;
    println!(
        "| {} | wall s | CPU s | peak MB |\n|---|---:|---:|---:|",
        spec.display()
    );
    print_cost("toolwright new", &created.cost);
    for build in [Build::Debug, Build::Release] {
        let command = format!("cargo {}", build.arguments().join(" "));
        let (cost, crates) = created.build_first(build)?;
        print_cost(&format!("{command}, {crates} crates from nothing"), &cost);
    }
    // A debug build is incremental, and nothing has changed.
    print_cost(
        "cargo build --release, its own crate again",
        &created.build_again(Build::Release)?,
    );
    let bytes = fs::metadata(created.first_program(Build::Release))?.len();
    println!("\nthe release has {:.1} MB", bytes as f64 / 1e6);
    Ok(())
}

fn print_cost(what: &str, cost: &Cost) {
    let peak = megabytes(cost.peak_kb);
    println!(
        "| {what} | {:.2} | {:.2} | {peak:.0} |",
        cost.wall.as_secs_f64(),
        cost.cpu.as_secs_f64(),
    );
}
