//! What becomes of every spec of the development corpus, as a table in Markdown.

use std::collections::BTreeMap;
use std::time::Instant;

use toolwright_codegen::{Builder, Compiled};

use crate::Error;
use crate::external::{Form, corpus};

/// Prints the table.
pub fn run(_: &[String]) -> Result<(), Error> {
    let specs = corpus(Form::Full);
    println!("| spec | operations | tools | skipped | seconds | lines |");
    println!("|---|---:|---:|---|---:|---:|");
    let mut total = Total::default();
    for spec in &specs {
        let start = Instant::now();
        let compiled = Builder::new(spec).compile();
        let seconds = start.elapsed().as_secs_f64();
        let name = spec.file_name().unwrap_or_default().to_string_lossy();
        match compiled {
            Ok(compiled) => total.add(&name, &compiled, seconds),
            Err(error) => println!(
                "| {name} | | | refused: {} | | |",
                one_line(&error.to_string())
            ),
        }
    }
    println!(
        "\n{} specs, {} operations, {} tools.",
        specs.len(),
        total.operations,
        total.tools
    );
    Ok(())
}

#[derive(Default)]
struct Total {
    operations: usize,
    tools: usize,
}

impl Total {
    fn add(&mut self, name: &str, compiled: &Compiled, seconds: f64) {
        let tools = compiled.api().operations.len();
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        for skipped in compiled.skipped() {
            *reasons.entry(&skipped.message).or_default() += 1;
        }
        let operations = tools + reasons.values().sum::<usize>();
        let reasons: Vec<String> = reasons
            .iter()
            .map(|(reason, count)| format!("{count}: {}", one_line(reason)))
            .collect();
        println!(
            "| {name} | {operations} | {tools} | {} | {seconds:.2} | {} |",
            reasons.join("<br>"),
            compiled.rust().lines().count(),
        );
        self.operations += operations;
        self.tools += tools;
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '|'], " ")
}
