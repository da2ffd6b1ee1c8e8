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
    #[error("the file is empty; a spec is an object with `openapi` or `swagger` at its root")]
    Empty,
    /// The document is a list, a string or the like.
    #[error("a spec is an object with `openapi` or `swagger` at its root, this is {0}")]
    NotAnObject(&'static str),
    /// Nothing tells that it is a spec.
    #[error(
        "this is no Swagger or OpenAPI document: it has neither `openapi` nor `swagger` nor `paths`; \
         if it is one, add its version, `openapi: 3.0.3` for instance"
    )]
    NotASpec,
    /// A version that is not read.
    #[error(
        "version {version} is not supported; Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are: convert the file"
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
