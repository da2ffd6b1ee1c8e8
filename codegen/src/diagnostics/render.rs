use super::snippet::{Snippet, visible};
use super::{Diagnostic, Mark};
use crate::source::{Location, Source, address};

/// Several lines in the style of rustc: the message, the place, the line of the file. `source` is
/// the one that the remark is about.
///
/// ```
/// use toolwright_codegen::diagnostics::{Diagnostics, render};
/// use toolwright_codegen::source::Source;
///
/// let source = Source::from_text("api.json", r#"{"info": {"title": 5}}"#.to_owned())?;
/// let mut diagnostics = Diagnostics::new();
/// diagnostics.warning("/info/title", "a title is a string");
/// let rendered: String = diagnostics.iter().map(|one| render(one, &source)).collect();
/// assert_eq!(rendered, r##"warning: a title is a string
///  --> api.json:1:20
///   |
/// 1 | {"info": {"title": 5}}
///   |                    ^
///   |
///   = at: #/info/title
/// "##);
/// # Ok::<(), toolwright_codegen::source::SourceError>(())
/// ```
pub fn render(diagnostic: &Diagnostic, source: &Source) -> String {
    let at = shown_address(diagnostic);
    let notes = [("at", at.as_deref()), ("help", diagnostic.help.as_deref())];
    let notes = notes.into_iter();
    let notes: Vec<_> = notes
        .filter_map(|(name, note)| Some((name, note?)))
        .collect();
    Snippet {
        path: source.path(),
        text: source.is_quotable().then(|| source.text()),
        location: source.written_at(diagnostic).as_ref(),
    }
    .render(
        &diagnostic.severity.to_string(),
        &diagnostic.to_string(),
        &notes,
    )
}

/// The address of what a remark is about; a setting is not in the spec.
fn shown_address(diagnostic: &Diagnostic) -> Option<String> {
    let is_of_a_setting = matches!(diagnostic.mark, Mark::Setting(_));
    (!is_of_a_setting).then(|| address::shown(&diagnostic.pointer))
}

/// One line, `file:line:column: warning: message (at #/…); help: …`, for places that take no more.
///
/// ```
/// use toolwright_codegen::diagnostics::{Diagnostics, render_line};
/// use toolwright_codegen::source::Source;
///
/// let source = Source::from_text("a.json", r#"{"info": {"title": 5}}"#.to_owned())?;
/// let mut diagnostics = Diagnostics::new();
/// diagnostics.warning("/info/title", "a title is a string");
/// let lines: Vec<_> = diagnostics.iter().map(|one| render_line(one, &source)).collect();
/// assert_eq!(lines, ["a.json:1:20: warning: a title is a string (at #/info/title)"]);
/// # Ok::<(), toolwright_codegen::source::SourceError>(())
/// ```
pub fn render_line(diagnostic: &Diagnostic, source: &Source) -> String {
    let mut line = source.path().display().to_string();
    if let Some(Location {
        line: row, column, ..
    }) = source.written_at(diagnostic)
    {
        line.push_str(&format!(":{row}:{column}"));
    }
    line.push_str(&format!(": {}: {diagnostic}", diagnostic.severity));
    if let Some(at) = shown_address(diagnostic) {
        line.push_str(&format!(" (at {at})"));
    }
    if let Some(help) = &diagnostic.help {
        line.push_str(&format!("; help: {help}"));
    }
    visible(&line.lines().map(str::trim).collect::<Vec<_>>().join(" "))
}
