/// A description of which models are shown the beginning.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::schema_texts::{TextSettings, plan};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let texts = plan(modelled.api(), &TextSettings::default());
/// assert!(texts.truncated.is_empty());
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truncated {
    /// JSON pointer of the operation or the definition that it is in.
    pub pointer: String,
    /// The argument or the property; empty for what has no name.
    pub name: String,
    /// Characters of the whole description.
    pub length: usize,
}
