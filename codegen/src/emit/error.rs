/// Why a model cannot be written as Rust.
///
/// Other than a spec, a model is of our own making: each of these but `Derive` is a
/// fault of the compiler, told instead of a panic.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::emit::{EmitSettings, emit};
/// use toolwright_codegen::schema_texts::{TextSettings, plan};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let texts = plan(modelled.api(), &TextSettings::default());
/// let settings = EmitSettings { derives: vec!["no path".to_owned()], ..EmitSettings::default() };
/// let error = emit(modelled.api(), &texts, &settings).unwrap_err();
/// assert_eq!(error.to_string(), "`no path` is not a path to a derive macro");
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Debug, thiserror::Error)]
pub enum EmitError {
    /// A derive in the settings is no path.
    #[error("`{0}` is not a path to a derive macro")]
    Derive(String),
    /// A name is no Rust identifier.
    #[error("`{0}` is not a Rust identifier")]
    Identifier(String),
    /// A text has no literal.
    #[error("{0:?} cannot be written as a string literal")]
    Literal(String),
    /// A field refers to a type that the model does not have.
    #[error("the model has no type `{0}`")]
    Type(String),
    /// An operation asks for a security scheme that the model does not have.
    #[error("the model has no security scheme with the index {0}")]
    SecurityScheme(usize),
    /// An operation has no schema texts.
    #[error("the tool `{0}` has no schema text: make the texts from the same model")]
    Text(String),
    /// The text that was written is no Rust.
    #[error("the generated code cannot be parsed: {0}")]
    Syntax(#[from] syn::Error),
}
