//! The result of a compilation: the Rust text, the model, and all that was remarked on the way.

mod portability;

use std::path::{Path, PathBuf};

use toolwright_inspect::ReviewedTool;

use crate::cargo_directives::CargoDirectives;
use crate::clients::Clients;
use crate::diagnostics::{Diagnostic, Diagnostics, Repeats, Severity, count_noun};
use crate::generated_code::GeneratedCode;
use crate::model::Api;
use crate::name_file::NameFile;
use crate::output_file::{WriteError, write_if_changed};
use crate::report::{ListedTool, Report};
use crate::schema_texts::{ListedDescriptions, SchemaTexts};
use crate::selection::LeftOut;
use crate::source::{Source, Sources};

pub use portability::PlacedFinding;
pub(crate) use portability::{Group, show_finding};

/// A spec compiled to Rust.
///
/// ```
/// use toolwright_codegen::{Builder, source::Source};
///
/// let source = Source::from_text("pets.yaml", "\
/// openapi: 3.0.3
/// info: {title: Pets, version: '1'}
/// paths:
///   /pets: {get: {operationId: listPets, responses: {}}}
///   /cats: {get: {operationId: listCats, parameters: [{$ref: '#/nowhere'}]}}
/// ".to_owned())?;
/// let compiled = Builder::new("pets.yaml").compile_source(source, &mut |_| {})?;
/// assert!(compiled.rust().contains("pub struct ListPets"));
/// assert_eq!(compiled.api().operations.len(), 2);
/// // What cannot be honoured is told, and the rest goes on.
/// assert_eq!(compiled.skipped().count(), 0);
/// assert!(!compiled.diagnostics().is_empty());
/// for line in compiled.lines() {
///     assert!(line.starts_with("pets.yaml:5:"), "{line}");
/// }
/// assert_eq!(compiled.report().tools[0].name, "list_pets");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Compiled {
    sources: Sources,
    api: Api,
    diagnostics: Diagnostics,
    code: GeneratedCode,
    texts: SchemaTexts,
    clients: Clients,
    left_out: Vec<LeftOut>,
    names: Option<NameFile>,
    /// The command that reports all that is wrong with the spec.
    lint_command: String,
    /// The recorded tool lists, and the directory that they are in.
    history_files: Vec<PathBuf>,
    history_directory: Option<PathBuf>,
}

impl Compiled {
    pub(crate) fn new(
        sources: Sources,
        api: Api,
        mut diagnostics: Diagnostics,
        code: GeneratedCode,
        texts: SchemaTexts,
        clients: Clients,
    ) -> Self {
        diagnostics.sort();
        Self {
            sources,
            api,
            diagnostics,
            code,
            texts,
            clients,
            left_out: Vec::new(),
            names: None,
            lint_command: "toolwright lint".to_owned(),
            history_files: Vec::new(),
            history_directory: None,
        }
    }

    pub(crate) fn leaving_out(mut self, left_out: Vec<LeftOut>) -> Self {
        self.left_out = left_out;
        self
    }

    /// With the recorded tool lists of a directory, which the output depends on.
    pub(crate) fn with_history(mut self, files: Vec<PathBuf>, directory: PathBuf) -> Self {
        self.history_files = files;
        self.history_directory = Some(directory);
        self
    }

    pub(crate) fn with_lint_command(mut self, command: String) -> Self {
        self.lint_command = command;
        self
    }

    pub(crate) fn with_names(mut self, names: NameFile) -> Self {
        self.names = Some(names);
        self
    }

    /// The file of names beside the spec.
    pub fn names(&self) -> Option<&NameFile> {
        self.names.as_ref()
    }

    /// Writes the file of names beside the spec, if one is needed or asked for.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_names(&self, is_wanted: bool) -> Result<(), WriteError> {
        match &self.names {
            Some(names) if is_wanted || names.is_needed() => {
                write_if_changed(names.path(), &names.text())
            }
            _ => Ok(()),
        }
    }

    /// The operations that are left out by settings, by `x-mcp` or a setting.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// A line for the operations that are left out by settings, and one for the `HEAD` operations that are left out because
    /// nothing selects them; none where there are none of these.
    ///
    /// ```
    /// use toolwright_codegen::Builder;
    ///
    /// let compiled = Builder::new("tests/doc/shop.yaml").read_only(true).compile()?;
    /// assert_eq!(compiled.left_out_lines(), ["3 operations left out by settings"]);
    /// # Ok::<(), toolwright_codegen::BuildError>(())
    /// ```
    pub fn left_out_lines(&self) -> Vec<String> {
        LeftOut::summary_lines(&self.left_out)
    }

    /// The generated code: Rust, and the JSON that it includes.
    pub fn code(&self) -> &GeneratedCode {
        &self.code
    }

    /// The generated Rust.
    pub fn rust(&self) -> &str {
        self.code.rust()
    }

    /// The model that the file was written from.
    pub fn api(&self) -> &Api {
        &self.api
    }

    /// The path of the spec.
    pub fn spec(&self) -> &Path {
        self.sources.root().path()
    }

    /// The files that the output depends on, the spec first: those that were read, and those that
    /// the spec refers to but are not there.
    pub fn watched(&self) -> Vec<PathBuf> {
        let read = self.files().map(Path::to_owned);
        // A file that is added to the directory changes the directory.
        let history = self.history_directory.clone();
        read.chain(self.sources.missing()).chain(history).collect()
    }

    /// What a build script tells cargo: which files to watch beside the spec, and the
    /// [`summary_lines`](Self::summary_lines) as warnings.
    pub fn cargo_directives(&self) -> CargoDirectives {
        let mut directives = CargoDirectives::default();
        for file in self.watched().iter().skip(1) {
            directives.rerun_if_changed(file);
        }
        for line in self.summary_lines() {
            directives.warn(&line.replacen(": warning: ", ": ", 1));
        }
        directives
    }

    /// What the spec refers to that could not be read, a line each.
    pub fn unread_lines(&self) -> Vec<String> {
        let spec = self.sources.root().path().display();
        let unread = self.sources.unread();
        unread
            .iter()
            .map(|unread| format!("{spec} refers to a document that {unread}"))
            .collect()
    }

    /// The files that were read, the spec first.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let names = self.names.iter().filter(|names| names.exists());
        let history = self.history_files.iter().map(PathBuf::as_path);
        let files = self.sources.files().chain(names.map(NameFile::path));
        files.chain(history)
    }

    /// All remarks about the spec.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The remarks in the style of rustc, with the lines of the spec they are about.
    pub fn rendered(&self) -> impl Iterator<Item = String> {
        self.diagnostics.iter().map(|diagnostic| {
            self.source_of_address(&diagnostic.pointer)
                .render(diagnostic)
        })
    }

    /// The file that an address is in.
    pub(crate) fn source_of_address(&self, address: &str) -> &Source {
        self.sources.file_containing(address).0
    }

    /// The address that an operation was written at.
    pub(crate) fn origin(&self, address: &str) -> String {
        self.sources.written_address(address)
    }

    /// A line for each remark.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.diagnostics.iter().map(|diagnostic| {
            self.source_of_address(&diagnostic.pointer)
                .render_line(diagnostic)
        })
    }

    /// The clients that the tools are written for.
    pub fn clients(&self) -> Clients {
        self.clients
    }

    pub(crate) fn add_diagnostic(&mut self, mut remark: Diagnostic) {
        self.sources.relocate_remark(&mut remark);
        self.diagnostics.push(remark);
        self.diagnostics.sort();
    }

    /// What a build says, a line each: first what is about settings and the list of tools. What is
    /// wrong with the spec and costs no operation is a single line.
    pub fn summary_lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.remark_lines().collect();
        lines.extend(
            self.unread_lines()
                .iter()
                .map(|line| line.replace('\n', " ")),
        );
        lines.extend(self.warnings_line());
        lines.extend(self.skipped_lines());
        lines.extend(self.portability_lines());
        lines
    }

    /// A line for each remark that is not about the spec but about what is made of it, such as a
    /// list of tools that is too long or empty, or a setting that does nothing.
    pub fn remark_lines(&self) -> impl Iterator<Item = String> {
        let remarks = self.diagnostics.iter();
        let remarks = remarks.filter(|it| it.mark.is_of_the_outcome());
        remarks.map(|it| self.source_of_address(&it.pointer).render_line(it))
    }

    /// One line about all places of the spec that were read in some way but are not as the standard
    /// has them, such as a reference that leads nowhere; none where there is no such place.
    pub fn warnings_line(&self) -> Option<String> {
        let warnings = self.diagnostics.with_severity(Severity::Warning);
        let warnings = warnings.filter(|it| !it.mark.is_of_the_outcome());
        let kinds = Repeats::group_repeats(warnings, |it| it);
        let (first, others) = kinds.split_first()?;
        let mut line = self
            .source_of_address(&first.first.pointer)
            .render_line(first.first);
        if !first.more.is_empty() {
            let places = count_noun(first.more.len(), "more place");
            line.push_str(&format!("; and {places}"));
        }
        if !others.is_empty() {
            let others = count_noun(others.len(), "other warning");
            let command = &self.lint_command;
            line.push_str(&format!("; and {others}: run `{command}` to see them"));
        }
        Some(line)
    }

    /// A line for each operation that was skipped.
    pub fn skipped_lines(&self) -> impl Iterator<Item = String> {
        self.skipped().map(|diagnostic| {
            self.source_of_address(&diagnostic.pointer)
                .render_line(diagnostic)
        })
    }

    /// The tools and what was skipped, as `toolwright list` shows them. With
    /// [`share_descriptions`](crate::Builder::share_descriptions), a description that repeats is in it once.
    pub fn report(&self) -> Report {
        self.full_report().with_shared_descriptions(&self.texts)
    }

    /// The same with all descriptions in all tools, for what is about single tools.
    pub fn full_report(&self) -> Report {
        let report = Report::new(&self.api, &self.texts, &self.diagnostics, |address| {
            let (source, pointer) = self.sources.file_containing(address);
            let place = source.locate(pointer);
            let path = source.path().display();
            format!("{path}:{}:{}", place.line, place.column)
        });
        Report {
            left_out: self.left_out.clone(),
            ..report
        }
    }

    /// The parts of what the runtime's `tool_snapshot` makes of the tools: [`Report::tool_list`], or a line for each of more than
    /// 3,000 tools.
    ///
    /// ```
    /// use toolwright_codegen::Builder;
    ///
    /// let compiled = Builder::new("tests/doc/shop.yaml").compile()?;
    /// let texts: Vec<String> = compiled.tool_snapshot().collect();
    /// assert!(texts[0].starts_with("add_pet (POST "));
    /// assert_eq!(texts.concat(), compiled.report().tool_list());
    /// # Ok::<(), toolwright_codegen::BuildError>(())
    /// ```
    pub fn tool_snapshot(&self) -> impl Iterator<Item = String> {
        let write = ReviewedTool::snapshot_form(self.api.operations.len());
        self.listed_tools()
            .map(move |tool| tool.into_reviewed(write))
    }

    /// The tools in the order of their names.
    fn listed_tools(&self) -> impl Iterator<Item = ListedTool> {
        let operations = self.api.operations_by_tool().into_iter();
        let mut listed = ListedDescriptions::new(&self.texts.shared_descriptions);
        operations.map(move |(index, operation)| {
            let mut tool = ListedTool::from_texts(operation, &self.texts, index);
            listed.replace_repeated(&tool.name, &mut tool.input_schema);
            tool
        })
    }

    /// The remarks about operations that were skipped.
    pub fn skipped(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Skipped)
    }
}
