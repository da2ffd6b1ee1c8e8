//! The stages, one after the other.

use std::env;
use std::path::PathBuf;

use super::{BuildError, Builder};
use crate::bridge::{Bridge, describe_for_bridge};
use crate::cargo_directives::CargoDirectives;
use crate::clients::LARGEST_SCHEMA;
use crate::compiled::Compiled;
use crate::diagnostics::{
    Diagnostic, Diagnostics, Shortened, large_schemas, truncated_descriptions,
};
use crate::discovery::{DiscoverySettings, PlannedDiscovery};
use crate::emit::{EmitSettings, emit};
use crate::history::{ListVersion, RecordedList, compare_versions, list_files, read_history};
use crate::lower::LowerSettings;
use crate::model::Api;
use crate::modelled::{ModelRequest, Modelled, Stage, Values};
use crate::name_file::NameFile;
use crate::names::snake_name;
use crate::overlay;
use crate::report::Report;
use crate::schema_texts::{SchemaTexts, plan};
use crate::setting::{self, Prefix, Setting};
use crate::side_by_side::do_side_by_side;
use crate::source::{Source, SourceError, Sources};
use crate::stack::on_large_stack;

impl Builder {
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
            self.stages(self.read_spec()?, progress)
        })
    }

    /// The spec as a source: the bytes that were given, or those of the file.
    pub(crate) fn read_spec(&self) -> Result<Source, SourceError> {
        match &self.spec_bytes {
            Some(bytes) => Source::from_bytes(&self.spec, bytes.to_vec()),
            None => Source::load(&self.spec),
        }
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
    /// assert!(compiled.rust().contains(r#"Api::new("pets")"#));
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
        on_large_stack(|| self.lowered(self.read_spec()?, Values::Keep, &mut |_| {}))
    }

    /// As [`Builder::model`], of a spec that was read already.
    ///
    /// # Errors
    ///
    /// As [`Builder::model`], but for those of reading.
    pub fn model_source(&self, source: Source) -> Result<Modelled, BuildError> {
        on_large_stack(|| self.lowered(source, Values::Keep, &mut |_| {}))
    }

    fn lowered(
        &self,
        source: Source,
        values: Values,
        progress: &mut dyn FnMut(Stage),
    ) -> Result<Modelled, BuildError> {
        let mut source = source;
        // Read before anything else: a broken file of names must stop the build, since new names
        // would break clients.
        let names = NameFile::read_beside(source.path())?;
        let mut diagnostics = source.warnings().clone();
        let overlays = self.overlay_files();
        let overlays = overlays.map(|file| Source::load(&file));
        let overlays = overlays.collect::<Result<Vec<_>, _>>()?;
        let overlaid = overlay::apply_overlays(&mut source, overlays, &mut diagnostics)?;
        let ref_dir = self.ref_dir.as_ref().map(|path| self.root.join(path));
        let mut sources = Sources::new(source, ref_dir.as_deref()).overlaid(overlaid);
        if let Some(root) = &self.ref_root {
            let directory = self.root.join(root);
            if !directory.is_dir() {
                let message =
                    format!("ref_root = {root:?} has no effect: the directory does not exist");
                diagnostics.warning_of_setting(Setting::RefRoot(root.clone()), message);
            }
            sources = sources.with_ref_root(&directory);
        }
        if let Some(directory) = &self.history
            && !self.root.join(directory).is_dir()
        {
            let message = format!(
                "history = {directory:?} has no effect: the directory does not exist; run `toolwright \
                 record` to create it"
            );
            diagnostics.warning_of_setting(Setting::History(directory.clone()), message);
        }
        let sources = sources.configured(self.written_at.as_ref());
        if self.describe_needs && self.discovery {
            let message = "describe_needs = true has no effect: the tools of discovery say where values come from";
            diagnostics.warning_of_setting(Setting::DescribeNeeds(true), message);
        }
        if let Some(most) = self.policy.max_tokens.filter(|_| self.discovery) {
            let message = format!(
                "max_tokens = {most} has no effect: with discovery, a server lists three tools"
            );
            diagnostics.warning_of_setting(Setting::MaxTokens(most), message);
        }
        let request = ModelRequest {
            describes_needs: self.describe_needs && !self.discovery,
            selection: &self.selection,
            settings: LowerSettings {
                name: self.server_name(),
                // The schema provider describes results even if `tools/list` does not advertise
                // them.
                output_schemas: self.texts.outputs || self.discovery,
                discovery: self.discovery,
                responses: self.responses,
                field_selection: self.field_selection,
                optional_bodies: self.optional_bodies,
                assert_formats: self.emit.assert_formats,
                clients: self.texts.clients,
                prefix: snake_name(self.prefix.as_deref().unwrap_or_default()),
                allowed_variables: self.allowed_variables.clone(),
                max_description: self.texts.max_description,
                lock: names.known(),
            },
            values,
        };
        Ok(Modelled::from_sources(
            sources,
            names,
            request,
            diagnostics,
            progress,
        )?)
    }

    fn stages(
        &self,
        source: Source,
        progress: &mut dyn FnMut(Stage),
    ) -> Result<Compiled, BuildError> {
        let Modelled {
            sources,
            api,
            names,
            left_out,
            mut diagnostics,
        } = self.lowered(source, Values::Free, progress)?;
        progress(Stage::Emit);
        let spec = self.spec.file_name().unwrap_or_default();
        let (discovery, texts) = self.plan_texts(&api)?;
        diagnostics.extend(remark_on_truncated(&texts));
        diagnostics.extend(remark_on_large(&api, &texts));
        let settings = EmitSettings {
            discovery,
            bridge: self.describe_for_bridge(&api, &texts)?,
            spec: spec.to_string_lossy().into_owned(),
            options: setting::write_options_line(&match &self.stated {
                Some(stated) => stated.clone(),
                None => self.list_settings(),
            }),
            ..self.emit.clone()
        };
        // Before any code is emitted, so that a locked build fails without writing anything.
        if self.locked {
            names.check()?;
        }
        let code = emit(&api, &texts, &settings)?;
        let clients = self.texts.clients;
        diagnostics
            .iter_mut()
            .for_each(|it| sources.relocate_remark(it));
        let compiled = Compiled::new(sources, api, diagnostics, code, texts, clients);
        let mut compiled = compiled
            .leaving_out(left_out)
            .with_names(names)
            .with_lint_command(self.lint_command());
        if let Some(directory) = self.history_directory() {
            compiled = compiled.with_history(list_files(&directory)?, directory);
        }
        let mut policy = self.policy;
        policy.max_tokens = policy.max_tokens.filter(|_| !self.discovery);
        Ok(policy.hold(compiled)?)
    }

    /// Plans what schemas look like, for the list of tools and for discovery, if that is asked for.
    fn plan_texts(&self, api: &Api) -> Result<(Option<PlannedDiscovery>, SchemaTexts), BuildError> {
        let Some(discovery) = self.discovery_settings(api)? else {
            return Ok((None, plan(api, &self.texts)));
        };
        let (discovery, texts) = do_side_by_side(
            || PlannedDiscovery::new(api, discovery.clone()),
            || plan(api, &self.texts),
        );
        Ok((Some(discovery), texts))
    }

    /// What the bridge says of an API, if that is asked for.
    fn describe_for_bridge(
        &self,
        api: &Api,
        texts: &SchemaTexts,
    ) -> Result<Option<Bridge>, BuildError> {
        if !self.bridge && self.history.is_none() {
            return Ok(None);
        }
        Ok(Some(Bridge {
            history: self.compare_with_history(api, texts)?,
            ..describe_for_bridge(api, texts)
        }))
    }

    fn compare_with_history(
        &self,
        api: &Api,
        texts: &SchemaTexts,
    ) -> Result<Vec<ListVersion>, BuildError> {
        let Some(directory) = self.history_directory() else {
            return Ok(Vec::new());
        };
        let report = Report::new(api, texts, &Diagnostics::new(), |_| String::new());
        let now = RecordedList::from_report(&report, &api.version, "");
        Ok(compare_versions(&read_history(&directory)?, &now)?)
    }

    /// How discovery describes an API, if that is asked for.
    fn discovery_settings(&self, api: &Api) -> Result<Option<DiscoverySettings>, BuildError> {
        if !self.discovery {
            return Ok(None);
        }
        let prefix = match &self.discovery_prefix {
            Some(prefix) => prefix.parse::<Prefix>()?,
            None => Prefix::of_server(&api.name),
        };
        Ok(Some(DiscoverySettings {
            prefix,
            assert_formats: self.emit.assert_formats,
            // What is described need not be advertised.
            texts: self.texts.for_schema_provider(),
        }))
    }

    /// Compiles to `{name}.rs` and `{name}.json` in `OUT_DIR`, from a build script: tells cargo which files to watch
    /// and warns of every operation that was skipped and every file that could not be read.
    ///
    /// # Errors
    ///
    /// As [`Builder::compile`], and when the file cannot be written.
    pub fn build(&self) -> Result<(), BuildError> {
        // Cargo has to know these even if the spec cannot be compiled.
        let mut given = CargoDirectives::default();
        given.rerun_if_changed(&self.spec);
        self.overlay_files()
            .for_each(|file| given.rerun_if_changed(&file));
        print!("{given}");
        let directory = match &self.out_dir {
            Some(directory) => directory.clone(),
            None => env::var_os("OUT_DIR").ok_or(BuildError::NoOutDir)?.into(),
        };
        let compiled = self.compile()?;
        if self.write_names && !self.locked {
            compiled.write_names(true)?;
        }
        print!("{}", compiled.cargo_directives());
        let file = directory.join(format!("{}.rs", self.server_name()));
        Ok(compiled.code().write(&file)?)
    }

    fn overlay_files(&self) -> impl Iterator<Item = PathBuf> {
        self.overlays.iter().map(|file| self.root.join(file))
    }
}

/// What is to be said of descriptions in schemas that were cut.
fn remark_on_truncated(texts: &SchemaTexts) -> Option<Diagnostic> {
    let truncated = texts.truncated.iter().map(|one| Shortened {
        pointer: one.pointer.clone(),
        name: match one.name.as_str() {
            "" => format!("#{}", one.pointer),
            name => format!("`{name}` in #{}", one.pointer),
        },
        length: one.length,
    });
    truncated_descriptions("schema", &truncated.collect::<Vec<_>>())
}

/// What is to be said of tools whose schemas are too large for models.
fn remark_on_large(api: &Api, texts: &SchemaTexts) -> Option<Diagnostic> {
    let operations = api.operations.iter().enumerate();
    let large = operations.filter_map(|(index, operation)| {
        let length = texts.portable_input_text(index).len();
        (length > LARGEST_SCHEMA).then(|| Shortened {
            pointer: operation.pointer.clone(),
            name: format!("`{}`", operation.tool),
            length,
        })
    });
    large_schemas(&large.collect::<Vec<_>>(), LARGEST_SCHEMA)
}
