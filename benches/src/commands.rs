//! Commands that are run to their end. What is measured of one is what it takes with all that it starts: rustc is started by cargo.

use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Error;
use crate::measure::{children_cpu, family_peak_kb};

/// The longest pause between two looks at the memory of a running command.
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

/// What a command took, with all that it started.
#[derive(Clone, Copy, Debug)]
pub struct CommandCost {
    /// By the clock.
    pub wall: Duration,
    /// CPU time, user and system.
    pub cpu: Duration,
    /// The most memory that one process of it was seen to have, in kilobytes.
    pub peak_kb: u64,
}

/// Runs a command to its end. If it fails, the error has what it printed.
pub fn run_command(command: &mut Command) -> Result<(), Error> {
    let output = start_command(command.stdout(Stdio::piped()))?.wait_with_output()?;
    if output.status.success() {
        return Ok(());
    }
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?} failed:\n{printed}{errors}").into())
}

/// Runs a command to its end: what it took, and what it printed on standard error, where cargo tells its progress.
pub fn measure_command(command: &mut Command) -> Result<(CommandCost, String), Error> {
    let before = children_cpu()?;
    let started = Instant::now();
    let mut child = start_command(command.stdout(Stdio::null()))?;
    let process = child.id();
    let stderr = child.stderr.take().ok_or("no standard error")?;
    // A full pipe would stop the command.
    let reading = thread::spawn(move || std::io::read_to_string(stderr));
    let mut peak_kb = 0;
    let status = loop {
        peak_kb = family_peak_kb(process).max(peak_kb);
        match child.try_wait()? {
            Some(status) => break status,
            // What runs for a few milliseconds is looked at several times as well.
            None => thread::sleep((started.elapsed() / 10).min(LONGEST_PAUSE)),
        }
    };
    let wall = started.elapsed();
    let progress = reading.join().map_err(|_| "a thread panicked")??;
    if !status.success() {
        return Err(format!("{command:?} failed:\n{progress}").into());
    }
    let cost = CommandCost {
        wall,
        cpu: children_cpu()? - before,
        peak_kb,
    };
    Ok((cost, progress))
}

fn start_command(command: &mut Command) -> Result<Child, Error> {
    let child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn();
    child.map_err(|error| format!("{command:?}: {error}").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_command_is_measured_with_what_it_prints() {
        let (cost, progress) = measure_command(&mut shell("echo built >&2; sleep 0.1")).unwrap();
        assert_eq!(progress, "built\n");
        assert!(cost.wall >= Duration::from_millis(100));
        assert!(cost.peak_kb > 100, "{cost:?}");
    }

    #[test]
    fn what_a_failing_command_printed_is_in_the_error() {
        let script = "echo one; echo two >&2; exit 3";
        let error = run_command(&mut shell(script)).unwrap_err().to_string();
        assert!(error.ends_with("failed:\none\ntwo\n"), "{error}");
        let error = measure_command(&mut shell(script)).unwrap_err().to_string();
        assert!(error.ends_with("failed:\ntwo\n"), "{error}");
    }
}
