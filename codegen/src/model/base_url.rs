//! Base URLs of an API, with the variables that an operator may set.

/// A base URL; mirrors the runtime's `BaseUrl`.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::BaseUrl;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let server: &BaseUrl = &modelled.api().servers[0];
/// assert_eq!(server.url, "https://{region}.example.com");
/// assert_eq!(server.by_default().as_deref(), Some("https://eu.example.com"));
/// assert!(BaseUrl::new("https://example.com").variables.is_empty());
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BaseUrl {
    /// The URL, absolute or relative, without a slash at its end; `{name}` stands for a variable.
    pub url: String,
    /// What people call it, empty where the spec does not say.
    pub description: String,
    /// The variables in the URL.
    pub variables: Vec<UrlVariable>,
}

/// A variable in the URL of a [`BaseUrl`].
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let region = &modelled.api().servers[0].variables[0];
/// assert_eq!((region.name.as_str(), region.default.as_deref()), ("region", Some("eu")));
/// assert_eq!(region.values, ["eu", "us"]);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UrlVariable {
    /// Its name.
    pub name: String,
    /// Its value where nobody sets it. A spec should have one; some do not.
    pub default: Option<String>,
    /// The values that it may have; empty: any.
    pub values: Vec<String>,
    /// What it is for, empty where the spec does not say.
    pub description: String,
}

impl BaseUrl {
    /// A server without variables.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            ..Self::default()
        }
    }

    /// The URL where nobody sets a variable; none if one has no default.
    pub fn by_default(&self) -> Option<String> {
        let mut url = self.url.clone();
        for variable in &self.variables {
            let default = variable.default.as_ref()?;
            url = url.replace(&format!("{{{}}}", variable.name), default);
        }
        Some(url)
    }
}
