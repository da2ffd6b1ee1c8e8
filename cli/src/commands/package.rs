//! `package`: writes what users of assistants install, from binaries that are built already, or from the crate of this
//! directory after building it. Everything is made before the first file is written.

use std::cell::OnceCell;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::CommandResult;
use crate::args::{BinaryPath, PackageArgs, PackageKind};
use crate::package::{
    About, Author, Binary, BuildTime, CrateMetadata, DownloadUrl, MAX_ABOUT_BYTES, OutputFile,
    Package, PackageError, ServerName, Target, TargetError, select_settings,
};
use crate::replace_file::prepare_file;
use crate::run::{build_release, find_target};

/// Bytes of the largest binary. A server for the largest public spec has 60 MB without optimisation.
const MAX_BINARY: u64 = 1024 * 1024 * 1024;

pub(crate) fn write_packages(args: &PackageArgs) -> CommandResult {
    let package = read_package(args)?;
    let kinds = match args.only.as_slice() {
        [] => &PackageKind::ALL[..],
        only => only,
    };
    let mut files: Vec<OutputFile> = Vec::new();
    let mut notes = Vec::new();
    for kind in kinds {
        match package.make_files(*kind) {
            Ok(made) => files.extend(made),
            // What nobody has asked for is left out with a reason.
            Err(PackageError::Missing(missing)) if args.only.is_empty() => {
                notes.push(format!("{}: not written: {missing}", describe_kind(*kind)));
                let left = package.lasting_name(*kind).map(|name| args.out.join(name));
                // It would be uploaded with the new files, and have the hashes of others.
                if let Some(left) = left.filter(|left| left.exists()) {
                    notes.push(format!("{} is of an earlier run", left.display()));
                }
            }
            Err(error) => return Err(format!("{}: {error}", describe_kind(*kind)).into()),
        }
    }
    fs::create_dir_all(&args.out)
        .map_err(|error| format!("cannot create {}: {error}", args.out.display()))?;
    notes.extend(write_together(&args.out, &files)?);
    for note in &notes {
        eprintln!("note: {note}");
    }
    match files.is_empty() {
        true => Err("nothing could be written: the notes above say what is missing".into()),
        false => Ok(ExitCode::SUCCESS),
    }
}

/// Writes all files or none, as far as the system can promise that, and says what was there before: nobody is to lose a file of
/// the same name that somebody has written.
fn write_together(out: &Path, files: &[OutputFile]) -> Result<Vec<String>, String> {
    let unwritable =
        |path: &Path, error: &dyn Error| format!("cannot write {}: {error}", path.display());
    let paths: Vec<PathBuf> = files.iter().map(|file| out.join(&file.name)).collect();
    let mut prepared = Vec::new();
    for (file, path) in files.iter().zip(&paths) {
        // Nothing can be moved there, which would be found out when others are in their places.
        if path.is_dir() {
            return Err(format!(
                "cannot write {}: it is a directory",
                path.display()
            ));
        }
        let made = prepare_file(path, &file.bytes).map_err(|error| unwritable(path, &error))?;
        prepared.push(made);
    }
    let mut notes = Vec::new();
    for (made, path) in prepared.into_iter().zip(&paths) {
        let is_replaced = path.symlink_metadata().is_ok();
        made.persist(path)
            .map_err(|error| unwritable(path, &error.error))?;
        println!("{}", path.display());
        if is_replaced {
            notes.push(format!("{} was there, and is replaced", path.display()));
        }
    }
    Ok(notes)
}

fn describe_kind(kind: PackageKind) -> &'static str {
    match kind {
        PackageKind::Bundle => "bundle",
        PackageKind::Registry => "server.json",
        PackageKind::Image => "image",
        PackageKind::Links => "install links",
        PackageKind::Homebrew => "Homebrew formula",
    }
}

fn read_package(args: &PackageArgs) -> Result<Package, Box<dyn Error>> {
    let metadata = CrateMetadata::from_manifest(&args.manifest_path, args.bin.as_deref())?;
    let metadata = match &args.repository {
        Some(url) => metadata.with_repository(url)?,
        None => metadata,
    };
    let binaries = match args.binaries.as_slice() {
        [] => vec![build_crate(args, &metadata)?],
        given => given.to_vec(),
    };
    reject_same_targets(&binaries)?;
    let about = read_about(args, &binaries)?;
    let author = match &args.author {
        Some(written) => Some(Author::parse(written).ok_or("--author is empty")?),
        None => metadata.author.clone(),
    };
    let server_name = match &args.namespace {
        Some(namespace) => Some(ServerName::new(namespace, &metadata.name)?),
        None => ServerName::of_repository(&metadata),
    };
    let download = match &args.download_url {
        Some(written) => Some(DownloadUrl::parse(written).ok_or_else(|| {
            format!("--download-url is not an http or https URL of a directory: {written:?}")
        })?),
        None => DownloadUrl::of_release(&metadata),
    };
    Ok(Package {
        settings: select_settings(&about, &args.settings)?,
        binaries: binaries.iter().map(read_binary).collect::<Result<_, _>>()?,
        image: args.image.clone(),
        time: BuildTime::from_environment()?,
        bundles: OnceCell::new(),
        metadata,
        about,
        author,
        server_name,
        download,
    })
}

/// Two programs for a target would be packed into files of one name.
fn reject_same_targets(binaries: &[BinaryPath]) -> Result<(), String> {
    for (index, binary) in binaries.iter().enumerate() {
        if binaries[..index]
            .iter()
            .any(|it| it.target == binary.target)
        {
            return Err(format!("--binary is given twice for {}", binary.target));
        }
    }
    Ok(())
}

/// The first bytes of what is at a path.
fn read_start(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let unreadable = |error: io::Error| format!("cannot read {}: {error}", path.display());
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    let read = file.take(most).read_to_end(&mut bytes);
    read.map_err(unreadable)?;
    Ok(bytes)
}

fn read_about(args: &PackageArgs, binaries: &[BinaryPath]) -> Result<About, Box<dyn Error>> {
    if let Some(path) = &args.about {
        // A byte more than may be, so that a longer one is rejected.
        let json = read_start(path, MAX_ABOUT_BYTES + 1)?;
        return Ok(About::from_json(path, &json)?);
    }
    let here = binaries.iter().find(|binary| binary.target.runs_here());
    let binary = here.ok_or(
        "none of the binaries runs on this machine, so that none can be asked for its settings\n  help: save the \
         output of the server's --about on another machine, and pass it with --about FILE",
    )?;
    Ok(About::from_binary(&binary.path)?)
}

fn read_binary(BinaryPath { target, path }: &BinaryPath) -> Result<Binary, String> {
    // Asked before it is opened: a pipe that nobody writes to would be waited for.
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(format!("{} is not a file", path.display()));
    }
    let bytes = read_start(path, MAX_BINARY + 1)?;
    if bytes.len() as u64 > MAX_BINARY {
        return Err(format!(
            "{} has more than {MAX_BINARY} bytes",
            path.display()
        ));
    }
    let checked = target.check_program(&bytes);
    checked.map_err(|error| format!("{} {error}", path.display()))?;
    Ok(Binary {
        target: target.clone(),
        bytes,
    })
}

fn build_crate(args: &PackageArgs, metadata: &CrateMetadata) -> Result<BinaryPath, Box<dyn Error>> {
    let wanted = args.target.as_ref().map(Target::to_string);
    let path = build_release(&args.manifest_path, &metadata.binary, wanted.as_deref())?;
    let target = match &args.target {
        Some(target) => target.clone(),
        None => find_target(&path, &metadata.target_directory)?
            .parse()
            .map_err(|error: TargetError| {
                format!(
                    "{error}\n  help: pass binaries for other targets with --binary TARGET=PATH"
                )
            })?,
    };
    Ok(BinaryPath { target, path })
}
