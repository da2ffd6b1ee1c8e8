//! The request of an operation while generated code fills it: path, query, headers, cookies and body. A value that
//! cannot be sent is noted as a problem instead of failing, so that generated code needs no error paths.

mod pair_parameters;
mod pairs;
mod path_parameters;

#[cfg(feature = "client")]
use self::pairs::has_pair;
use self::pairs::{pair_name, split_pairs};
#[cfg(feature = "client")]
pub(crate) use self::pairs::{replace_cookie_pair, replace_query_pair};
use crate::json::push_escaped;
use crate::request::Method;
use crate::request::body::Body;
use crate::request::escaping::Escape;
use crate::request::header::{self, Header};
use crate::request::pair_names::PairNames;
use crate::request::request_path::RequestPath;
use crate::request::response_options::ResponseOptions;
use crate::request::separability::check_header_items;
use crate::request::style::Style;
use crate::request::style_expansion::expand_inline;
use crate::request::value_shape::ValueShape;
use crate::value::{Encode, Encoder};
use crate::violation::Violation;

const EMPTY_LIST: &str = "is a list with nothing in it, which is sent as nothing, although it is required; give at least one item";

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
            query_names: PairNames::for_template(path),
            cookies: String::new(),
            cookie_names: PairNames::default(),
            body: None,
            problems: Vec::new(),
            slashes: Vec::new(),
            wanted: ResponseOptions::default(),
        }
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
        if is_required_empty_list(value, &shape) {
            return self.note_problem(name, EMPTY_LIST.to_owned());
        }
        let Some(text) = expand_inline(name, style, &shape, Escape::Raw) else {
            return;
        };
        let checked = check_header_items(style, &shape);
        match checked.and_then(|()| header::check_header(name, &text)) {
            Ok(()) => self.headers.push((name, text)),
            Err(message) => self.note_problem(name, message),
        }
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

    fn note_problem(&mut self, name: &str, message: String) {
        let mut pointer = "/".to_owned();
        push_escaped(&mut pointer, name);
        self.problems.push(Violation::new(pointer, message));
    }
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
        replace_query_pair(&mut self.query, name, value);
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
        replace_cookie_pair(&mut self.cookies, name, value);
    }
}

/// Whether a value that is not optional is a list with nothing in it, which RFC 6570 calls undefined (section 2.3): nothing is
/// sent, not even the name.
fn is_required_empty_list(value: &dyn Encode, shape: &ValueShape) -> bool {
    *shape == ValueShape::Undefined && !value.is_optional() && is_list(value)
}

/// Whether a value is there and is a list with nothing in it but null.
fn is_empty_list(value: &dyn Encode) -> bool {
    value_shape(Style::Form, value) == Some(ValueShape::Undefined) && is_list(value)
}

fn is_list(value: &dyn Encode) -> bool {
    json_text(value).starts_with('[')
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
