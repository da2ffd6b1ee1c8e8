/// A base URL; mirrors the runtime's `BaseUrl`.
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
    pub fn of(url: impl Into<String>) -> Self {
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
