//! Load by `wrk`, of the Debian package of that name.

use std::path::Path;
use std::process::Command;

use crate::Error;

/// Requests a second that a server answers on so many connections, each as the script says; an error if one of them
/// failed.
pub fn load(url: &str, script: &Path, connections: u32, seconds: u32) -> Result<u64, Error> {
    let text = run(url, script, connections, seconds)?;
    if text.contains("Non-2xx") {
        return Err(format!("{url}: {text}").into());
    }
    rate(&text)
}

/// The same, whatever the status of the answers is.
pub fn load_any_status(
    url: &str,
    script: &Path,
    connections: u32,
    seconds: u32,
) -> Result<u64, Error> {
    rate(&run(url, script, connections, seconds)?)
}

/// What `wrk` says, unless a connection failed.
fn run(url: &str, script: &Path, connections: u32, seconds: u32) -> Result<String, Error> {
    let output = Command::new("wrk")
        .args(["--threads", "1"])
        .args(["--connections", &connections.to_string()])
        .args(["--duration", &format!("{seconds}s")])
        .arg("--script")
        .arg(script)
        .arg(url)
        .output()
        .map_err(|error| format!("wrk, of the Debian package of that name: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    match text.contains("Socket errors") {
        true => Err(format!("{url}: {text}").into()),
        false => Ok(text.into_owned()),
    }
}

fn rate(text: &str) -> Result<u64, Error> {
    let rate = text
        .lines()
        .find_map(|line| line.strip_prefix("Requests/sec:"))
        .ok_or_else(|| format!("wrk says no rate: {text}"))?;
    let whole = rate.trim().split('.').next().unwrap_or_default();
    Ok(whole.parse()?)
}
