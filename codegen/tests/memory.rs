//! How much memory the compiler takes at most for real specs, one after the other in a process of their own.

#[path = "../src/shared/path.rs"]
mod path;

use std::fs;
use std::path::{Path, PathBuf};

use path::shared_path;
use toolwright_codegen::Builder;

/// Larger specs but the largest are left to the long form (`TOOLWRIGHT_FULL=1`): a debug build takes minutes for them.
const QUICK: u64 = 400_000;

/// What a debug build may take for a spec that is not the largest: so many bytes for any, and so many for each of its own. The small
/// ones of the quick form take up to 26 MB, its largest 50 MB of 69.
const ALWAYS: u64 = 40_000_000;
const BYTES_PER_BYTE: u64 = 80;

/// What a debug build takes for the largest spec.
const LARGEST_TAKES: u64 = 123_400_000;

#[test]
#[ignore = "needs ../shared"]
fn memory_is_bounded_by_the_size_of_a_spec() {
    let mut specs = specs_below(&shared_path("specs/dev"));
    specs.sort_by_key(|(size, _)| *size);
    let (_, largest) = specs.pop().expect("a spec");
    if std::env::var_os("TOOLWRIGHT_FULL").is_none() {
        specs.retain(|(size, _)| *size < QUICK);
    }
    assert!(specs.len() > 50, "{}", specs.len());
    let specs = specs.into_iter();
    let bounded = specs.map(|(size, spec)| (ALWAYS + size * BYTES_PER_BYTE, spec));
    let mut bounded: Vec<_> = bounded.collect();
    bounded.push((LARGEST_TAKES * 5 / 4, largest));
    // Those that may take least come first: the peak of a process never falls.
    bounded.sort_by_key(|(most, _)| *most);
    for (most, spec) in bounded {
        compile_within(&spec, most);
    }
}

/// Compiles a spec, after which the process must not have had more bytes.
fn compile_within(spec: &Path, most: u64) {
    // Some are no specs, which is told; whatever is read is bounded.
    let compiled = Builder::new(spec).discovery(true).responses(true).compile();
    drop(compiled);
    let peak = peak().expect("the system tells the peak of memory, as Linux does");
    assert!(
        peak <= most,
        "{}: {peak} bytes, more than {most}",
        spec.display()
    );
}

/// The specs below a folder, with their sizes in bytes.
fn specs_below(folder: &Path) -> Vec<(u64, PathBuf)> {
    let mut specs = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            specs.extend(specs_below(&path));
        }
        let is_spec = path
            .extension()
            .is_some_and(|it| it == "json" || it == "yaml" || it == "yml");
        let size = fs::metadata(&path).expect("a file").len();
        if is_spec {
            specs.push((size, path));
        }
    }
    specs
}

/// The most memory that this process has had, in bytes.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kilobytes * 1024)
}
