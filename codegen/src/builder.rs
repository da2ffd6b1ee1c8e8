mod selecting;

use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io};

use thiserror::Error;

use crate::clients::Client;
use crate::compiled::Compiled;
use crate::emit::{EmitError, EmitSettings, emit};
use crate::lower::{LowerSettings, lower};
use crate::modelled::Modelled;
use crate::names::snake_name;
use crate::normalize::{NormalizeError, normalize_selected};
use crate::overlay::{self, OverlayError};
use crate::policy::{Policy, StrictError};
use crate::schema::text::{TextSettings, plan};
use crate::selection::Selection;
use crate::setting::{self, Setting};
use crate::source::{Source, SourceError, Sources};
use crate::stack::on_large_stack;

/// Compiles a spec to Rust. Build scripts, the macros and the command line all use it.
///
/// In a `build.rs`:
///
/// ```no_run
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     toolwright_codegen::Builder::new("api.yaml").build()?;
///     Ok(())
/// }
/// ```
///
/// and in the crate, `mod api { toolwright::include_tools!("api"); }`.
#[derive(Clone, Debug)]
pub struct Builder {
    spec: PathBuf,
    name: Option<String>,
    out_dir: Option<PathBuf>,
    ref_dir: Option<PathBuf>,
    overlays: Vec<PathBuf>,
    selection: Selection,
    field_selection: bool,
    responses: bool,
    texts: TextSettings,
    emit: EmitSettings,
    policy: Policy,
}

/// Why there is no Rust for a spec.
///
/// `Debug` prints what `Display` does, since that is what cargo shows of a build script's error.
#[derive(Error)]
pub enum BuildError {
    /// The file could not be read or is neither JSON nor YAML.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The file is no spec.
    #[error("{location}: {error}")]
    Normalize {
        /// `file:line:column` of the place.
        location: String,
        /// What is wrong.
        error: NormalizeError,
    },
    /// An overlay cannot be applied to the spec.
    #[error(transparent)]
    Overlay(#[from] OverlayError),
    /// The generated code is not Rust: a bug of the compiler.
    #[error(transparent)]
    Emit(#[from] EmitError),
    /// There are warnings, and [`Builder::strict`] makes them errors.
    #[error(transparent)]
    Strict(#[from] StrictError),
    /// The output could not be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Not called from a build script.
    #[error("OUT_DIR is not set: call `build` from a build script, or set `out_dir`")]
    NoOutDir,
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What the compiler is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading the file.
    Read,
    /// Bringing it to one form.
    Normalize,
    /// Making the typed model.
    Lower,
    /// Writing and formatting Rust.
    Emit,
}

impl Stage {
    /// All stages in order.
    pub const ALL: [Self; 4] = [Self::Read, Self::Normalize, Self::Lower, Self::Emit];
}

impl Builder {
    /// A compilation of the spec at `spec`, JSON or YAML; relative to the current directory, which
    /// for a build script is the crate's.
    pub fn new(spec: impl AsRef<Path>) -> Self {
        Self {
            spec: spec.as_ref().to_owned(),
            name: None,
            out_dir: None,
            ref_dir: None,
            overlays: Vec::new(),
            selection: Selection::default(),
            field_selection: false,
            responses: false,
            texts: TextSettings::default(),
            emit: EmitSettings::default(),
            policy: Policy::default(),
        }
    }

    /// Names the server, and with it the generated file and the environment variables; the spec's
    /// file name by default.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Writes to this directory instead of `OUT_DIR`.
    #[must_use]
    pub fn out_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(directory.into());
        self
    }

    /// Names a directory with copies of what the spec refers to by URL: `https://example.com/a.yaml`
    /// is read from `example.com/a.yaml` in it, or from `https/example.com/a.yaml`. The network is
    /// never used.
    #[must_use]
    pub fn ref_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.ref_dir = Some(directory.into());
        self
    }

    /// Applies an [OpenAPI Overlay](https://spec.openapis.org/overlay/latest.html) (1.0 or 1.1, JSON
    /// or YAML) to the spec before it is compiled; may be called for several, which are applied in
    /// that order. Only the spec's own file is changed, not those that it refers to.
    #[must_use]
    pub fn overlay(mut self, file: impl Into<PathBuf>) -> Self {
        self.overlays.push(file.into());
        self
    }

    /// Whether tools advertise output schemas; off by default, because real APIs break their own
    /// specs and a validating client then fails the call.
    #[must_use]
    pub fn output_schemas(mut self, on: bool) -> Self {
        self.texts.outputs = on;
        self
    }

    /// Whether callers in Rust get [typed responses](https://docs.rs/toolwright/latest/toolwright/trait.Operation.html)
    /// of all operations: types for what is sent back, and a `HttpExecutor::send` that decodes it. Off by
    /// default, because tools need none and types cost compile time.
    #[must_use]
    pub fn responses(mut self, on: bool) -> Self {
        self.responses = on;
        self
    }

    /// Whether tools whose results are JSON have an argument, `fields`, by which a model selects the
    /// members of the result that it needs; off by default, because it costs some 40 tokens for each
    /// tool. Advertised output schemas then require no members.
    #[must_use]
    pub fn field_selection(mut self, on: bool) -> Self {
        self.field_selection = on;
        self
    }

    /// Whether arguments must have the `format` that their schema names, as far as JSON Schema
    /// defines it; off by default, because `format` annotates and real APIs use it loosely.
    #[must_use]
    pub fn assert_formats(mut self, on: bool) -> Self {
        self.emit.assert_formats = on;
        self
    }

    /// The traits that generated structs and enums derive, `Debug` alone by default: each one costs
    /// compile time for every type.
    #[must_use]
    pub fn derives<I: IntoIterator<Item = S>, S: Into<String>>(mut self, traits: I) -> Self {
        self.emit.derives = traits.into_iter().map(Into::into).collect();
        self
    }

    /// Whether the answers of the built-in upstream are generated; on by default.
    #[must_use]
    pub fn builtin_upstream(mut self, on: bool) -> Self {
        self.emit.answers = on;
        self
    }

    /// Warns when the list of tools takes more tokens than that, as estimated by
    /// [`Cost::tokens`](crate::report::Cost::tokens).
    #[must_use]
    pub fn max_tokens(mut self, tokens: usize) -> Self {
        self.policy.max_tokens = Some(tokens);
        self
    }

    /// Whether any warning, and any operation that is skipped, is an error; off by default.
    #[must_use]
    pub fn strict(mut self, on: bool) -> Self {
        self.policy.strict = on;
        self
    }

    /// Writes tool names and schemas so that this client accepts them, and warns of what it still
    /// does not; may be called for several clients. Arguments are validated against the spec's own
    /// schemas all the same.
    #[must_use]
    pub fn client(mut self, client: Client) -> Self {
        self.texts.clients = self.texts.clients.with(client);
        self
    }

    /// Applies a setting, as the method of its name does.
    #[must_use]
    pub fn with(self, setting: Setting) -> Self {
        match setting {
            Setting::Name(name) => self.name(name),
            Setting::RefDir(directory) => self.ref_dir(directory),
            Setting::Overlay(file) => self.overlay(file),
            Setting::Rule(kind, pattern) => self.selecting(kind, &pattern),
            Setting::ReadOnly(on) => self.read_only(on),
            Setting::Rewrite(rewrite) => self.rewriting(rewrite),
            Setting::OutputSchemas(on) => self.output_schemas(on),
            Setting::Responses(on) => self.responses(on),
            Setting::FieldSelection(on) => self.field_selection(on),
            Setting::AssertFormats(on) => self.assert_formats(on),
            Setting::BuiltinUpstream(on) => self.builtin_upstream(on),
            Setting::Derives(traits) => self.derives(traits),
            Setting::Client(client) => self.client(client),
            Setting::MaxTokens(tokens) => self.max_tokens(tokens),
            Setting::Strict(on) => self.strict(on),
        }
    }

    /// Compiles, and writes nothing.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is no spec. A single bad operation is no error: it is
    /// skipped, and [`Compiled::diagnostics`] says so, unless the compilation is
    /// [strict](Builder::strict).
    pub fn compile(&self) -> Result<Compiled, BuildError> {
        self.compile_with(&mut |_| {})
    }

    /// As [`Builder::compile`], telling `progress` about each stage before it starts.
    ///
    /// # Errors
    ///
    /// As [`Builder::compile`].
    pub fn compile_with(&self, progress: &mut dyn FnMut(Stage)) -> Result<Compiled, BuildError> {
        on_large_stack(|| {
            progress(Stage::Read);
            self.stages(Source::load(&self.spec)?, progress)
        })
    }

    /// Compiles a spec that was read already, telling `progress` about each further stage. Its
    /// references lead from the path that it was read from, or is said to be.
    ///
    /// ```
    /// use toolwright_codegen::Builder;
    /// use toolwright_codegen::source::Source;
    ///
    /// let text = r#"{"swagger": "2.0", "info": {"title": "Pets", "version": "1"}, "paths": {}}"#;
    /// let source = Source::from_text("pets.json", text.to_owned())?;
    /// let compiled = Builder::new("pets.json").compile_source(source, &mut |_| {})?;
    /// assert!(compiled.rust().contains(r#"name: "pets""#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Builder::compile`], but for those of reading.
    pub fn compile_source(
        &self,
        source: Source,
        progress: &mut dyn FnMut(Stage),
    ) -> Result<Compiled, BuildError> {
        on_large_stack(|| self.stages(source, progress))
    }

    /// Reads a spec as far as its model, and writes no Rust: what [`Diff`](crate::Diff) compares.
    ///
    /// # Errors
    ///
    /// As [`Builder::compile`], but for those of a [strict](Builder::strict) compilation.
    pub fn model(&self) -> Result<Modelled, BuildError> {
        on_large_stack(|| self.lowered(Source::load(&self.spec)?, &mut |_| {}))
    }

    /// As [`Builder::model`], of a spec that was read already.
    ///
    /// # Errors
    ///
    /// As [`Builder::model`], but for those of reading.
    pub fn model_source(&self, source: Source) -> Result<Modelled, BuildError> {
        on_large_stack(|| self.lowered(source, &mut |_| {}))
    }

    fn lowered(
        &self,
        source: Source,
        progress: &mut dyn FnMut(Stage),
    ) -> Result<Modelled, BuildError> {
        let mut source = source;
        let mut diagnostics = source.warnings().clone();
        let overlays = self.overlays.iter().map(|file| Source::load(file));
        let overlays = overlays.collect::<Result<Vec<_>, _>>()?;
        let overlaid = overlay::apply(&mut source, overlays, &mut diagnostics)?;
        let sources = Sources::new(source, self.ref_dir.as_deref()).overlaid(overlaid);
        progress(Stage::Normalize);
        let document =
            normalize_selected(&sources, &self.selection, &mut diagnostics).map_err(|error| {
                let origin = sources.origin(error.pointer());
                let (source, pointer) = sources.holding(&origin);
                let place = source.locate(pointer);
                BuildError::Normalize {
                    location: format!(
                        "{}:{}:{}",
                        source.path().display(),
                        place.line,
                        place.column
                    ),
                    error,
                }
            })?;
        progress(Stage::Lower);
        let settings = LowerSettings {
            name: self.server_name(),
            output_schemas: self.texts.outputs,
            responses: self.responses,
            field_selection: self.field_selection,
            assert_formats: self.emit.assert_formats,
            clients: self.texts.clients,
        };
        let api = lower(&document, &settings, &mut diagnostics);
        let left_out = document.left_out;
        Ok(Modelled {
            sources,
            api,
            left_out,
            diagnostics,
        })
    }

    fn stages(
        &self,
        source: Source,
        progress: &mut dyn FnMut(Stage),
    ) -> Result<Compiled, BuildError> {
        let Modelled {
            sources,
            api,
            left_out,
            mut diagnostics,
        } = self.lowered(source, progress)?;
        progress(Stage::Emit);
        let spec = self.spec.file_name().unwrap_or_default();
        let settings = EmitSettings {
            spec: spec.to_string_lossy().into_owned(),
            options: setting::line(&self.settings()),
            ..self.emit.clone()
        };
        let texts = plan(&api, &self.texts);
        let rust = emit(&api, &texts, &settings)?;
        let clients = self.texts.clients;
        diagnostics.move_to(|address| sources.origin(address));
        let compiled = Compiled::new(sources, api, diagnostics, rust, texts, clients);
        Ok(self.policy.hold(compiled.leaving_out(left_out))?)
    }

    /// Compiles to `{name}.rs` in `OUT_DIR`, from a build script: tells cargo which files to watch
    /// and warns of every operation that was skipped and every file that could not be read.
    ///
    /// # Errors
    ///
    /// As [`Builder::compile`], and when the file cannot be written.
    pub fn build(&self) -> Result<(), BuildError> {
        for file in std::iter::once(&self.spec).chain(&self.overlays) {
            println!("cargo::rerun-if-changed={}", file.display());
        }
        let directory = match &self.out_dir {
            Some(directory) => directory.clone(),
            None => env::var_os("OUT_DIR").ok_or(BuildError::NoOutDir)?.into(),
        };
        let compiled = self.compile()?;
        for file in compiled.watched().iter().skip(1) {
            println!("cargo::rerun-if-changed={}", file.display());
        }
        for line in compiled.unread_lines() {
            println!("cargo::warning={}", line.replace('\n', " "));
        }
        if let Some(line) = compiled.warnings_line() {
            println!("cargo::warning={line}");
        }
        let lines = compiled.skipped_lines().chain(compiled.remark_lines());
        for line in lines.chain(compiled.portability_lines()) {
            println!("cargo::warning={}", line.replacen(": warning: ", ": ", 1));
        }
        write_if_changed(
            &directory.join(format!("{}.rs", self.server_name())),
            compiled.rust(),
        )
    }

    pub(crate) fn spec(&self) -> &Path {
        &self.spec
    }

    /// The settings that the output depends on, as far as they are not the default.
    fn settings(&self) -> Vec<Setting> {
        let EmitSettings {
            derives,
            assert_formats,
            answers,
            ..
        } = &self.emit;
        let name = self.name.clone().map(Setting::Name);
        // The output must not say where on this machine it was made.
        let ref_dir = self.ref_dir.clone().filter(|path| path.is_relative());
        let ref_dir = ref_dir.map(Setting::RefDir);
        let overlays = self.overlays.iter().filter(|path| path.is_relative());
        let overlays = overlays.cloned().map(Setting::Overlay);
        let other_derives = *derives != EmitSettings::default().derives;
        let derives = other_derives.then(|| Setting::Derives(derives.clone()));
        let flags = [
            Setting::ReadOnly(self.selection.is_read_only()),
            Setting::OutputSchemas(self.texts.outputs),
            Setting::Responses(self.responses),
            Setting::FieldSelection(self.field_selection),
            Setting::AssertFormats(*assert_formats),
            Setting::BuiltinUpstream(*answers),
        ];
        let rules = self.selection.rules();
        let rules = rules.map(|(kind, pattern)| Setting::Rule(kind, pattern.to_owned()));
        let rewrites = self.selection.rewrites().iter().cloned();
        let rewrites = rewrites.map(Setting::Rewrite);
        let clients = self.texts.clients.iter().map(Setting::Client);
        name.into_iter()
            .chain(ref_dir)
            .chain(overlays)
            .chain(rules)
            .chain(flags)
            .chain(derives)
            .chain(clients)
            .chain(rewrites)
            .collect()
    }

    /// The name of the server, in snake_case.
    pub fn server_name(&self) -> String {
        let wanted = self.name.clone().unwrap_or_else(|| {
            let stem = self.spec.file_stem().unwrap_or_default();
            stem.to_string_lossy().into_owned()
        });
        let name = snake_name(&wanted);
        if name.is_empty() {
            "api".to_owned()
        } else {
            name
        }
    }
}

/// Writes a file unless it already has that text, so that cargo sees no change where there is none.
///
/// # Errors
///
/// When the file or its directory cannot be written.
pub fn write_if_changed(path: &Path, text: &str) -> Result<(), BuildError> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let written = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => fs::create_dir_all(parent),
        _ => Ok(()),
    };
    written
        .and_then(|()| fs::write(path, text))
        .map_err(|error| BuildError::Write {
            path: path.to_owned(),
            error,
        })
}
