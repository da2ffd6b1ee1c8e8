use super::Diagnostic;
use super::snippet::{Snippet, visible};
use crate::source::{Source, address};

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
    let at = address::shown(&diagnostic.pointer);
    let mut notes = vec![("at", at.as_str())];
    if let Some(help) = &diagnostic.help {
        notes.push(("help", help));
    }
    Snippet {
        path: source.path(),
        text: source.text(),
        location: &source.place_of(diagnostic),
    }
    .render(
        &diagnostic.severity.to_string(),
        &diagnostic.to_string(),
        &notes,
    )
}

/// One line, `file:line:column: warning: message (at #/…)`, for places that take no more.
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
    let location = source.place_of(diagnostic);
    let line = format!(
        "{}:{}:{}: {}: {diagnostic} (at {})",
        source.path().display(),
        location.line,
        location.column,
        diagnostic.severity,
        address::shown(&diagnostic.pointer),
    );
    visible(&line.lines().map(str::trim).collect::<Vec<_>>().join(" "))
}
