//! Parameters that are pairs `name=value`: those of the query and cookies.

use crate::request::HttpRequest;
use crate::request::escaping::Escape;
use crate::request::http_request::pairs::{cookie_pairs, query_pairs};
use crate::request::http_request::{
    EMPTY_LIST, is_empty_list, is_required_empty_list, value_shape,
};
use crate::request::pair_names::{Member, describe_clash};
use crate::request::raw_cookie;
use crate::request::separability::check_separable;
use crate::request::style::Style;
use crate::request::style_expansion::{PairWriter, expand_pairs as write_pairs};
use crate::value::Encode;

/// Parameters of the query, and cookies.
impl HttpRequest {
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
        self.add_cookie(name, style, value, Escape::Cookie);
    }

    /// Adds a cookie whose percent-encoded triples stay as they are (`allowReserved`, OpenAPI 3.2).
    pub fn cookie_reserved(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        self.add_cookie(name, style, value, Escape::CookieReserved);
    }

    /// Adds a cookie as it is (`style: cookie`, OpenAPI 3.2). What RFC 6265 doesn't allow in its
    /// value is a problem: the caller escapes it, in the way that the API wants.
    pub fn cookie_raw(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        self.add_cookie(name, style, value, Escape::Raw);
    }

    /// Adds a query parameter whose value may be an empty list, which is sent as `name=` (`allowEmptyValue`).
    ///
    /// ```
    /// use toolwright::{HttpRequest, Method, Style};
    ///
    /// let mut request = HttpRequest::new(Method::Get, "/pets");
    /// request.query_or_empty("tags", Style::Form, &Vec::<String>::new());
    /// request.query_or_empty("kinds", Style::Form, &None::<Vec<String>>);
    /// assert_eq!(request.query_string(), "tags=");
    /// ```
    pub fn query_or_empty(&mut self, name: &'static str, style: Style, value: &dyn Encode) {
        match is_empty_list(value) {
            true => self.query_with_style(name, style, &""),
            false => self.query_with_style(name, style, value),
        }
    }

    fn add_query(&mut self, name: &'static str, style: Style, value: &dyn Encode, escape: Escape) {
        let shape = value_shape(style, value);
        let clashes = self.query_names.note_parameter(name, style, shape.as_ref());
        self.note_clashes(clashes);
        let Some(shape) = shape else { return };
        if is_required_empty_list(value, &shape) {
            return self.note_problem(name, EMPTY_LIST.to_owned());
        }
        if let Err(message) = check_separable(style, &shape, escape) {
            return self.note_problem(name, message);
        }
        let mut out = query_pairs(&mut self.query, escape);
        write_pairs(&mut out, name, style, &shape);
    }

    fn add_cookie(&mut self, name: &'static str, style: Style, value: &dyn Encode, escape: Escape) {
        let shape = value_shape(style, value);
        let clashes = self
            .cookie_names
            .note_parameter(name, style, shape.as_ref());
        self.note_clashes(clashes);
        let Some(shape) = shape else { return };
        if is_required_empty_list(value, &shape) {
            return self.note_problem(name, EMPTY_LIST.to_owned());
        }
        let checked = match escape {
            Escape::Raw => raw_cookie::check_cookie(&shape),
            _ => Ok(()),
        };
        if let Err(message) = checked.and_then(|()| check_separable(style, &shape, escape)) {
            return self.note_problem(name, message);
        }
        let mut out = PairWriter {
            escape,
            ..cookie_pairs(&mut self.cookies)
        };
        write_pairs(&mut out, name, style, &shape);
    }

    fn note_clashes(&mut self, clashes: Vec<Member>) {
        for Member { parameter, sent_as } in clashes {
            self.note_problem(parameter, describe_clash(&sent_as));
        }
    }
}
