/// HTTP method of an operation.
///
/// ```
/// use toolwright::Method;
///
/// assert_eq!(Method::Delete.as_str(), "DELETE");
/// assert_eq!(Method::Other("PURGE").as_str(), "PURGE");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// `GET`
    Get,
    /// `PUT`
    Put,
    /// `POST`
    Post,
    /// `DELETE`
    Delete,
    /// `OPTIONS`
    Options,
    /// `HEAD`
    Head,
    /// `PATCH`
    Patch,
    /// `TRACE`
    Trace,
    /// `QUERY`: a `GET` with a body
    Query,
    /// Any other token (RFC 9110, section 9.1), as it is sent
    Other(&'static str),
}

impl Method {
    /// The method as it stands in a request line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Put => "PUT",
            Self::Post => "POST",
            Self::Delete => "DELETE",
            Self::Options => "OPTIONS",
            Self::Head => "HEAD",
            Self::Patch => "PATCH",
            Self::Trace => "TRACE",
            Self::Query => "QUERY",
            Self::Other(token) => token,
        }
    }
}
