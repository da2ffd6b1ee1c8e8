//! Parameters of a request's path. A value must not change which operation is called, so what could is a problem.

use crate::json::push_escaped;
use crate::request::HttpRequest;
use crate::request::escaping::Escape;
use crate::request::http_request::value_shape;
use crate::request::request_path::{Suspicion, find_suspicious_encoding};
use crate::request::separability::check_separable;
use crate::request::style::Style;
use crate::request::style_expansion::expand_inline;
use crate::value::Encode;
use crate::violation::Violation;

/// Parameters of the path.
impl HttpRequest {
    /// Fills `{name}` of the path, in style `simple`.
    pub fn path(&mut self, name: &'static str, value: &dyn Encode) {
        self.path_with_style(name, Style::Simple, value);
    }

    /// Fills `{name}` of the path.
    ///
    /// A value that is empty, that is or contains a dot segment, or that contains a NUL is a problem: it
    /// would change which operation is called. One with `/` or `\` is percent-encoded, and rejected by
    /// [`HttpExecutor`](crate::HttpExecutor) unless it
    /// [allows that](crate::HttpExecutorBuilder::allow_path_slashes): many servers decode a path before
    /// they route it.
    ///
    /// ```
    /// use toolwright::{HttpRequest, Method, Style};
    ///
    /// let mut request = HttpRequest::new(Method::Get, "/pets{ids}");
    /// request.path_with_style("ids", Style::Matrix, &vec![1, 2]);
    /// assert_eq!(request.filled_path(), "/pets;ids=1,2");
    /// ```
    pub fn path_with_style(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        let text = path_text(name, style, value, Escape::Percent);
        let text = text.and_then(|text| self.guard_segment(name, text));
        let filled = text.and_then(|text| self.path.fill_non_empty(name, &text));
        self.note_result(name, filled);
    }

    /// Fills `{name}` of the path, in style `simple`, with a value that may be the empty string: the
    /// spec has it among the values.
    ///
    /// ```
    /// use toolwright::{HttpRequest, Method};
    ///
    /// let mut request = HttpRequest::new(Method::Get, "/files/{name}");
    /// request.path_or_empty("name", &"");
    /// assert_eq!((request.filled_path(), request.problems()), ("/files/", &[][..]));
    /// ```
    pub fn path_or_empty(&mut self, name: &'static str, value: &dyn Encode) {
        let text = path_text(name, Style::Simple, value, Escape::Percent);
        let text = text.and_then(|text| self.guard_segment(name, text));
        let filled = text.and_then(|text| self.path.fill_placeholder(name, &text));
        self.note_result(name, filled);
    }

    /// Fills `{name}` of the path, in style `simple`, with a value that may be of several segments:
    /// the spec says `x-ms-skip-url-encoding`. Slashes stay, but for those at the ends, and so does
    /// whatever a segment may have (RFC 3986, 3.3). A dot segment is a problem here as well.
    ///
    /// ```
    /// use toolwright::{HttpRequest, Method};
    ///
    /// let mut request = HttpRequest::new(Method::Get, "/files/{path}");
    /// request.path_segments("path", &"photos/rex 1.png");
    /// assert_eq!(request.filled_path(), "/files/photos/rex%201.png");
    /// ```
    pub fn path_segments(&mut self, name: &'static str, value: &dyn Encode) {
        let text = path_text(name, Style::Simple, value, Escape::Segments);
        let text = text.and_then(reject_nul);
        let filled = text.and_then(|text| self.path.fill_non_empty(name, text.trim_matches('/')));
        self.note_result(name, filled);
    }

    /// Fills `{name}` of the path, with a value whose reserved characters stay as they are
    /// (`allowReserved`, OpenAPI 3.2).
    ///
    /// Percent-encoded triples stay as well. `/` `?` `#` `[` `]`, which a segment cannot have, are
    /// percent-encoded all the same; a dot segment is a problem however it is written.
    ///
    /// ```
    /// use toolwright::{HttpRequest, Method, Style};
    ///
    /// let mut request = HttpRequest::new(Method::Get, "/at/{when}");
    /// request.path_reserved("when", Style::Simple, &"12:30/x");
    /// assert_eq!(request.filled_path(), "/at/12:30%2Fx");
    /// ```
    pub fn path_reserved(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        let text = path_text(name, style, value, Escape::Segment);
        let text = text.and_then(reject_nul);
        let filled = text.and_then(|text| self.path.fill_non_empty(name, &text));
        self.note_result(name, filled);
    }

    /// Looks at the escaped value of a parameter that the spec gives one segment.
    fn guard_segment(&mut self, name: &str, text: String) -> Result<String, String> {
        let text = reject_nul(text)?;
        // In a query that the path template has, a slash is a character like any other.
        if self.path.is_in_segment(name)
            && find_suspicious_encoding(&text) == Some(Suspicion::Separator)
        {
            let mut pointer = "/".to_owned();
            push_escaped(&mut pointer, name);
            let message = "contains '/' or '\\', perhaps percent-encoded, which could change the path of the \
                request; if the API expects that, allow it with `--allow-path-slash`, or declare \
                `x-multi-segment: true` for the parameter in the spec";
            let message = message.to_owned();
            self.slashes.push(Violation::new(pointer, message));
        }
        Ok(text)
    }

    fn note_result(&mut self, name: &str, result: Result<(), String>) {
        if let Err(message) = result {
            self.note_problem(name, message);
        }
    }
}

/// No server means a NUL in a path, and programs written in C end the path there.
fn reject_nul(text: String) -> Result<String, String> {
    match find_suspicious_encoding(&text) {
        Some(Suspicion::Nul) => Err("contains a NUL character, also percent-encoded".to_owned()),
        _ => Ok(text),
    }
}

/// The text of a path parameter.
fn path_text(
    name: &str,
    style: Style,
    value: &dyn Encode,
    escape: Escape,
) -> Result<String, String> {
    let shape = value_shape(style, value).ok_or("is required")?;
    check_separable(style, &shape, escape)?;
    expand_inline(name, style, &shape, escape)
        .ok_or_else(|| "is null or empty, but a path parameter must have a value".to_owned())
}
