//! How long the compiler takes, stage by stage, by the clock: it works on a thread of its own.

use std::path::Path;
use std::time::{Duration, Instant};

use toolwright_codegen::{Builder, Stage};

use crate::Error;
use crate::measure::{median, ms};

const RUNS: usize = 5;

/// Compiles each spec some times and prints the median of each stage.
pub fn run(specs: &[String]) -> Result<(), Error> {
    for spec in specs {
        measure(Path::new(spec))?;
    }
    Ok(())
}

fn measure(spec: &Path) -> Result<(), Error> {
    let mut stages: [Vec<Duration>; Stage::ALL.len()] = Default::default();
    let mut totals = Vec::new();
    let mut shape = String::new();
    for _ in 0..RUNS {
        let mut marks = Vec::new();
        let compiled = Builder::new(spec).compile_with(&mut |_| marks.push(Instant::now()))?;
        marks.push(Instant::now());
        for (times, pair) in stages.iter_mut().zip(marks.windows(2)) {
            times.push(pair[1] - pair[0]);
        }
        totals.push(marks[marks.len() - 1] - marks[0]);
        let tools = compiled.api().operations.len();
        let size = compiled.rust().len();
        shape = format!("{tools} tools, {} KB of Rust", size / 1000);
    }
    println!("{}: {shape}", spec.display());
    for (stage, times) in Stage::ALL.iter().zip(&mut stages) {
        println!(
            "  {:<10} {:>8.1} ms",
            format!("{stage:?}"),
            ms(median(times))
        );
    }
    println!("  total      {:>8.1} ms", ms(median(&mut totals)));
    Ok(())
}
