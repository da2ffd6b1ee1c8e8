//! How well tools are found by what somebody wants done, and what a search costs.

mod printed;
mod quality;
mod searched;
mod tasks;

use std::hint::black_box;
use std::time::{Duration, Instant};

use toolwright_inspect::search::Index;

use crate::Error;
use crate::measure::{median, us};

pub use printed::PrintedSearch;
pub use quality::{Miss, Quality};
pub use searched::Searched;
pub use tasks::{Set, Task};

/// Searches for each task that are timed.
const ROUNDS: usize = 100;

/// Prints how many tasks of each set are met, those that are not, and what a search costs in each API.
pub fn run(_: &[String]) -> Result<(), Error> {
    for set in Set::ALL {
        let quality = Quality::measure(set)?;
        println!(
            "{}: of {} tasks, {} first, {} among the first {}",
            set.name(),
            quality.tasks,
            quality.first,
            quality.found,
            quality::PLACES
        );
        for miss in &quality.misses {
            println!("  {}", miss.line());
        }
    }
    println!("a search in");
    for set in Set::ALL {
        for tasks in set.tasks().chunk_by(|a, b| a.api == b.api) {
            cost(tasks)?;
        }
    }
    Ok(())
}

fn cost(tasks: &[Task]) -> Result<(), Error> {
    let Some(api) = tasks.first().map(|task| task.api) else {
        return Ok(());
    };
    let searched = Searched::load(api)?;
    let table = searched.table();
    let index = Index::new(&table, searched.operations.len());
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..ROUNDS {
        for task in tasks {
            let start = Instant::now();
            black_box(index.search(black_box(task.text)));
            times.push(start.elapsed());
        }
    }
    println!(
        "  {api}: {:.0} µs (median), the longest {:.0} µs; {} operations, {} words, {} bytes",
        us(median(&mut times)),
        us(times.last().copied().unwrap_or_default()),
        searched.operations.len(),
        table.len(),
        searched.bytes()
    );
    Ok(())
}
