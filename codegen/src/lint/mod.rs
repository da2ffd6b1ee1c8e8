//! All that is to be said about a spec: the remarks of the compiler, and what clients do not
//! accept of the tools; for people, as JSON, and as SARIF for code review.

mod human;
mod json;
mod portability;
mod sarif;

use std::fmt;

use crate::builder::{BuildError, Builder};
use crate::clients::{Clients, Finding};
use crate::compiled::Compiled;
use crate::diagnostics::{Diagnostic, Severity, render};
use crate::report::SentVariable;
use crate::source::{Location, Source, SourceError, address};

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
/// let lint = Lint::of(&Builder::new("pets.yaml").compile_source(source, &mut |_| {})?);
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

/// A remark with its place.
///
/// ```
/// use toolwright_codegen::{Builder, Lint, source::Source};
///
/// let source = Source::from_text("pets.yaml", "\
/// openapi: 3.0.3
/// info: {title: Pets, version: '1'}
/// paths: {/pets: {get: {operationId: listPets, parameters: [{$ref: '#/nowhere'}]}}}
/// ".to_owned())?;
/// let lint = Lint::of(&Builder::new("pets.yaml").compile_source(source, &mut |_| {})?);
/// let remark = &lint.remarks[0];
/// assert!(remark.rendered.contains("pets.yaml:3:"), "{}", remark.rendered);
/// assert!(remark.diagnostic.pointer.starts_with("/paths/~1pets/get"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Remark {
    /// What is said.
    pub diagnostic: Diagnostic,
    /// Where in the file.
    pub place: Place,
    /// Several lines in the style of rustc, with the lines of the file.
    pub rendered: String,
}

/// A finding, and the operation it is about.
///
/// ```
/// use toolwright_codegen::{Builder, Lint};
///
/// let lint = Lint::of(&Builder::new("tests/doc/shop.yaml").compile()?);
/// for remark in &lint.remarks {
///     println!("{}:{}", remark.place.file, remark.place.line);
/// }
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlacedFinding {
    /// What is found.
    pub finding: Finding,
    /// JSON pointer of the operation in the spec, empty where the whole list is meant.
    pub operation: String,
    /// Where in the file that is.
    pub place: Place,
}

/// A place in a file.
///
/// ```
/// use toolwright_codegen::{Builder, Lint, source::Source};
///
/// let source = Source::from_text("pets.yaml", "\
/// openapi: 3.0.3
/// info: {title: Pets, version: '1'}
/// paths: {/pets: {get: {operationId: listPets, parameters: [{$ref: '#/nowhere'}]}}}
/// ".to_owned())?;
/// let lint = Lint::of(&Builder::new("pets.yaml").compile_source(source, &mut |_| {})?);
/// let place = &lint.remarks[0].place;
/// assert_eq!((place.file.as_str(), place.line), ("pets.yaml", 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Lint {
    /// The remarks about a compiled spec. Where it was compiled for some clients, these are what
    /// the tools are held to, and otherwise it is all of them.
    pub fn of(compiled: &Compiled) -> Self {
        Self {
            remarks: remarks_of(compiled),
            portability: portability::of(compiled),
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
            BuildError::Normalize { error, .. } => {
                let source = Source::load(builder.spec())?;
                Remark::new(
                    &Diagnostic::error(error.pointer(), error.to_string()),
                    &source,
                )
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
        .map(|remark| Remark::new(remark, compiled.holding(&remark.pointer)))
        .collect()
}

impl Compiled {
    /// As [`rendered`](Self::rendered), but what is said of several places is there once, with some of
    /// the others.
    pub fn rendered_once(&self) -> Vec<String> {
        human::remarks(&remarks_of(self))
    }

    /// A line for each limit of the clients that were chosen which the tools still break.
    pub fn portability_lines(&self) -> Vec<String> {
        match self.clients() {
            none if none.is_empty() => Vec::new(),
            _ => human::lines(&portability::of(self)),
        }
    }
}

impl Remark {
    pub(crate) fn new(diagnostic: &Diagnostic, source: &Source) -> Self {
        Self {
            diagnostic: diagnostic.clone(),
            place: Place::at(source, source.place_of(diagnostic)),
            rendered: render(diagnostic, source),
        }
    }

    fn is_error(&self) -> bool {
        self.diagnostic.severity == Severity::Error
    }
}

impl fmt::Display for Place {
    /// `file:line:column`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Place {
    fn of(source: &Source, address: &str) -> Self {
        Self::at(source, source.locate(address::split(address).1))
    }

    fn at(source: &Source, location: Location) -> Self {
        Self {
            file: source.path().display().to_string(),
            line: location.line,
            column: location.column,
        }
    }
}

#[cfg(test)]
mod tests;
