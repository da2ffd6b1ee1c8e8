//! A crate that is the MCP server of a spec, as `toolwright new` writes it.

mod calls;
mod config;
mod dropped_settings;
mod files;
mod handlers;
mod names;
mod snapshot;
mod spec;
mod tasks;
mod templates;
mod variables;

use std::error::Error;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use minijinja::context;
use serde_json::{Map, Value, json};
use toolwright_codegen::emit::{HandlerMethod, handler_methods};
use toolwright_codegen::model::BaseUrl;
use toolwright_codegen::{
    BuildError, Builder, Compiled, Config, NameFile, Setting, do_side_by_side, write_portable_path,
};

pub(crate) use dropped_settings::list_dropped_settings;
pub(crate) use files::{File, Kind};
pub(crate) use names::{package_name, server_name};
pub(crate) use templates::HANDLERS;
pub(crate) use variables::variable_prefix;

use crate::count::count_noun;
use crate::dependency::{Checkout, Toolwright, toml_string};
use crate::package::one_line;
use crate::replace_file::replace_file;
use crate::shell::quote_for_shell;
use spec::SpecFiles;
use variables::{Variable, has_alternatives, list_variables};

/// The source that a spec compiles to, in the crate.
const OUT: &str = "src/api.rs";

/// The first snapshot of the tools, in the crate.
const SNAPSHOT: &str = "tests/snapshots/tools__tools.snap";

/// The tasks by which the search is measured, in the crate.
const TASKS: &str = "tests/eval.toml";

/// Characters of a title.
const LONGEST_TITLE: usize = 200;

/// Of the files that a spec refers to, so many are named.
const MOST_NAMED_COPIES: usize = 20;

/// A crate with more tools is not optimized together with all that it depends on.
const MOST_TOOLS_FOR_LTO: usize = 3_000;

/// What a crate is made of.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The directory of the crate.
    pub(crate) directory: PathBuf,
    /// The settings, the name of the server among them.
    pub(crate) settings: Vec<Setting>,
    /// Whether the spec is compiled in a build script.
    pub(crate) build_script: bool,
    /// Whether the spec stays where it is.
    pub(crate) link: bool,
    pub(crate) toolwright: Toolwright,
}

/// Compiles a spec where it is, to what is written for a crate.
pub(crate) fn builder_for_crate(
    spec: &Path,
    settings: &[Setting],
    directory: &Path,
    link: bool,
) -> io::Result<Builder> {
    let stated = match link {
        true => spec::link_settings(settings.to_vec(), directory)?,
        false => spec::place_settings(settings.to_vec())?.settings,
    };
    let settings = settings.iter().cloned();
    let builder = settings.fold(Builder::new(spec), Builder::with);
    Ok(builder.with_stated_settings(stated))
}

impl Plan {
    /// Makes all files of the crate and gives each to `write`, the generated ones first; returns what they were made from.
    /// They are not collected, because those of a large API take hundreds of megabytes.
    pub(crate) fn write_files(
        &self,
        compiled: Compiled,
        write: &mut dyn FnMut(File) -> io::Result<()>,
    ) -> Result<Compiled, Box<dyn Error>> {
        let spec = match self.link {
            true => spec::link_in_place(compiled.spec(), self.settings.clone(), &self.directory)?,
            false => spec::copy_into_crate(&compiled, self.settings.clone())?,
        };
        let name_file = spec.spec.with_extension(NameFile::EXTENSION);
        let keeps_names = !self.link && self.directory.join(&name_file).exists();
        spec.reject_hidden_copies()?;
        for (from, to) in &spec.copies {
            write(File::new_generated(to, fs::read(from)?))?;
        }
        for (_, copy) in spec.referred_copies().take(MOST_NAMED_COPIES) {
            let copy = self.directory.join(copy);
            eprintln!("{}: copied, because the spec refers to it", copy.display());
        }
        let others = spec.referred_copies().skip(MOST_NAMED_COPIES).count();
        if others > 0 {
            eprintln!("and {others} more");
        }
        let compiled = match keeps_names {
            // The names of the crate that is there are kept, although there are none beside the spec.
            true => self.compiled_in_place(&spec)?,
            false => compiled,
        };
        let out = (!self.build_script).then_some(OUT);
        if let Some(out) = out {
            let (rust, json_file) = compiled.code().rust_at(Path::new(out));
            write(File::new_generated(out, rust))?;
            write(File::new_generated(json_file, compiled.code().json()))?;
        }
        let names = compiled.names().filter(|names| names.is_needed());
        if let (Some(names), false) = (names, self.link) {
            write(File::new_generated(name_file, names.text()))?;
        }
        let config = config::config_text(&spec.spec, out, compiled.rust());
        write(File::new_generated(Config::FILE, config))?;
        let api = compiled.api();
        let crate_name = names::crate_name(&package_name(&api.name));
        create_folder_of(&self.directory, Path::new(SNAPSHOT))?;
        let snapshot = self.directory.join(SNAPSHOT);
        let (calls, snapshot) = do_side_by_side(
            || calls::example_calls(api),
            || snapshot::write_snapshot(&compiled, &crate_name, &snapshot),
        );
        snapshot?;
        write(File::new_generated(
            "tests/calls.json",
            format!("{calls:#}\n"),
        ))?;
        let tasks = tasks::write_first_tasks(compiled.api());
        let handlers = handler_methods(compiled.api(), "api")?;
        let mut context = self.template_context(&spec, &compiled, &calls, &handlers);
        context = context! { has_tasks => tasks.is_some(), ..context };
        if let Some(text) = tasks {
            write(File::new_own(TASKS, text))?;
        }
        for (file, text) in templates::fill_templates(&context)? {
            let is_wanted = match file {
                templates::BUILD_SCRIPT => self.build_script,
                HANDLERS => !handlers.is_empty(),
                _ => true,
            };
            if is_wanted {
                write(File::new_own(file, text))?;
            }
        }
        if let Some(lock) = self.toolwright.lock_file() {
            write(File::new_own("Cargo.lock", fs::read(lock)?))?;
        }
        Ok(compiled)
    }

    /// Compiles the spec where it is for the crate: what is generated says how, with these paths.
    fn compiled_in_place(&self, spec: &SpecFiles) -> Result<Compiled, BuildError> {
        let builder = Builder::new(self.directory.join(&spec.spec)).relative_to(&self.directory);
        let settings = spec.settings.iter().cloned();
        settings.fold(builder, Builder::with).compile()
    }

    fn template_context(
        &self,
        spec: &SpecFiles,
        compiled: &Compiled,
        calls: &Value,
        handlers: &[HandlerMethod],
    ) -> minijinja::Value {
        let api = compiled.api();
        let package = package_name(&api.name);
        let variables = list_variables(api);
        let needed: Vec<&Variable> = variables.iter().filter(|one| one.is_needed).collect();
        let base_url = api.servers.first().and_then(BaseUrl::by_default);
        let base_url = base_url.filter(|url| url.starts_with("http"));
        let prefix = variable_prefix(&api.name);
        let mut environment: Vec<&str> = needed.iter().map(|one| one.name.as_str()).collect();
        let variable = format!("{prefix}_BASE_URL");
        if base_url.is_none() {
            environment.insert(0, &variable);
        }
        // A sentence or a list goes on behind it.
        let title = match one_line(&api.title, LONGEST_TITLE).trim_end_matches('.') {
            "" => api.name.clone(),
            title => title.to_owned(),
        };
        let tools = count_noun(api.operations.len(), "tool");
        let discovery = discovery_prefix(spec, &api.name);
        let bridge = spec
            .settings
            .iter()
            .any(|setting| matches!(setting, Setting::Bridge(true) | Setting::History(_)));
        context! {
            bridge,
            package_description => toml_string(&format!("MCP server of {title}, generated by toolwright")),
            crate => names::crate_name(&package),
            server => api.name.clone(),
            spec => write_portable_path(&spec.spec),
            show_spec => format!("git show {} > old.spec", quote_for_shell(&format!("HEAD:{}", write_portable_path(&spec.spec)))),
            build_script => self.build_script,
            handler_count => count_noun(handlers.len(), "operation"),
            handlers => handlers.iter().map(handlers::to_context).collect::<Vec<_>>(),
            runtime => self.toolwright.runtime_dependency(),
            codegen => self.toolwright.codegen_dependency(),
            checkout => self.toolwright.as_checkout().map(checkout_context),
            revision => self.toolwright.as_git_revision().map(ToString::to_string),
            install_arguments => self.toolwright.install_arguments(),
            runtime_version => env!("CARGO_PKG_VERSION"),
            own_workspace => is_below_a_crate(&self.directory),
            example => discovery.as_deref().map(list_endpoints).or_else(|| example_message(calls)),
            discovery,
            env_json => env_json(&environment),
            env_options => environment.iter().map(|name| format!(" --env {name}=…")).collect::<String>(),
            secrets => needed.iter().map(|one| one.name.clone()).collect::<Vec<_>>(),
            has_secrets => !api.security.is_empty(),
            has_alternatives => has_alternatives(api),
            is_large => api.operations.len() > MOST_TOOLS_FOR_LTO,
            variables => variables.iter().map(Variable::to_context).collect::<Vec<_>>(),
            package, title, tools, base_url, prefix,
        }
    }
}

/// What templates say of a checkout of toolwright.
fn checkout_context(checkout: &Checkout) -> minijinja::Value {
    let path = checkout.written_path();
    context! {
        path,
        is_inside => checkout.is_inside_crate(),
        is_absolute => Path::new(path).is_absolute(),
        for_shell => quote_for_shell(path),
        in_toml => toml_string(path),
        // The form of an instruction of a Dockerfile that has no rules for spaces is JSON.
        in_json => Value::from(path).to_string(),
    }
}

/// Writes a file of a crate.
pub(crate) fn write_file(directory: &Path, file: &File) -> io::Result<()> {
    let is_inside = |component| matches!(component, Component::Normal(_));
    if !file.path.components().all(is_inside) {
        let message = format!("{} is outside of the crate", file.path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let path = directory.join(&file.path);
    create_folder_of(directory, &file.path)?;
    replace_file(&path, &file.text)
}

/// Creates the folder of a file of a crate. A link in its place would lead out of the crate.
fn create_folder_of(directory: &Path, file: &Path) -> io::Result<()> {
    let Some(folder) = file.parent() else {
        return Ok(());
    };
    for ancestor in folder.ancestors().filter(|it| !it.as_os_str().is_empty()) {
        let place = directory.join(ancestor);
        if place.is_symlink() {
            let message = format!(
                "{} is a link, and nothing is written behind it",
                place.display()
            );
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
    }
    fs::create_dir_all(directory.join(folder))
}

/// Cargo would take a crate below another one for a member of its workspace.
fn is_below_a_crate(directory: &Path) -> bool {
    let absolute = std::path::absolute(directory).unwrap_or_else(|_| directory.to_owned());
    let mut parents = absolute.ancestors().skip(1);
    parents.any(|parent| parent.join("Cargo.toml").is_file())
}

/// What the names of the tools of discovery begin with, if the server has them.
fn discovery_prefix(spec: &SpecFiles, name: &str) -> Option<String> {
    let is_on = spec.settings.contains(&Setting::Discovery(true));
    let prefix = spec.settings.iter().find_map(|setting| match setting {
        Setting::DiscoveryPrefix(prefix) => Some(prefix.as_str()),
        _ => None,
    });
    is_on.then(|| prefix.unwrap_or(name).to_owned())
}

/// A call that lists endpoints.
fn list_endpoints(prefix: &str) -> String {
    let name = format!("{prefix}_endpoint_lister");
    let params = json!({"name": name, "arguments": {"max_tokens": 1000}});
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string()
}

/// The first call that a shell takes between single quotes, and a reader can take in; one that is
/// sent, if there is any.
fn example_message(calls: &Value) -> Option<String> {
    // About three lines of a README; longer calls say more of the schema than of the server.
    const LONGEST: usize = 300;
    let (sent, handlers): (Vec<_>, Vec<_>) = calls
        .as_array()?
        .iter()
        .partition(|call| call["request"].is_object());
    sent.into_iter().chain(handlers).find_map(|call| {
        let arguments = call["arguments"].as_object()?;
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": call["tool"], "arguments": arguments,
        }});
        let text = message.to_string();
        (text.len() <= LONGEST && !text.contains('\'')).then_some(text)
    })
}

/// The member `env` of a client's configuration, as it stands there.
fn env_json(names: &[&str]) -> String {
    let all: Map<String, Value> = names
        .iter()
        .map(|name| ((*name).to_owned(), "…".into()))
        .collect();
    let text = format!("{:#}", Value::from(all));
    // Every line but the first gets the indentation that the templates have at that place.
    text.replace('\n', "\n      ")
}
