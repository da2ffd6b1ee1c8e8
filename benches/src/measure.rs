//! Clocks, memory and medians.

use std::fs;
use std::time::Duration;

use crate::Error;

/// Linux counts CPU time in `/proc` in hundredths of a second on every architecture.
const TICK: Duration = Duration::from_millis(10);

/// CPU time, user and system, of the child processes that have ended, and of their children.
pub fn children_cpu() -> Result<Duration, Error> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let (_, fields) = stat.rsplit_once(')').ok_or("no process name in stat")?;
    let mut children = fields.split_whitespace().skip(13);
    let mut ticks =
        || -> Result<u32, Error> { Ok(children.next().ok_or("no child times in stat")?.parse()?) };
    Ok(TICK * (ticks()? + ticks()?))
}

/// Resident memory of a process, in kilobytes.
pub fn resident_kb(process: u32) -> Result<u64, Error> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .ok_or("no VmRSS in status")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// The middle one; zero of none.
pub fn median<T: Copy + Default + Ord>(values: &mut [T]) -> T {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Milliseconds.
pub fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Microseconds.
pub fn us(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clocks_run() {
        assert!(children_cpu().is_ok());
        assert!(resident_kb(std::process::id()).unwrap() > 100);
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&mut [9, 1, 5]), 5);
        assert_eq!(median::<u64>(&mut []), 0);
    }
}
