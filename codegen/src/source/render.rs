//! Diagnostics with the lines of the file that they are about, for people.

use super::Source;
use crate::diagnostics::{
    Diagnostic, Location, Mark, Place, Remark, Snippet, address, make_visible,
};

impl Source {
    /// Several lines in the style of rustc: the message, the place, the line of the file. The remark must be
    /// about this file.
    ///
    /// ```
    /// use toolwright_codegen::diagnostics::Diagnostics;
    /// use toolwright_codegen::source::Source;
    ///
    /// let source = Source::from_text("api.json", r#"{"info": {"title": 5}}"#.to_owned())?;
    /// let mut diagnostics = Diagnostics::new();
    /// diagnostics.warning("/info/title", "a title is a string");
    /// let rendered: String = diagnostics.iter().map(|one| source.render(one)).collect();
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
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        let at = format_diagnostic_address(diagnostic);
        let notes = [("at", at.as_deref()), ("help", diagnostic.help.as_deref())];
        let notes = notes.into_iter();
        let notes: Vec<_> = notes
            .filter_map(|(name, note)| Some((name, note?)))
            .collect();
        Snippet {
            path: self.path(),
            text: self.is_quotable().then(|| self.text()),
            location: self.locate_written(diagnostic).as_ref(),
        }
        .render(
            &diagnostic.severity.to_string(),
            &diagnostic.to_string(),
            &notes,
        )
    }

    /// One line, `file:line:column: warning: message (at #/…); help: …`, for places that take no more.
    ///
    /// ```
    /// use toolwright_codegen::diagnostics::Diagnostics;
    /// use toolwright_codegen::source::Source;
    ///
    /// let source = Source::from_text("a.json", r#"{"info": {"title": 5}}"#.to_owned())?;
    /// let mut diagnostics = Diagnostics::new();
    /// diagnostics.warning("/info/title", "a title is a string");
    /// let lines: Vec<_> = diagnostics.iter().map(|one| source.render_line(one)).collect();
    /// assert_eq!(lines, ["a.json:1:20: warning: a title is a string (at #/info/title)"]);
    /// # Ok::<(), toolwright_codegen::source::SourceError>(())
    /// ```
    pub fn render_line(&self, diagnostic: &Diagnostic) -> String {
        let mut line = self.path().display().to_string();
        if let Some(Location {
            line: row, column, ..
        }) = self.locate_written(diagnostic)
        {
            line.push_str(&format!(":{row}:{column}"));
        }
        line.push_str(&format!(": {}: {diagnostic}", diagnostic.severity));
        if let Some(at) = format_diagnostic_address(diagnostic) {
            line.push_str(&format!(" (at {at})"));
        }
        if let Some(help) = &diagnostic.help {
            line.push_str(&format!("; help: {help}"));
        }
        make_visible(&line.lines().map(str::trim).collect::<Vec<_>>().join(" "))
    }

    /// A remark with its place and its rendering.
    pub(crate) fn to_remark(&self, diagnostic: &Diagnostic) -> Remark {
        Remark {
            diagnostic: diagnostic.clone(),
            place: self.place_of_location(self.locate_diagnostic(diagnostic)),
            rendered: self.render(diagnostic),
        }
    }

    /// The place of an address in this file.
    pub(crate) fn place_of_address(&self, address: &str) -> Place {
        self.place_of_location(self.locate(address::split(address).1))
    }

    fn place_of_location(&self, location: Location) -> Place {
        Place {
            file: self.path().display().to_string(),
            line: location.line,
            column: location.column,
        }
    }
}

/// The address of what a remark is about; a setting is not in the spec.
fn format_diagnostic_address(diagnostic: &Diagnostic) -> Option<String> {
    let is_of_a_setting = matches!(diagnostic.mark, Mark::Setting(_));
    (!is_of_a_setting).then(|| address::shown(&diagnostic.pointer))
}
