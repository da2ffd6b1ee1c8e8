//! All that is to be said about a spec: the remarks of the compiler, and what clients do not
//! accept of the tools; for people, as JSON, and as SARIF for code review.

mod human;
mod json;
mod sarif;

use crate::builder::{BuildError, Builder};
use crate::clients::Clients;
use crate::compiled::Compiled;
use crate::diagnostics::{Diagnostic, Severity};
use crate::modelled::SpecError;
use crate::report::SentVariable;
use crate::source::SourceError;

pub use crate::compiled::PlacedFinding;
pub use crate::diagnostics::{Place, Remark};

/// What is to be said about a spec.
///
/// ```
/// use toolwright_codegen::{Builder, Lint, source::Source};
///
/// let source = Source::from_text("pets.yaml", "\
/// openapi: 3.0.3
/// info: {title: Pets, version: '1'}
/// paths: {/pets: {get: {operationId: listPets, parameters: [{$ref: '#/nowhere'}]}}}
/// ".to_owned())?;
/// let lint = Lint::from_compiled(&Builder::new("pets.yaml").compile_source(source, &mut |_| {})?);
/// assert_eq!(lint.remarks[0].place.line, 3);
/// assert_eq!(lint.remarks.len(), lint.errors() + lint.warnings());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lint {
    /// The compiler's remarks: those about settings first, then in the order in which they were made.
    pub remarks: Vec<Remark>,
    /// What clients do not accept of the tools.
    pub portability: Vec<PlacedFinding>,
    /// The environment variables that calls send in the place of arguments, and where to.
    pub environment: Vec<SentVariable>,
    /// The clients that the schemas are written for; what these do not accept is a warning.
    chosen: Clients,
}

impl Lint {
    /// The remarks about a compiled spec. Where it was compiled for some clients, these are what
    /// the tools are held to, and otherwise it is all of them.
    pub fn from_compiled(compiled: &Compiled) -> Self {
        Self {
            remarks: remarks_of(compiled),
            portability: compiled.placed_findings(),
            environment: SentVariable::all(compiled.api()),
            chosen: compiled.clients(),
        }
    }

    /// The one remark about a file that is no spec, or that is neither JSON nor YAML.
    ///
    /// # Errors
    ///
    /// Any other error, as it was.
    pub fn of_failure(builder: &Builder, error: BuildError) -> Result<Self, BuildError> {
        let remark = match error {
            BuildError::Normalize(SpecError { error, .. }) => {
                let source = builder.read_spec()?;
                source.to_remark(&Diagnostic::error(error.pointer(), error.to_string()))
            }
            BuildError::Source(SourceError::Syntax(error)) => Remark {
                diagnostic: Diagnostic::error("", error.message.clone()),
                place: Place {
                    file: error.path.display().to_string(),
                    line: error.location.line,
                    column: error.location.column,
                },
                rendered: SourceError::Syntax(error).render(),
            },
            BuildError::Overlay(error) => {
                return Ok(Self {
                    remarks: error.remarks,
                    portability: Vec::new(),
                    environment: Vec::new(),
                    chosen: Clients::default(),
                });
            }
            error => return Err(error),
        };
        Ok(Self {
            remarks: vec![remark],
            portability: Vec::new(),
            environment: Vec::new(),
            chosen: Clients::default(),
        })
    }

    /// How many errors there are.
    pub fn errors(&self) -> usize {
        self.remarks
            .iter()
            .filter(|remark| remark.is_error())
            .count()
    }

    /// How many warnings there are: remarks that are neither errors nor notes, and what clients that
    /// were chosen do not accept.
    pub fn warnings(&self) -> usize {
        let remarks = self.remarks.iter().map(|it| it.diagnostic.severity);
        let warnings = remarks.filter(|it| !matches!(it, Severity::Note | Severity::Error));
        warnings.count()
            + self
                .portability
                .iter()
                .filter(|one| self.is_warning(one))
                .count()
    }

    /// Whether a finding counts as a warning.
    fn is_warning(&self, found: &PlacedFinding) -> bool {
        self.chosen.contains(found.finding.client)
    }
}

fn remarks_of(compiled: &Compiled) -> Vec<Remark> {
    let remarks = compiled.diagnostics().iter();
    remarks
        .map(|remark| {
            compiled
                .source_of_address(&remark.pointer)
                .to_remark(remark)
        })
        .collect()
}

impl Compiled {
    /// As [`rendered`](Self::rendered), but what is said of several places is there once, with some of
    /// the others.
    pub fn rendered_once(&self) -> Vec<String> {
        human::render_remarks(&remarks_of(self))
    }
}

#[cfg(test)]
mod tests;
