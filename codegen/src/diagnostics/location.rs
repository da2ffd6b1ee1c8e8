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

impl Location {
    /// The place of one byte, for a text in which few places are looked up. Beyond its end, that is the end.
    ///
    /// ```
    /// use toolwright_codegen::source::Location;
    ///
    /// let location = Location::of_offset("spec = 'a.yaml'\nname = 'é1'\n", 26);
    /// assert_eq!((location.line, location.column), (2, 10));
    /// ```
    pub fn of_offset(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            span: before.len()..before.len(),
        }
    }
}
