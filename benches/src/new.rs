//! What a beginner waits for: `toolwright new`, and the first build of its crate.

use std::fs;

use crate::Error;
use crate::commands::CommandCost;
use crate::crates::{Build, locate_repository};
use crate::measure::to_megabytes;
use crate::scaffold::Scaffold;
use crate::specs::parse_specs;

/// Writes the crate of a spec, by default the petstore's, and builds it from nothing, and once more with what it depends on
/// already built.
pub fn run(arguments: &[String]) -> Result<(), Error> {
    let petstore = locate_repository().join("generated/petstore/petstore.yaml");
    let specs = parse_specs(arguments, &["--discovery"], petstore.canonicalize()?)?;
    let [spec] = specs.as_slice() else {
        return Err("new takes one spec".into());
    };
    let arguments = arguments.iter().map(String::as_str);
    let options: Vec<&str> = arguments.filter(|it| it.starts_with("--")).collect();
    let created = Scaffold::new()?.create_crate("first", spec, &options)?;
    println!(
        "| {} | wall s | CPU s | peak MB |\n|---|---:|---:|---:|",
        spec.display()
    );
    print_cost("toolwright new", &created.cost);
    for build in [Build::Debug, Build::Release] {
        let command = format!("cargo {}", build.cargo_arguments().join(" "));
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

fn print_cost(what: &str, cost: &CommandCost) {
    let peak = to_megabytes(cost.peak_kb);
    println!(
        "| {what} | {:.2} | {:.2} | {peak:.0} |",
        cost.wall.as_secs_f64(),
        cost.cpu.as_secs_f64(),
    );
}
