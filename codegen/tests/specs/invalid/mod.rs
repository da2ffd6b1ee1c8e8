//! Specs that break the standard: what is said of it, and what becomes of the rest.

mod defaults;
mod paths;
mod servers;
mod versions;

use toolwright_codegen::diagnostics::Diagnostics;
use toolwright_codegen::normalize::normalize_sources;
use toolwright_codegen::source::Sources;

/// The remarks about a file, a line each: `line:column message`.
fn remarks(file: &str, text: &str) -> Vec<String> {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("invalid-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(file);
    std::fs::write(&path, text).expect("written");
    let sources = Sources::load(&path, None).expect("JSON or YAML");
    let mut diagnostics: Diagnostics = sources.root().warnings().clone();
    if let Err(error) = normalize_sources(&sources, &mut diagnostics) {
        return vec![format!("error: {error}")];
    }
    let rendered = diagnostics.iter().map(|one| sources.root().render(one));
    rendered
        .map(|text| {
            let (message, rest) = text.split_once('\n').expect("several lines");
            let place = rest.lines().next().and_then(|line| line.split_once(file));
            let place = place.map_or("", |(_, place)| &place[1..]);
            format!("{place} {}", message.trim_start_matches("warning: "))
        })
        .collect()
}

/// The versions that the same paths are tried in.
const HEADS: [(&str, &str); 3] = [
    ("2", "swagger: \"2.0\"\n"),
    ("3_0", "openapi: 3.0.3\n"),
    ("3_1", "openapi: 3.1.0\n"),
];
