//! The answers of the schema provider, for every endpoint of the CMS.

use std::hint::black_box;
use std::time::{Duration, Instant};

use toolwright::Tool;
use toolwright::discovery::Endpoints;

use crate::Error;
use crate::cms::API;
use crate::measure::{median, us};

const ROUNDS: usize = 1000;

/// Asks for each answer once, and then again and again, and prints medians and sizes.
pub fn run() -> Result<(), Error> {
    let endpoints = Endpoints::from_tools(&API);
    let (mut first, mut bytes) = (Vec::new(), Vec::new());
    for tool in API.tools {
        let (time, text) = timed(&endpoints, tool)?;
        first.push(time);
        bytes.push(text);
    }
    let mut warm = Vec::with_capacity(ROUNDS * API.tools.len());
    for _ in 0..ROUNDS {
        for tool in API.tools {
            warm.push(timed(&endpoints, tool)?.0);
        }
    }
    bytes.sort_unstable();
    println!(
        "{} endpoints, answers of {} to {} bytes",
        bytes.len(),
        bytes.first().unwrap_or(&0),
        bytes.last().unwrap_or(&0)
    );
    println!("  first answer, median: {:.2} µs", us(median(&mut first)));
    println!("  warm, median: {:.3} µs", us(median(&mut warm)));
    let slowest = warm.iter().max().copied().unwrap_or_default();
    println!("  warm, slowest: {:.2} µs", us(slowest));
    Ok(())
}

/// How long it takes to have the text that a response is made of, a copy, and its bytes.
fn timed(endpoints: &Endpoints, tool: &Tool) -> Result<(Duration, usize), Error> {
    let start = Instant::now();
    let answer = endpoints.answer(tool.name, tool.method.as_str(), tool.path)?;
    let response = black_box(answer.to_owned());
    Ok((start.elapsed(), response.len()))
}
