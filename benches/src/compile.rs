//! How long the compiler takes, stage by stage.

use std::path::Path;
use std::time::{Duration, Instant};

use toolwright_codegen::{Builder, Stage};

use crate::Error;
use crate::measure::{median, ms, process_cpu, thread_cpu};

const RUNS: u32 = 5;

/// Compiles each spec some times and prints the median of each stage.
pub fn run(specs: &[String]) -> Result<(), Error> {
    for spec in specs {
        measure(Path::new(spec))?;
    }
    Ok(())
}

fn measure(spec: &Path) -> Result<(), Error> {
    let mut stages: [Vec<Duration>; Stage::ALL.len()] = Default::default();
    let mut walls = Vec::new();
    let mut shape = String::new();
    let start = process_cpu(std::process::id())?;
    for _ in 0..RUNS {
        let wall = Instant::now();
        let mut marks = Vec::new();
        // CPU time of the thread, because wall time on a shared machine says more about the others. The last stage has threads of
        // its own, which only the total counts.
        let compiled = Builder::new(spec).compile_with(&mut |_| marks.push(thread_cpu()))?;
        marks.push(thread_cpu());
        walls.push(wall.elapsed());
        let marks: Vec<Duration> = marks.into_iter().collect::<Result<_, _>>()?;
        for (times, pair) in stages.iter_mut().zip(marks.windows(2)) {
            times.push(pair[1].saturating_sub(pair[0]));
        }
        let tools = compiled.api().operations.len();
        let code = compiled.code();
        let (rust, json) = (code.rust().len() / 1000, code.json().len() / 1000);
        shape = format!("{tools} tools, {rust} KB of Rust, {json} KB of JSON");
    }
    let total = process_cpu(std::process::id())?.saturating_sub(start) / RUNS;
    println!("{}: {shape}", spec.display());
    for (stage, times) in Stage::ALL.iter().zip(&mut stages) {
        println!(
            "  {:<10} {:>8.1} ms",
            format!("{stage:?}"),
            ms(median(times))
        );
    }
    println!("  total CPU  {:>8.1} ms", ms(total));
    println!("  wall       {:>8.1} ms", ms(median(&mut walls)));
    Ok(())
}
