//! Clocks, memory and medians.

use std::fs;
use std::path::Path;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::Error;

/// Linux counts CPU time in `/proc` in hundredths of a second on every architecture.
const TICK: Duration = Duration::from_millis(10);

/// What the child processes that have ended took, with their own children.
#[derive(Clone, Copy, Debug)]
pub struct ChildrenUsage {
    /// CPU time, user and system, of all of them.
    pub cpu: Duration,
    /// The most resident memory that one of them had, in kilobytes.
    pub peak_kb: u64,
}

/// What the child processes that have ended took so far.
pub fn children_usage() -> Result<ChildrenUsage, Error> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let microseconds =
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(ChildrenUsage {
        cpu: Duration::from_micros(microseconds.try_into()?),
        peak_kb: usage.max_rss().try_into()?,
    })
}

/// CPU time, user and system, of a process so far.
pub fn process_cpu(process: u32) -> Result<Duration, Error> {
    /// The place of the first of the two times, counted from the field behind the name of the process.
    const FIRST: usize = 11;
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    let (_, fields) = stat.rsplit_once(')').ok_or("no process name in stat")?;
    let mut times = fields.split_whitespace().skip(FIRST);
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
pub fn megabytes(kb: u64) -> f64 {
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
    fn children_that_have_ended_are_counted() {
        let before = children_usage().unwrap();
        let count = "for number in $(seq 100000); do :; done";
        let status = std::process::Command::new("sh")
            .args(["-c", count])
            .status();
        assert!(status.unwrap().success());
        let after = children_usage().unwrap();
        assert!(after.cpu > before.cpu);
        assert!(after.peak_kb > 100);
    }

    #[test]
    fn kilobytes_of_linux_are_binary() {
        assert_eq!(megabytes(1_000_000), 1024.0);
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&mut [9, 1, 5]), 5);
        assert_eq!(median::<u64>(&mut []), 0);
    }
}
