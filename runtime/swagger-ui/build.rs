//! Takes the two files that a page with Swagger UI needs out of the archive that
//! `utoipa-swagger-ui-vendored` carries, and compresses them: the archive has 1.8 MB, these have 0.5.

use std::error::Error;
use std::fs::File;
use std::io::{Cursor, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::ZipArchive;

const FILES: [&str; 2] = ["swagger-ui-bundle.js", "swagger-ui.css"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    let mut archive = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED))?;
    for file in FILES {
        let content = read_entry(&mut archive, file)?;
        let compressed = File::create(Path::new(&out).join(format!("{file}.gz")))?;
        let mut encoder = GzEncoder::new(compressed, Compression::best());
        encoder.write_all(&content)?;
        encoder.finish()?;
    }
    Ok(())
}

/// Reads the entry of that file name, whatever folder it is in.
fn read_entry(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    file: &str,
) -> Result<Vec<u8>, Box<dyn Error>> {
    let names = archive.file_names();
    let name = names
        .into_iter()
        .find(|name| name.ends_with(&format!("/dist/{file}")));
    let name = name
        .ok_or_else(|| format!("the archive has no {file}"))?
        .to_owned();
    let mut content = Vec::new();
    archive.by_name(&name)?.read_to_end(&mut content)?;
    Ok(content)
}
