//! What models are shown of many specs, by any version of the command line: its list of tools is compared with the
//! specs themselves, of which only what is counted here is read.

mod hashes;
mod operation;
mod texts;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::Error;
use crate::specs::collect_json;
use operation::Operation;

/// Counts what `toolwright list` shows of every JSON file below a directory, and prints it as a row in Markdown.
pub fn run(arguments: &[String]) -> Result<(), Error> {
    let [toolwright, directory] = arguments else {
        return Err("name a `toolwright` and the directory of the specs".into());
    };
    let mut counts = Counts::default();
    for path in collect_json(Path::new(directory))? {
        let spec: Value = serde_json::from_slice(&std::fs::read(&path)?)?;
        let output = Command::new(toolwright)
            .arg("list")
            .arg(&path)
            .args(["--format", "json"])
            .output()?;
        match serde_json::from_slice::<Value>(&output.stdout) {
            Ok(list) => counts.add(&spec, list["tools"].as_array().map_or(&[], Vec::as_slice)),
            Err(error) => counts
                .without_list
                .push(format!("{}: {error}", path.display())),
        }
    }
    for path in &counts.without_list {
        eprintln!("no list of {path}");
    }
    print!("{}", counts.table());
    Ok(())
}

/// Counted over all tools.
#[derive(Default)]
struct Counts {
    /// Specs of which there is no list, and why.
    without_list: Vec<String>,
    tools: usize,
    hashed: usize,
    told_apart_by_hash: usize,
    lost_required: usize,
    with_credentials: usize,
    cut: usize,
    cut_without_mark: usize,
}

impl Counts {
    fn add(&mut self, spec: &Value, tools: &[Value]) {
        let names: Vec<&str> = tools
            .iter()
            .filter_map(|tool| tool["name"].as_str())
            .collect();
        let [hashed, told_apart] = hashes::count(&names);
        self.tools += tools.len();
        self.hashed += hashed;
        self.told_apart_by_hash += told_apart;
        for tool in tools {
            let Some(operation) = Operation::find(spec, tool) else {
                continue;
            };
            let input = &tool["inputSchema"];
            self.lost_required += usize::from(operation.loses_required(input));
            self.with_credentials += usize::from(operation.asks_for_credentials(input));
            for (whole, shown) in operation.texts(tool) {
                if let Some(is_marked) = texts::cut(whole, shown) {
                    self.cut += 1;
                    self.cut_without_mark += usize::from(!is_marked);
                }
            }
        }
    }

    fn table(&self) -> String {
        let rows = [
            ("specs that have no list", self.without_list.len()),
            ("tools", self.tools),
            ("names that end in a hash", self.hashed),
            (
                "tools that a hash alone tells from another",
                self.told_apart_by_hash,
            ),
            (
                "tools that lose what their body requires",
                self.lost_required,
            ),
            (
                "tools that ask the model for a declared credential",
                self.with_credentials,
            ),
            (
                "descriptions of tools and parameters that are cut",
                self.cut,
            ),
            ("of these, without a mark", self.cut_without_mark),
        ];
        let mut table = String::from("| | |\n|---|---:|\n");
        for (what, count) in rows {
            // Writing to a `String` does not fail.
            let _ = writeln!(table, "| {what} | {count} |");
        }
        table
    }
}
