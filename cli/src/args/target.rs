//! Which specs a command is about: the one on the command line, or the servers of the nearest
//! `toolwright.toml`. Merges the settings of both, in which the command line wins, and makes the
//! compiler's `Builder` of the result. Errors of usage are here as well, because they concern both
//! sources.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error as ThisError;
use toolwright_codegen::{Builder, Config, Setting, SettingPlaces};

use super::{ConfigArgs, OptionArgs, PolicyArgs};
use crate::unfiled_spec::{UnfiledSpec, UnfiledSpecError, is_unfiled, pin_command};

#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SpecArgs {
    /// A Swagger 2.0 or OpenAPI 3.x file, JSON or YAML; the specs of `toolwright.toml` by default. `list`, `lint`
    /// and `serve` also take a URL, or `-` for standard input.
    pub(crate) spec: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    #[command(flatten)]
    pub(crate) policy: PolicyArgs,
}

/// One spec that a command is about.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) spec: PathBuf,
    /// Where its source is, by the configuration file.
    pub(crate) out: Option<PathBuf>,
    /// Whether a configuration file has its settings, so that the head of its source need not.
    pub(crate) is_configured: bool,
    root: PathBuf,
    pub(crate) settings: Vec<Setting>,
    /// The spec, if it is in no file.
    bytes: Option<Arc<[u8]>>,
    places: Option<SettingPlaces>,
}

/// A command line that cannot be understood, together with a configuration file.
#[derive(Debug, ThisError)]
pub(crate) enum UsageError {
    #[error(
        "no spec is given, and there is no {} in this directory or its parents\n  help: pass a Swagger or \
         OpenAPI file, or write `spec = \"api.yaml\"` to that file",
        Config::FILE
    )]
    NoSpec,
    #[error("{} has no server `{name}`; expected one of {}", file.display(), known.join(", "))]
    NoServer {
        file: PathBuf,
        name: String,
        known: Vec<String>,
    },
    #[error("{} has {} servers ({}): choose one with --server", file.display(), known.len(), known.join(", "))]
    Several { file: PathBuf, known: Vec<String> },
    #[error("--server selects a server of a configuration file, and no such file is used")]
    NoConfig,
    #[error("the arguments of a tool must be a JSON object, for example '{{\"limit\": 10}}': {0}")]
    Arguments(String),
    #[error("the command after `--` starts the server, so only a tool may come before it")]
    CommandAndSource,
    #[error("the command after `--` starts the server, so no spec and no URL may come before it")]
    CommandAndSpec,
    #[error("{0} cannot be used with a server, because they apply only to specs")]
    NoSpecToSet(&'static str),
    #[error("--header can be used only with the URL of a server")]
    NoUrl,
    #[error("--timeout can be used only with a server: a URL, or a command after `--`")]
    NoServerToWaitFor,
    #[error("a header must be `NAME: VALUE`, for example 'Authorization: Bearer abc', not '{0}'")]
    Header(String),
    #[error(
        "no directory is set to record the tools in\n  help: pass --history DIR, or write `history = \
         \"history\"` to {}",
        Config::FILE
    )]
    NoHistory,
    #[error(
        "this command needs a spec in a file, because what it writes or checks must be the same tomorrow\n  \
         help: save it with `{pin}`, then name that file",
        pin = pin_command(.0)
    )]
    NotInAFile(PathBuf),
    #[error(
        "a server over stdio reads from standard input, so the spec cannot come from there\n  \
         help: name a file, or serve HTTP with `-- --transport http`"
    )]
    InputOfServer,
    #[error(
        "the spec and the arguments cannot both come from standard input; name a file for one of them"
    )]
    InputTwice,
    #[error("--bridge needs HTTP\n  help: pass `--transport http` after `--`")]
    BridgeWithoutHttp,
    #[error("the server rejected its options; `-- --help` lists them")]
    ServerOptions,
    #[error("{0}: pass --out FILE, or set `out` in {file}", file = Config::FILE)]
    NoOut(String),
}

impl SpecArgs {
    /// The specs that the command is about; at least one.
    pub(crate) fn resolve_targets(&self) -> Result<Vec<Target>, Box<dyn Error>> {
        let mine = [self.options.to_settings(), self.policy.to_settings()].concat();
        resolve_targets(self.spec.as_deref(), &self.config, &mine)
    }

    /// The specs of a command that writes something: each is in a file.
    pub(crate) fn resolve_targets_in_files(&self) -> Result<Vec<Target>, Box<dyn Error>> {
        require_file(self.spec.as_deref())?;
        self.resolve_targets()
    }

    /// The one spec that a command is about that cannot have several.
    pub(crate) fn resolve_target(&self) -> Result<Target, Box<dyn Error>> {
        let targets = self.resolve_targets()?;
        only_target(targets)
    }
}

/// Rejects a spec that is on standard input or at a URL.
pub(crate) fn require_file(spec: Option<&Path>) -> Result<(), UsageError> {
    match spec.filter(|spec| is_unfiled(spec)) {
        Some(spec) => Err(UsageError::NotInAFile(spec.to_owned())),
        None => Ok(()),
    }
}

/// The one of these.
pub(crate) fn only_target(mut targets: Vec<Target>) -> Result<Target, Box<dyn Error>> {
    match (targets.pop(), targets.is_empty()) {
        (Some(target), true) => Ok(target),
        (None, _) => Err(UsageError::NoSpec.into()),
        (Some(last), false) => {
            let all = targets.iter().chain([&last]);
            Err(UsageError::Several {
                known: all
                    .map(|target| target.to_builder().server_name())
                    .collect(),
                file: last.root.join(Config::FILE),
            }
            .into())
        }
    }
}

/// The specs that a command is about, with the settings of its command line.
pub(crate) fn resolve_targets(
    spec: Option<&Path>,
    args: &ConfigArgs,
    mine: &[Setting],
) -> Result<Vec<Target>, Box<dyn Error>> {
    let Some(config) = load_config(spec, args)? else {
        let spec = spec.ok_or(UsageError::NoSpec)?;
        if args.server.is_some() {
            return Err(UsageError::NoConfig.into());
        }
        let target = Target {
            spec: spec.to_owned(),
            out: None,
            is_configured: false,
            root: PathBuf::new(),
            settings: mine.to_vec(),
            bytes: None,
            places: None,
        };
        return Ok(vec![target.with_spec(spec)?]);
    };
    let root = config.directory();
    // Paths in the file are relative to the file, paths in options to the current directory. A
    // `Builder` has one root, so options get absolute paths if the two differ.
    let is_elsewhere = !root.as_os_str().is_empty();
    let mine: Vec<Setting> = mine
        .iter()
        .cloned()
        .map(|setting| {
            if is_elsewhere {
                with_absolute_path(setting)
            } else {
                setting
            }
        })
        .collect();
    let all = config.servers().iter().map(|server| Target {
        spec: root.join(&server.spec),
        out: server.out.as_ref().map(|out| root.join(out)),
        is_configured: true,
        root: root.to_owned(),
        settings: Setting::over(mine.clone(), server.settings.clone()),
        bytes: None,
        places: Some(server.places.clone()),
    });
    let chosen = select_servers(all.collect(), args.server.as_deref(), config.path())?;
    let Some(spec) = spec.filter(|spec| !is_config_file(spec)) else {
        return Ok(chosen);
    };
    let mut target = only_target(chosen)?.with_spec(spec)?;
    // The file says where the source of its own spec is. Writing there from another spec would
    // overwrite that source.
    target.out = None;
    Ok(vec![target])
}

fn select_servers(
    all: Vec<Target>,
    name: Option<&str>,
    file: &Path,
) -> Result<Vec<Target>, UsageError> {
    let Some(name) = name else { return Ok(all) };
    let known: Vec<String> = all
        .iter()
        .map(|target| target.to_builder().server_name())
        .collect();
    let mut chosen = all;
    chosen.retain(|target| target.to_builder().server_name() == name);
    if chosen.is_empty() {
        let (file, name) = (file.to_owned(), name.to_owned());
        return Err(UsageError::NoServer { file, name, known });
    }
    Ok(chosen)
}

/// The configuration file: the one that is named, or without a spec the nearest.
fn load_config(spec: Option<&Path>, args: &ConfigArgs) -> Result<Option<Config>, Box<dyn Error>> {
    // A spec without `--config` means that spec alone. Searching for a file in that case would let
    // settings of a directory change a command that does not name them.
    let path = match (&args.config, spec) {
        (Some(path), _) => path.clone(),
        (None, Some(spec)) if is_config_file(spec) => spec.to_owned(),
        (None, Some(_)) => return Ok(None),
        (None, None) => find_nearest_config()?.ok_or(UsageError::NoSpec)?,
    };
    Ok(Some(Config::load(path)?))
}

/// The nearest configuration file, by a path from here as far as there is one: it stands in messages.
fn find_nearest_config() -> Result<Option<PathBuf>, std::io::Error> {
    let here = env::current_dir()?;
    let found = Config::find(&here);
    Ok(found.map(|path| pathdiff::diff_paths(&path, &here).unwrap_or(path)))
}

fn is_config_file(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "toml")
}

/// A setting of the command line beside a configuration file of another directory, which paths
/// would otherwise be relative to.
fn with_absolute_path(setting: Setting) -> Setting {
    setting.map_path(|path| std::path::absolute(&path).unwrap_or(path))
}

impl Target {
    /// Its compilation.
    pub(crate) fn to_builder(&self) -> Builder {
        self.build_with(self.settings.clone())
    }

    /// Its compilation with settings that hold where it has no others.
    pub(crate) fn to_builder_over(&self, others: Vec<Setting>) -> Builder {
        self.build_with(Setting::over(self.settings.clone(), others))
    }

    fn build_with(&self, settings: Vec<Setting>) -> Builder {
        let mut builder = Builder::new(&self.spec).relative_to(&self.root);
        if let Some(bytes) = &self.bytes {
            builder = builder.spec_bytes(Arc::clone(bytes));
        }
        if let Some(places) = &self.places {
            builder = builder.written_at(places.clone());
        }
        settings.into_iter().fold(builder, Builder::with)
    }

    /// The same with another spec, which stands in for this one and is read if it is in no file.
    pub(crate) fn with_spec(&self, spec: &Path) -> Result<Self, UnfiledSpecError> {
        let mut target = self.clone();
        target.bytes = None;
        target.spec = spec.to_owned();
        if let Some(unfiled) = UnfiledSpec::read(spec)? {
            target.spec = unfiled.path;
            target.bytes = Some(unfiled.bytes);
        }
        Ok(target)
    }

    /// Whether any warning is an error.
    pub(crate) fn is_strict(&self) -> bool {
        self.settings.contains(&Setting::Strict(true))
    }
}
