//! Where the spec of a new crate is, and everything that it needs: it stays in place and is
//! referred to, or is copied into the crate. Returns paths relative to the crate and the list of
//! copies. Relative references between the files must lead to the same files afterwards, so their
//! positions to each other are kept.

use std::io;
use std::path::{Component, Path, PathBuf};

use toolwright_codegen::{Compiled, NameFile, Setting};

/// Where a spec, and what belongs to it, is for a crate.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SpecFiles {
    /// The spec, from the crate.
    pub(super) spec: PathBuf,
    /// The settings, with paths from the crate.
    pub(super) settings: Vec<Setting>,
    /// What is copied: from where, and to where in the crate.
    pub(super) copies: Vec<(PathBuf, PathBuf)>,
}

/// Everything stays where it is.
pub(super) fn link_in_place(
    spec: &Path,
    settings: Vec<Setting>,
    to: &Path,
) -> io::Result<SpecFiles> {
    Ok(SpecFiles {
        spec: path_from_crate(spec, to)?,
        settings: link_settings(settings, to)?,
        copies: Vec::new(),
    })
}

fn path_from_crate(path: &Path, to: &Path) -> io::Result<PathBuf> {
    let path = normalize_path(path)?;
    // There is no relative path between two drives of Windows.
    Ok(pathdiff::diff_paths(&path, normalize_path(to)?).unwrap_or(path))
}

/// The settings of a crate whose spec stays where it is.
pub(super) fn link_settings(settings: Vec<Setting>, to: &Path) -> io::Result<Vec<Setting>> {
    let from_crate = |path: &Path| path_from_crate(path, to);
    let settings = settings.into_iter().map(|setting| {
        Ok(match setting {
            Setting::RefDir(path) => Setting::RefDir(from_crate(&path)?),
            Setting::RefRoot(path) => Setting::RefRoot(from_crate(&path)?),
            Setting::Overlay(path) => Setting::Overlay(from_crate(&path)?),
            Setting::History(path) => Setting::History(from_crate(&path)?),
            other => other,
        })
    });
    settings.collect()
}

/// Where settings of a crate that has copies of everything lead.
#[derive(Default)]
pub(super) struct PlacedSettings {
    pub(super) settings: Vec<Setting>,
    copies: Vec<(PathBuf, PathBuf)>,
    ref_dir: Option<PathBuf>,
    history: Option<PathBuf>,
}

/// The settings of a crate that has copies of everything.
pub(super) fn place_settings(settings: Vec<Setting>) -> io::Result<PlacedSettings> {
    let mut placed = PlacedSettings::default();
    for setting in settings {
        let setting = match setting {
            Setting::Overlay(path) => {
                let from = normalize_path(&path)?;
                // Two overlays may have the same name in different folders, and the order of
                // overlays matters, not their names.
                let to = unused_path(&placed.copies, Path::new("overlays"), &from);
                placed.copies.push((from, to.clone()));
                Setting::Overlay(to)
            }
            Setting::RefDir(path) => {
                placed.ref_dir = Some(normalize_path(&path)?);
                Setting::RefDir("refs".into())
            }
            Setting::History(path) => {
                placed.history = Some(normalize_path(&path)?);
                Setting::History("history".into())
            }
            // All that the spec refers to is copied there.
            Setting::RefRoot(_) => Setting::RefRoot("spec".into()),
            other => other,
        };
        placed.settings.push(setting);
    }
    Ok(placed)
}

/// The spec and the files beside it go to `spec`, where they lie to each other as before; overlays
/// to `overlays`, copies of what is at URLs to `refs`, and recorded tool lists to `history`.
pub(super) fn copy_into_crate(
    compiled: &Compiled,
    settings: Vec<Setting>,
) -> io::Result<SpecFiles> {
    let PlacedSettings {
        settings,
        mut copies,
        ref_dir,
        history,
    } = place_settings(settings)?;
    let mut documents = Vec::new();
    for file in compiled.files() {
        let file = normalize_path(file)?;
        let folders = [(&ref_dir, "refs"), (&history, "history")];
        let placed = folders.iter().find_map(|(folder, to)| {
            let inner = file.strip_prefix(folder.as_ref()?).ok()?;
            Some(Path::new(to).join(inner))
        });
        match placed {
            Some(place) => copies.push((file.clone(), place)),
            None if copies.iter().any(|(from, _)| *from == file) => {}
            None => documents.push(file),
        }
    }
    // The folder that has all files, not the folder of the spec: `../common/pet.yaml` must still
    // lead out of the spec's folder, and stay inside `spec`.
    let root = common_folder(&documents);
    let place = |file: &Path| Path::new("spec").join(file.strip_prefix(&root).unwrap_or(file));
    let spec = normalize_path(compiled.spec())?;
    copies.extend(documents.iter().map(|file| (file.clone(), place(file))));
    // A spec among the copies of what is at URLs is copied with them.
    let placed = copies.iter().find(|(from, _)| *from == spec);
    let spec = placed.map_or_else(|| place(&spec), |(_, to)| to.clone());
    Ok(SpecFiles {
        spec,
        settings,
        copies,
    })
}

impl SpecFiles {
    /// A spec of somebody else may refer to any file beside it, and a crate is made to be published. So files that are hidden,
    /// such as `.env`, are not copied into one.
    pub(super) fn reject_hidden_copies(&self) -> io::Result<()> {
        // The folder of the spec may be hidden itself.
        let folder = self.spec.parent().unwrap_or(&self.spec);
        let is_hidden = |path: &Path| {
            let mut components = path.strip_prefix(folder).unwrap_or(path).components();
            components.any(|it| it.as_os_str().to_string_lossy().starts_with('.'))
        };
        let mut referred = self.referred_copies();
        let Some((from, to)) = referred.find(|(_, to)| is_hidden(to)) else {
            return Ok(());
        };
        let message = format!(
            "the spec refers to {}, which is hidden, so it is not copied into the crate as {}\n  help: give it \
             another name, or leave the spec where it is with --link",
            from.display(),
            to.display()
        );
        Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
    }

    /// What is copied because the spec refers to it, and from where. Overlays and recorded lists are named by whoever makes the
    /// crate, and the names of tools belong to the spec.
    pub(super) fn referred_copies(&self) -> impl Iterator<Item = &(PathBuf, PathBuf)> {
        let names = self.spec.with_extension(NameFile::EXTENSION);
        self.copies.iter().filter(move |(_, to)| {
            *to != self.spec
                && *to != names
                && !to.starts_with("overlays")
                && !to.starts_with("history")
        })
    }
}

/// A path in a folder of the crate that nothing else is copied to.
fn unused_path(copies: &[(PathBuf, PathBuf)], folder: &Path, from: &Path) -> PathBuf {
    let name = from.file_name().unwrap_or_default();
    let plain = folder.join(name);
    let mut numbered = (2..).map(|n| folder.join(format!("{n}-{}", name.to_string_lossy())));
    let is_free = |path: &PathBuf| copies.iter().all(|(_, to)| to != path);
    if is_free(&plain) {
        return plain;
    }
    numbered.find(is_free).unwrap_or(plain)
}

/// The folder that all files are in.
fn common_folder(files: &[PathBuf]) -> PathBuf {
    let mut folders = files.iter().filter_map(|file| file.parent());
    let Some(first) = folders.next() else {
        return PathBuf::new();
    };
    let mut common = first.to_owned();
    for folder in folders {
        while !folder.starts_with(&common) {
            common.pop();
        }
    }
    common
}

/// From the root, with `..` gone through by name: as references lead.
fn normalize_path(path: &Path) -> io::Result<PathBuf> {
    let mut normal = PathBuf::new();
    for component in std::path::absolute(path)?.components() {
        match component {
            Component::ParentDir => drop(normal.pop()),
            other => normal.push(other),
        }
    }
    Ok(normal)
}
