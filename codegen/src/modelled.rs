use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use crate::model::Api;
use crate::name_file::NameFile;
use crate::selection::LeftOut;
use crate::source::Sources;

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
        self.diagnostics.of(Severity::Skipped)
    }
}
