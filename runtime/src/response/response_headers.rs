use std::fmt;

/// The headers of a response, in the order in which they came.
///
/// ```
/// use toolwright::ResponseHeaders;
///
/// let headers: ResponseHeaders = [("ETag".to_owned(), "\"7\"".to_owned())].into_iter().collect();
/// assert_eq!(headers.get("etag"), Some("\"7\""));
/// ```
///
/// A name may be there several times:
///
/// ```
/// let cookies = ["a=1", "b=2"].map(|cookie| ("Set-Cookie".to_owned(), cookie.to_owned()));
/// let headers: toolwright::ResponseHeaders = cookies.into_iter().collect();
/// assert_eq!(headers.get_all("set-cookie").collect::<Vec<_>>(), ["a=1", "b=2"]);
/// assert_eq!(headers.iter().next(), Some(("Set-Cookie", "a=1")));
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ResponseHeaders(Vec<(String, String)>);

impl ResponseHeaders {
    /// The first value under that name, in whatever case it is written.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut all = self.0.iter();
        let (_, value) = all.find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(value)
    }

    /// All values under that name.
    pub fn get_all<'h>(&'h self, name: &'h str) -> impl Iterator<Item = &'h str> {
        let named = move |(known, _): &&(String, String)| known.eq_ignore_ascii_case(name);
        self.0.iter().filter(named).map(|(_, value)| value.as_str())
    }

    /// All names and values. What is not UTF-8 has replacement characters.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl FromIterator<(String, String)> for ResponseHeaders {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(headers: I) -> Self {
        Self(headers.into_iter().collect())
    }
}

/// Names alone: a cookie or a token may be among the values.
impl fmt::Debug for ResponseHeaders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.iter().map(|(name, _)| name);
        f.debug_list().entries(names).finish()
    }
}
