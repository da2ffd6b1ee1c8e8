//! Turns an `HttpRequest` into reqwest's request: URL, headers, cookies and body, without credentials. It checks
//! that the path arrives as it was filled.

use reqwest::header::{
    ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue,
};
use reqwest::{Request, Url};

use crate::call_options::CallOptions;
use crate::request::HttpRequest;
use crate::request::Method;

/// What an operation is asked for of which nothing else is known.
const JSON: &str = "application/json, */*;q=0.5";

/// The message to send, without the headers that authorise it.
pub(super) fn assemble_message(
    request: HttpRequest,
    base: &str,
    options: &CallOptions,
) -> Result<Request, String> {
    let mut headers = request_headers(&request)?;
    if !headers.contains_key(ACCEPT) {
        let accept = match (&request.response_options().accept, options.accept) {
            (Some(chosen), _) => chosen,
            (None, "") => JSON,
            (None, accept) => accept,
        };
        headers.insert(ACCEPT, header_value("Accept", accept)?);
    }
    if !request.cookies().is_empty() {
        headers.insert(COOKIE, header_value("Cookie", request.cookies())?);
    }
    let url = request
        .url(base)
        .map_err(|why| format!("Its URL cannot be built: {why}."))?;
    // Parsing also checks the base URL, which variables of the environment may have changed.
    let url = Url::parse(&url).map_err(|error| format!("Its URL is not valid: {error}."))?;
    // The parser resolves dot segments. Values that make them were refused; this holds for specs.
    if !url.path().ends_with(request.filled_path()) {
        return Err("Its path would be changed on the way.".to_owned());
    }
    let mut message = Request::new(convert_method(request.method())?, url);
    *message.headers_mut() = headers;
    *message.body_mut() = request.into_body().map(|body| body.bytes.into());
    Ok(message)
}

fn request_headers(request: &HttpRequest) -> Result<HeaderMap, String> {
    let mut headers = HeaderMap::with_capacity(request.headers().len() + 4);
    for (name, value) in request.headers() {
        let name = HeaderName::from_bytes(name.as_bytes())
            .map_err(|_| format!("'{name}' is not a legal header name."))?;
        let value = header_value(name.as_str(), value)?;
        headers.append(name, value);
    }
    let body = request.body();
    if let Some(body) = body {
        let media_type = header_value("Content-Type", &body.media_type)?;
        headers.insert(CONTENT_TYPE, media_type);
    }
    // RFC 9110 (8.6) asks for it where a method usually has a body; without it many servers answer 411. Of a body of no bytes, hyper
    // does not tell the length.
    let is_empty = body.is_none_or(|body| body.bytes.is_empty());
    if is_empty && (body.is_some() || has_body_usually(request.method())) {
        headers.insert(CONTENT_LENGTH, HeaderValue::from_static("0"));
    }
    Ok(headers)
}

fn has_body_usually(method: Method) -> bool {
    matches!(method, Method::Post | Method::Put | Method::Patch)
}

fn header_value(name: &str, text: &str) -> Result<HeaderValue, String> {
    HeaderValue::from_bytes(text.as_bytes())
        .map_err(|_| format!("The value of the header '{name}' contains a control character."))
}

fn convert_method(method: Method) -> Result<reqwest::Method, String> {
    Ok(match method {
        Method::Get => reqwest::Method::GET,
        Method::Put => reqwest::Method::PUT,
        Method::Post => reqwest::Method::POST,
        Method::Delete => reqwest::Method::DELETE,
        Method::Options => reqwest::Method::OPTIONS,
        Method::Head => reqwest::Method::HEAD,
        Method::Patch => reqwest::Method::PATCH,
        Method::Trace => reqwest::Method::TRACE,
        Method::Query | Method::Other(_) => {
            let name = method.as_str();
            reqwest::Method::from_bytes(name.as_bytes())
                .map_err(|_| format!("'{name}' is not a legal method."))?
        }
    })
}
