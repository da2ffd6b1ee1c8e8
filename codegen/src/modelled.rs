//! A spec from its values to the model: the stages `normalize` and `lower`, one after the other.
//!
//! Both the builder and the comparison of recorded tool lists start here. What becomes of the model
//! (Rust, a diff) is not known here.

use thiserror::Error;

use crate::data_flow::{describe_needs, find_data_flow};
use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use crate::lower::{LowerSettings, lower};
use crate::model::Api;
use crate::name_file::NameFile;
use crate::normalize::{NormalizeError, normalize_selected};
use crate::selection::{LeftOut, Selection};
use crate::source::Sources;

/// What the compiler is doing.
///
/// ```
/// use toolwright_codegen::{Builder, Stage, source::Source};
///
/// let source = Source::from_text("pets.yaml", "\
/// openapi: 3.0.3
/// info: {title: Pets, version: '1'}
/// paths: {/pets: {get: {operationId: listPets, responses: {}}}}
/// ".to_owned())?;
/// let mut stages = Vec::new();
/// Builder::new("pets.yaml").compile_source(source, &mut |stage| stages.push(stage))?;
/// assert_eq!(stages, Stage::ALL[1..]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// What becomes of the values of the files when the document is made of them: no stage after that reads
/// them, and they take as much memory as the document. A [`Diff`](crate::Diff) looks places up in them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Values {
    Keep,
    Free,
}

/// What is asked for of a model.
pub(crate) struct ModelRequest<'a> {
    pub(crate) selection: &'a Selection,
    pub(crate) settings: LowerSettings,
    pub(crate) values: Values,
    /// Whether descriptions say which tools return what arguments take.
    pub(crate) describes_needs: bool,
}

/// The file is not an OpenAPI or Swagger document.
///
/// ```
/// use toolwright_codegen::{BuildError, Builder, source::Source};
///
/// let source = Source::from_text("pets.yaml", "info: {title: Pets}\n".to_owned())?;
/// let error = Builder::new("pets.yaml").compile_source(source, &mut |_| {}).err();
/// let Some(BuildError::Normalize(error)) = error else { panic!("{error:?}") };
/// assert_eq!(error.location, "pets.yaml:1:1");
/// # Ok::<(), toolwright_codegen::source::SourceError>(())
/// ```
#[derive(Clone, Debug, Error)]
#[error("{location}: {error}")]
pub struct SpecError {
    /// `file:line:column` of the place.
    pub location: String,
    /// What is wrong.
    pub error: NormalizeError,
}

impl SpecError {
    fn new(error: NormalizeError, sources: &Sources) -> Self {
        let origin = sources.written_address(error.pointer());
        let (source, pointer) = sources.file_containing(&origin);
        let place = source.locate(pointer);
        let path = source.path().display();
        Self {
            location: format!("{path}:{}:{}", place.line, place.column),
            error,
        }
    }
}

/// A spec that was read as far as its model.
///
/// ```
/// use toolwright_codegen::{Builder, source::Source};
///
/// let source = Source::from_text("pets.yaml", "\
/// openapi: 3.0.3
/// info: {title: Pets, version: '1'}
/// paths: {/pets: {get: {operationId: listPets, responses: {}}}}
/// ".to_owned())?;
/// let modelled = Builder::new("pets.yaml").model_source(source)?;
/// assert_eq!(modelled.api().operations[0].tool, "list_pets");
/// assert!(modelled.diagnostics().is_empty() && modelled.skipped().next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Modelled {
    pub(crate) sources: Sources,
    pub(crate) api: Api,
    pub(crate) names: NameFile,
    pub(crate) left_out: Vec<LeftOut>,
    pub(crate) diagnostics: Diagnostics,
}

impl Modelled {
    /// Normalizes a spec that was read, with its overlays applied, and lowers it to the model.
    ///
    /// # Errors
    ///
    /// When the document is not an OpenAPI or Swagger document.
    pub(crate) fn from_sources(
        mut sources: Sources,
        mut names: NameFile,
        request: ModelRequest<'_>,
        mut diagnostics: Diagnostics,
        progress: &mut dyn FnMut(Stage),
    ) -> Result<Self, SpecError> {
        names.keep_types_in_spec(sources.root().root());
        progress(Stage::Normalize);
        let mut document = normalize_selected(&sources, request.selection, &mut diagnostics)
            .map_err(|error| SpecError::new(error, &sources))?;
        if let Values::Free = request.values {
            sources.free_values();
        }
        progress(Stage::Lower);
        let mut lowered = lower(&mut document, &request.settings, &mut diagnostics);
        lowered.api.flow = find_data_flow(&lowered.api, &lowered.returned);
        if request.describes_needs {
            describe_needs(&mut lowered.api);
        }
        names.record_names(&lowered, &document, &diagnostics);
        Ok(Self {
            sources,
            api: lowered.api,
            names,
            left_out: document.left_out,
            diagnostics,
        })
    }

    /// The model.
    pub fn api(&self) -> &Api {
        &self.api
    }

    /// The file of names beside the spec.
    pub fn names(&self) -> &NameFile {
        &self.names
    }

    /// All remarks about the spec.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The remarks about operations that were skipped.
    pub fn skipped(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.with_severity(Severity::Skipped)
    }
}
