//! A query string that is one value (OpenAPI 3.2, `in: querystring`).

use crate::json::Json;
use crate::request::HttpRequest;
use crate::request::body::{Encoding, form_writer, json_value};
use crate::request::escaping::Escape;
use crate::request::http_request::json_text;
use crate::request::value_shape::leaf_text;
use crate::value::Encode;

/// Query strings. An absent value sends none.
impl HttpRequest {
    /// Sets the query string, as `application/x-www-form-urlencoded`: as
    /// [`form_with_encodings`](Self::form_with_encodings) writes a body. `at` is the JSON pointer of the value
    /// within the tool's arguments.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::{HttpRequest, Method};
    ///
    /// let mut request = HttpRequest::new(Method::Get, "/pets");
    /// request.query_form("", &[], &json!({"foo": "a + b", "tags": ["x", "y"]}));
    /// assert_eq!(request.query_string(), "foo=a+%2B+b&tags=x&tags=y");
    /// ```
    pub fn query_form(&mut self, at: &str, encodings: &[(&str, Encoding)], value: &dyn Encode) {
        if value.is_absent() {
            return;
        }
        match json_value(value) {
            value @ Json::Object(_) => {
                self.add_problems(form_writer::find_form_problems(at, encodings, &value));
                self.append_query(&form_writer::write_form(encodings, value))
            }
            other => self.append_escaped(&leaf_text(other).unwrap_or_default()),
        }
    }

    /// Sets the query string, as percent-encoded JSON.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::{HttpRequest, Method};
    ///
    /// let mut request = HttpRequest::new(Method::Get, "/pets");
    /// request.query_json(&json!({"numbers": [1, 2], "flag": null}));
    /// let sent = "%7B%22numbers%22%3A%5B1%2C2%5D%2C%22flag%22%3Anull%7D";
    /// assert_eq!(request.query_string(), sent);
    /// ```
    pub fn query_json(&mut self, value: &dyn Encode) {
        if !value.is_absent() {
            self.append_escaped(&json_text(value));
        }
    }

    /// Sets the query string, as percent-encoded text: a string as it is, a number or boolean as
    /// its text, an array or object as JSON.
    ///
    /// ```
    /// use toolwright::{HttpRequest, Method};
    ///
    /// let mut request = HttpRequest::new(Method::Get, "/search");
    /// request.query_text(&"large dogs");
    /// assert_eq!(request.query_string(), "large%20dogs");
    /// ```
    pub fn query_text(&mut self, value: &dyn Encode) {
        if !value.is_absent() {
            self.append_escaped(&leaf_text(json_value(value)).unwrap_or_default());
        }
    }

    fn append_escaped(&mut self, text: &str) {
        let mut escaped = String::new();
        Escape::Percent.push_escaped(&mut escaped, text);
        self.append_query(&escaped);
    }
}
