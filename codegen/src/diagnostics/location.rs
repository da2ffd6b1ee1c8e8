use std::ops::Range;

/// A place in the text of a file.
///
/// ```
/// use toolwright_codegen::source::Source;
///
/// let source = Source::from_text("a.yaml", "info:\n  title: Pets\n".to_owned())?;
/// let location = source.locate("/info/title");
/// assert_eq!((location.line, location.column), (2, 10));
/// # Ok::<(), toolwright_codegen::source::SourceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The bytes of the text that are meant; they may be none.
    pub span: Range<usize>,
}
