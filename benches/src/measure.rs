//! Clocks, memory and medians.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::Error;

/// Linux counts CPU time in `/proc` in hundredths of a second on every architecture.
const TICK: Duration = Duration::from_millis(10);

/// CPU time, user and system, of the child processes that have ended, and of their children.
pub fn children_cpu() -> Result<Duration, Error> {
    read_cpu("/proc/self/stat", 13)
}

/// CPU time, user and system, of a process so far.
pub fn process_cpu(process: u32) -> Result<Duration, Error> {
    read_cpu(&format!("/proc/{process}/stat"), 11)
}

/// The sum of two times that begin at a field, counted from the one behind the name of the process.
fn read_cpu(stat: &str, first: usize) -> Result<Duration, Error> {
    let stat = fs::read_to_string(stat)?;
    let (_, fields) = stat.rsplit_once(')').ok_or("no process name in stat")?;
    let mut times = fields.split_whitespace().skip(first);
    let mut ticks =
        || -> Result<u32, Error> { Ok(times.next().ok_or("no CPU time in stat")?.parse()?) };
    Ok(TICK * (ticks()? + ticks()?))
}

/// CPU time of this thread.
pub fn thread_cpu() -> Result<Duration, Error> {
    read_schedstat(Path::new("/proc/thread-self/schedstat"))
}

/// CPU time of the threads that a process has now. Unlike [`process_cpu`], it counts nanoseconds, and not the threads that have
/// ended.
pub fn threads_cpu(process: u32) -> Result<Duration, Error> {
    let mut sum = Duration::ZERO;
    for thread in fs::read_dir(format!("/proc/{process}/task"))? {
        // Nothing can be read of a thread that has ended meanwhile.
        sum += read_schedstat(&thread?.path().join("schedstat")).unwrap_or_default();
    }
    Ok(sum)
}

fn read_schedstat(file: &Path) -> Result<Duration, Error> {
    let schedstat = fs::read_to_string(file)?;
    let nanoseconds = schedstat.split(' ').next().unwrap_or_default();
    Ok(Duration::from_nanos(nanoseconds.parse()?))
}

/// Resident memory of a process, in kilobytes.
pub fn resident_kb(process: u32) -> Result<u64, Error> {
    memory_kb(process, "VmRSS:")
}

/// The most resident memory that a process had so far, in kilobytes.
pub fn peak_kb(process: u32) -> Result<u64, Error> {
    memory_kb(process, "VmHWM:")
}

/// The most resident memory that one process of a family has had so far, in kilobytes: the process, or what it or another of them
/// has started and what still runs. Nothing is known of those that have ended.
pub fn family_peak_kb(process: u32) -> u64 {
    let own = peak_kb(process).unwrap_or_default();
    let children = list_children(process).into_iter();
    children.map(family_peak_kb).fold(own, u64::max)
}

/// The processes that a process has started and that still run; none if it has ended itself.
pub fn list_children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let started = threads.map(|thread| fs::read_to_string(thread.path().join("children")));
    let started = started.flatten().collect::<Vec<_>>().join(" ");
    started.split_whitespace().flat_map(str::parse).collect()
}

fn memory_kb(process: u32, field: &str) -> Result<u64, Error> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(field))
        .ok_or_else(|| format!("no {field} in status"))?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// The middle one; zero of none.
pub fn median<T: Copy + Default + Ord>(values: &mut [T]) -> T {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Megabytes, each of a million bytes, of the kilobytes that Linux counts, each of 1,024 bytes.
pub fn to_megabytes(kb: u64) -> f64 {
    kb as f64 * 1024.0 / 1e6
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
        let before = thread_cpu().unwrap();
        let mut sum = 0_u64;
        while thread_cpu().unwrap() < before + Duration::from_millis(2) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(process_cpu(std::process::id()).is_ok());
        assert!(threads_cpu(std::process::id()).unwrap() >= Duration::from_millis(2));
        let resident = resident_kb(std::process::id()).unwrap();
        assert!(resident > 100);
        assert!(peak_kb(std::process::id()).unwrap() >= resident);
    }

    #[test]
    fn children_are_of_the_family() {
        assert!(children_cpu().is_ok());
        let own = family_peak_kb(std::process::id());
        let mut child = std::process::Command::new("sleep")
            .arg("10")
            .spawn()
            .unwrap();
        let of_child = family_peak_kb(child.id());
        assert!(of_child > 0 && family_peak_kb(std::process::id()) >= own.max(of_child));
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn kilobytes_of_linux_are_binary() {
        assert_eq!(to_megabytes(1_000_000), 1024.0);
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&mut [9, 1, 5]), 5);
        assert_eq!(median::<u64>(&mut []), 0);
    }
}
