use thiserror::Error;

/// Why a document is not a spec that can be read.
///
/// ```
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize;
///
/// let error = normalize(&serde_json::json!({"openapi": "9.0"}), &mut Diagnostics::new()).err();
/// assert_eq!(error.expect("there is no such version").pointer(), "/openapi");
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NormalizeError {
    /// There is nothing in the file, or nothing but comments.
    #[error("the file is empty; a spec must be an object with `openapi` or `swagger` at its root")]
    Empty,
    /// The document is a list, a string or the like.
    #[error("a spec must be an object with `openapi` or `swagger` at its root, but this is {0}")]
    NotAnObject(&'static str),
    /// Nothing tells that it is a spec.
    #[error(
        "this is not a Swagger or OpenAPI document: it has no `openapi`, `swagger` or `paths`; if it is one, \
         add its version, for example `openapi: 3.0.3`"
    )]
    NotASpec,
    /// A version that is not read.
    #[error(
        "version {version} is not supported; convert the file to Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2"
    )]
    UnsupportedVersion {
        /// JSON pointer of the version.
        pointer: String,
        /// What the spec says.
        version: String,
    },
}

impl NormalizeError {
    /// JSON pointer of the place in the spec.
    pub fn pointer(&self) -> &str {
        match self {
            Self::Empty | Self::NotAnObject(_) | Self::NotASpec => "",
            Self::UnsupportedVersion { pointer, .. } => pointer,
        }
    }
}
