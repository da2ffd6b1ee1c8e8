//! A diagnostic together with its resolved place and its rendered text. A `Diagnostic` alone has
//! only an address, because a line and a column are computed when somebody asks for them. Here
//! somebody has.

use std::fmt;

use super::{Diagnostic, Severity};

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
/// let lint = Lint::from_compiled(&Builder::new("pets.yaml").compile_source(source, &mut |_| {})?);
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
/// let lint = Lint::from_compiled(&Builder::new("pets.yaml").compile_source(source, &mut |_| {})?);
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

impl Remark {
    pub(crate) fn is_error(&self) -> bool {
        self.diagnostic.severity == Severity::Error
    }
}

impl fmt::Display for Place {
    /// `file:line:column`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
