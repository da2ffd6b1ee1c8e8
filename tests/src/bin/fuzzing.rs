//! What fuzzing needs beside libFuzzer.
//!
//! `fuzzing run TARGET FILE` does with a file what the target does, on a stable compiler.
//! `fuzzing seeds FOLDER` writes the specs that it starts from, a folder for each target that takes
//! texts. `fuzzing spec FILE` shows the spec that the targets `mutated_spec` and `tables` make of a
//! file.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

use toolwright_tests::fuzz;

fn main() -> io::Result<ExitCode> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["run", target, file] => return run(target, &fs::read(file)?),
        ["seeds", folder] => write_seeds(Path::new(folder))?,
        ["spec", file] => println!("{:#}", fuzz::changed_spec(&fs::read(file)?)),
        _ => {
            eprintln!("usage: fuzzing run TARGET FILE | fuzzing seeds FOLDER | fuzzing spec FILE");
            return Ok(ExitCode::from(2));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn run(target: &str, bytes: &[u8]) -> io::Result<ExitCode> {
    let target = match target {
        "json_text" => fuzz::json_text,
        "yaml_text" => fuzz::yaml_text,
        "mutated_spec" => fuzz::mutated_spec,
        "tables" => fuzz::tables,
        "call" => fuzz::call,
        "build_script" => fuzz::build_script,
        _ => return Ok(ExitCode::from(2)),
    };
    target(bytes);
    Ok(ExitCode::SUCCESS)
}

fn write_seeds(folder: &Path) -> io::Result<()> {
    for (target, texts) in [
        ("json_text", fuzz::json_texts()),
        ("yaml_text", fuzz::yaml_texts()),
    ] {
        let folder = folder.join(target);
        fs::create_dir_all(&folder)?;
        for (number, text) in texts.iter().enumerate() {
            fs::write(folder.join(format!("seed{number}")), text)?;
        }
    }
    Ok(())
}
