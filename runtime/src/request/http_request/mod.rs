//! The request of an operation while generated code fills it: path, query, headers, cookies and body. A value that
//! cannot be sent is noted as a problem instead of failing, so that generated code needs no error paths.

mod pairs;

use self::pairs::{cookie_pairs, pair_name, query_pairs, split_pairs};
#[cfg(feature = "client")]
use self::pairs::{drop_pairs, has_pair};
use crate::json::push_escaped;
use crate::request::Method;
use crate::request::body::Body;
use crate::request::escaping::Escape;
use crate::request::header::{self, Header};
use crate::request::pair_names::{PairNames, are_confusable, describe_clash, member_names};
use crate::request::raw_cookie;
use crate::request::request_path::{RequestPath, Suspicion, find_suspicious_encoding};
use crate::request::response_options::ResponseOptions;
use crate::request::style::Style;
use crate::request::style_expansion::{PairWriter, expand_inline, expand_pairs as write_pairs};
use crate::request::value_shape::ValueShape;
use crate::value::{Encode, Encoder};
use crate::violation::Violation;

/// A request to the upstream, as far as the operation decides it.
///
/// Generated code writes parameters and body to it; what can't be sent is noted in
/// [`problems`](Self::problems), and a request with problems is never sent. A parameter whose value
/// is absent is left out.
///
/// ```
/// use toolwright::{HttpRequest, Method, Style};
///
/// let mut request = HttpRequest::new(Method::Get, "/pets/{petId}");
/// request.path("petId", &"a/b".to_owned());
/// request.query_with_style("tags", Style::Form, &vec!["small".to_owned(), "red & blue".to_owned()]);
/// assert_eq!(
///     request.url("https://example.com/v1").as_deref(),
///     Ok("https://example.com/v1/pets/a%2Fb?tags=small,red%20%26%20blue")
/// );
///
/// request.path("petId", &"..".to_owned());
/// assert_eq!(request.problems().len(), 1);
/// assert_eq!(request.method(), Method::Get);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HttpRequest {
    method: Method,
    path: RequestPath,
    query: String,
    headers: Vec<Header>,
    query_names: PairNames,
    cookies: String,
    cookie_names: PairNames,
    body: Option<Body>,
    problems: Vec<Violation>,
    /// Values with a `/` or `\\` in places of one segment, which are problems unless the operator allows
    /// them.
    slashes: Vec<Violation>,
    wanted: ResponseOptions,
}

impl HttpRequest {
    /// An empty request for an operation.
    pub fn new(method: Method, path: &'static str) -> Self {
        Self {
            method,
            path: RequestPath::new(path),
            query: String::new(),
            headers: Vec::new(),
            query_names: PairNames::default(),
            cookies: String::new(),
            cookie_names: PairNames::default(),
            body: None,
            problems: Vec::new(),
            slashes: Vec::new(),
            wanted: ResponseOptions::default(),
        }
    }

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

    /// Adds a query parameter in style `form` with explode.
    pub fn query(&mut self, name: &'static str, value: &dyn Encode) {
        self.query_with_style(name, Style::FormExploded, value);
    }

    /// Adds a query parameter.
    pub fn query_with_style(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        self.add_query(name, style, value, Escape::Percent);
    }

    /// Adds a query parameter whose reserved characters stay as they are (`allowReserved`).
    ///
    /// Percent-encoded triples stay as well, as in RFC 6570's `{+name}`. `#` `&` `+` `[` `]` are
    /// percent-encoded all the same: a value ends neither its parameter nor the query.
    ///
    /// ```
    /// use toolwright::{HttpRequest, Method, Style};
    ///
    /// let mut request = HttpRequest::new(Method::Get, "/pets");
    /// request.query("plain", &"a/b");
    /// request.query_reserved("reserved", Style::Form, &"a/b&c");
    /// assert_eq!(request.query_string(), "plain=a%2Fb&reserved=a/b%26c");
    /// ```
    pub fn query_reserved(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        self.add_query(name, style, value, Escape::Reserved);
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

    /// Adds a header in style `simple`.
    pub fn header(&mut self, name: &'static str, value: &dyn Encode) {
        self.header_with_style(name, Style::Simple, value);
    }

    /// Adds a header.
    ///
    /// The value goes out as it is, characters beyond ASCII as UTF-8: a header has no escape that
    /// every server would undo. Control characters, line breaks above all, are a problem. Headers
    /// that frame the message (`Content-Length`, `Host` and the like) belong to the HTTP client; a
    /// parameter of such a name is not sent. Nor is `Content-Type`, which the body decides.
    ///
    /// ```
    /// use toolwright::{HttpRequest, Method, Style};
    ///
    /// let mut request = HttpRequest::new(Method::Get, "/pets");
    /// request.header("X-Reason", &"sold");
    /// request.header_with_style("X-Tags", Style::Simple, &vec!["a".to_owned(), "b".to_owned()]);
    /// let headers = [("X-Reason", "sold".to_owned()), ("X-Tags", "a,b".to_owned())];
    /// assert_eq!(request.headers(), headers);
    /// ```
    pub fn header_with_style(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        // Specs list such headers as documentation. Sending them would break the message.
        if header::is_reserved_header(name) {
            return;
        }
        let Some(shape) = value_shape(style, value) else {
            return;
        };
        let Some(text) = expand_inline(name, style, &shape, Escape::Raw) else {
            return;
        };
        match header::check_header(name, &text) {
            Ok(()) => self.headers.push((name, text)),
            Err(message) => self.note_problem(name, message),
        }
    }

    /// Adds a cookie in style `form` with explode.
    ///
    /// ```
    /// use toolwright::{HttpRequest, Method, Style};
    ///
    /// let mut request = HttpRequest::new(Method::Get, "/pets");
    /// request.cookie("theme", &"dark blue");
    /// request.cookie_with_style("tags", Style::Form, &vec!["a".to_owned(), "b".to_owned()]);
    /// request.cookie_reserved("path", Style::Form, &"a%20b");
    /// request.cookie_raw("raw", Style::Form, &"c%20d");
    /// assert_eq!(
    ///     request.cookies(),
    ///     "theme=dark%20blue; tags=a,b; path=a%20b; raw=c%20d"
    /// );
    /// ```
    pub fn cookie(&mut self, name: &'static str, value: &dyn Encode) {
        self.cookie_with_style(name, Style::FormExploded, value);
    }

    /// Adds a cookie. What RFC 6265 doesn't allow in its value is percent-encoded, and so is `%`.
    pub fn cookie_with_style(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        if let Some(shape) = self.cookie_shape(name, style, value) {
            write_pairs(&mut cookie_pairs(&mut self.cookies), name, style, &shape);
        }
    }

    /// Adds a cookie whose percent-encoded triples stay as they are (`allowReserved`, OpenAPI 3.2).
    pub fn cookie_reserved(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        if let Some(shape) = self.cookie_shape(name, style, value) {
            let mut out = PairWriter {
                escape: Escape::CookieReserved,
                ..cookie_pairs(&mut self.cookies)
            };
            write_pairs(&mut out, name, style, &shape);
        }
    }

    /// Adds a cookie as it is (`style: cookie`, OpenAPI 3.2). What RFC 6265 doesn't allow in its
    /// value is a problem: the caller escapes it, in the way that the API wants.
    pub fn cookie_raw(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        let Some(shape) = self.cookie_shape(name, style, value) else {
            return;
        };
        if let Some(message) = raw_cookie::find_cookie_problem(&shape) {
            return self.note_problem(name, message);
        }
        let mut out = PairWriter {
            escape: Escape::Raw,
            ..cookie_pairs(&mut self.cookies)
        };
        write_pairs(&mut out, name, style, &shape);
    }

    /// What can't be sent: one violation for each parameter, its pointer `/{parameter name}`, and
    /// for each file of the body.
    pub fn problems(&self) -> &[Violation] {
        &self.problems
    }

    /// The method.
    pub fn method(&self) -> Method {
        self.method
    }

    /// The path with its placeholders filled, percent-encoded.
    pub fn filled_path(&self) -> &str {
        self.path.text()
    }

    /// The query without its question mark, percent-encoded; empty when there is none. A parameter
    /// that the path of the spec gives a value to, `/bucket?comp=list`, is written once.
    pub fn query_string(&self) -> String {
        let written: Vec<&str> = split_pairs(&self.query).collect();
        let is_written = |pair: &&str| {
            written
                .iter()
                .any(|other| pair_name(other) == pair_name(pair))
        };
        // An argument overrides the query of the path template.
        let stated = split_pairs(self.path.query()).filter(|pair| !is_written(pair));
        let all: Vec<&str> = stated.chain(written.iter().copied()).collect();
        all.join("&")
    }

    /// The headers in the order in which they were added.
    pub fn headers(&self) -> &[(&'static str, String)] {
        &self.headers
    }

    /// The value of the `Cookie` header; empty when there is none.
    pub fn cookies(&self) -> &str {
        &self.cookies
    }

    /// The body.
    pub fn body(&self) -> Option<&Body> {
        self.body.as_ref()
    }

    /// The URL under a base URL such as `https://api.example.com/v1`.
    ///
    /// # Errors
    ///
    /// The request has problems, the base has a query or a fragment, or a placeholder of the path
    /// is not filled.
    pub fn url(&self, base: &str) -> Result<String, String> {
        if let Some(problem) = self.problems.first() {
            return Err(problem.to_string());
        }
        if base.contains(['?', '#']) {
            return Err("a base URL cannot have a query or a fragment".to_owned());
        }
        if let Some(name) = self.path.first_unfilled() {
            return Err(format!("the path has no value for {{{name}}}"));
        }
        let mut url = format!("{}{}", base.trim_end_matches('/'), self.path.text());
        let query = self.query_string();
        if !query.is_empty() {
            url.push('?');
            url.push_str(&query);
        }
        Ok(url)
    }

    pub(super) fn append_query(&mut self, text: &str) {
        if !self.query.is_empty() && !text.is_empty() {
            self.query.push('&');
        }
        self.query.push_str(text);
    }

    /// Says what the caller wants of the answer.
    pub(crate) fn set_response_options(&mut self, wanted: ResponseOptions) {
        self.wanted = wanted;
    }

    pub(super) fn replace_body(&mut self, body: Body) {
        self.body = Some(body);
    }

    pub(super) fn add_problems(&mut self, problems: Vec<Violation>) {
        self.problems.extend(problems);
    }

    fn add_query(&mut self, name: &'static str, style: Style, value: &dyn Encode, escape: Escape) {
        let shape = value_shape(style, value);
        let mut clashes = self.query_names.declare(name, style, shape.as_ref());
        let Some(shape) = shape else {
            return self.note_clashes(clashes);
        };
        if !self.path.query().is_empty() {
            let stated: Vec<&str> = split_pairs(self.path.query()).map(pair_name).collect();
            let members = member_names(name, style, &shape).into_iter();
            let clashing =
                members.filter(|member| stated.iter().any(|other| are_confusable(member, other)));
            clashes.extend(clashing.map(|member| (name, member)));
        }
        self.note_clashes(clashes);
        let mut out = query_pairs(&mut self.query, escape);
        write_pairs(&mut out, name, style, &shape);
    }

    /// The shape of a cookie's value, of which nothing is sent where it is absent.
    fn cookie_shape(
        &mut self,
        name: &'static str,
        style: Style,
        value: &dyn Encode,
    ) -> Option<ValueShape> {
        let shape = value_shape(style, value);
        let clashes = self.cookie_names.declare(name, style, shape.as_ref());
        self.note_clashes(clashes);
        shape
    }

    fn note_clashes(&mut self, clashes: Vec<(&'static str, String)>) {
        for (name, member) in clashes {
            self.note_problem(name, describe_clash(&member));
        }
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
            self.slashes.push(Violation { pointer, message });
        }
        Ok(text)
    }

    fn note_result(&mut self, name: &str, result: Result<(), String>) {
        if let Err(message) = result {
            self.note_problem(name, message);
        }
    }

    fn note_problem(&mut self, name: &str, message: String) {
        let mut pointer = "/".to_owned();
        push_escaped(&mut pointer, name);
        self.problems.push(Violation { pointer, message });
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
    expand_inline(name, style, &shape, escape)
        .ok_or_else(|| "is null or empty, but a path parameter must have a value".to_owned())
}

#[cfg(feature = "client")]
impl HttpRequest {
    /// Makes problems of values with slashes.
    pub(crate) fn reject_slashes(&mut self) {
        self.problems.append(&mut self.slashes);
    }

    /// What the caller wants of the answer.
    pub(crate) fn response_options(&self) -> &ResponseOptions {
        &self.wanted
    }

    /// Adds a query parameter in place of any of that name.
    pub(crate) fn replace_query(&mut self, name: &str, value: &str) {
        drop_pairs(query_pairs(&mut self.query, Escape::Percent), name);
        query_pairs(&mut self.query, Escape::Percent).push_pair(name, value);
    }

    /// Whether it has a query parameter of that name.
    pub(crate) fn has_query(&self, name: &str) -> bool {
        has_pair(&self.query, "&", Escape::Percent, name)
    }

    /// Whether it has a header of that name.
    pub(crate) fn has_header(&self, name: &str) -> bool {
        let mut headers = self.headers.iter();
        headers.any(|(known, _)| known.eq_ignore_ascii_case(name))
    }

    /// Whether it has a cookie of that name.
    pub(crate) fn has_cookie(&self, name: &str) -> bool {
        has_pair(&self.cookies, "; ", Escape::Cookie, name)
    }

    pub(crate) fn into_body(self) -> Option<Body> {
        self.body
    }

    /// Adds a cookie, its value as it is, in place of any of that name.
    pub(crate) fn replace_cookie(&mut self, name: &str, value: &str) {
        drop_pairs(cookie_pairs(&mut self.cookies), name);
        cookie_pairs(&mut self.cookies).start_pair(name);
        self.cookies.push_str(value);
    }
}

fn value_shape(style: Style, value: &dyn Encode) -> Option<ValueShape> {
    (!value.is_absent()).then(|| ValueShape::from_json_text(&json_text(value), style))
}

pub(crate) fn json_text(value: &dyn Encode) -> String {
    let mut out = Encoder::new();
    value.encode(&mut out);
    out.into_text()
}

#[cfg(test)]
mod tests;
