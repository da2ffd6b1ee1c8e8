//! Compiles every spec of `specs/`, so that what the snapshots show is also what rustc accepts.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use toolwright_codegen::write_if_changed;

#[path = "src/settings.rs"]
mod settings;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=specs");
    let out = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    let out = Path::new(&out);
    let mut specs: Vec<_> = fs::read_dir("specs")?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    specs.sort();
    let (mut modules, mut apis) = (String::new(), String::new());
    for spec in specs {
        let name = spec
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let compiled = settings::builder(&spec).compile()?;
        write_if_changed(&out.join(format!("{name}.rs")), compiled.rust())?;
        writeln!(
            modules,
            "#[allow(missing_docs)]\npub mod {name} {{ toolwright::include_tools!(\"{name}\"); }}"
        )?;
        let api = match compiled.api().manual().next() {
            None => format!("&{name}::API"),
            Some(_) => format!("{name}::API.api()"),
        };
        writeln!(apis, "    {api},")?;
    }
    writeln!(
        modules,
        "/// All of them, in the order of their names.\npub static ALL: &[&toolwright::Api] = &[\n{apis}];"
    )?;
    write_if_changed(&out.join("all.rs"), &modules)?;
    Ok(())
}
