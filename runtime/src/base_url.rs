//! The base URLs of an API (OpenAPI's Server Object) as constants of generated code. Variables in a URL are filled
//! with defaults or with values that the caller looks up. It does not know where such values come from.

/// Where an API is: a Server Object of OpenAPI, or `host`, `basePath` and a scheme of Swagger 2.0.
///
/// ```
/// use toolwright::BaseUrl;
///
/// static SERVERS: &[BaseUrl] = &[BaseUrl::new("https://pets.example.com/v1").description("production")];
/// assert_eq!(SERVERS[0].with_defaults(), "https://pets.example.com/v1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BaseUrl {
    /// The URL, absolute or relative, without a slash at its end; `{name}` stands for a variable.
    pub url: &'static str,
    /// What people call it, empty where the spec does not say.
    pub description: &'static str,
    /// The variables in the URL.
    pub variables: &'static [UrlVariable],
}

/// A variable in a [`BaseUrl`].
///
/// ```
/// use toolwright::{BaseUrl, UrlVariable};
///
/// static REGION: &[UrlVariable] =
///     &[UrlVariable::new("region").default("eu").values(&["eu", "us"]).description("Where the data is.")];
/// static SERVER: BaseUrl = BaseUrl::new("https://{region}.example.com").variables(REGION);
/// assert_eq!(SERVER.fill_variables(|variable| Some(variable.values[1].to_owned())), "https://us.example.com");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UrlVariable {
    /// Its name.
    pub name: &'static str,
    /// Its value where nobody sets it; a spec should have one.
    pub default: Option<&'static str>,
    /// The values that it may have; empty: any.
    pub values: &'static [&'static str],
    /// What it is for, empty where the spec does not say.
    pub description: &'static str,
}

impl UrlVariable {
    /// A variable of that name that may have any value and has no default.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            default: None,
            values: &[],
            description: "",
        }
    }

    /// With a value for where nobody sets it.
    #[must_use]
    pub const fn default(mut self, value: &'static str) -> Self {
        self.default = Some(value);
        self
    }

    /// With the values that it may have.
    #[must_use]
    pub const fn values(mut self, values: &'static [&'static str]) -> Self {
        self.values = values;
        self
    }

    /// With what it is for.
    #[must_use]
    pub const fn description(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }
}

impl BaseUrl {
    /// A URL without variables.
    pub const fn new(url: &'static str) -> Self {
        Self {
            url,
            description: "",
            variables: &[],
        }
    }

    /// With what people call it.
    #[must_use]
    pub const fn description(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }

    /// With the variables in the URL.
    #[must_use]
    pub const fn variables(mut self, variables: &'static [UrlVariable]) -> Self {
        self.variables = variables;
        self
    }

    /// The URL with the value of each variable; `{name}` stays where there is none.
    ///
    /// ```
    /// use toolwright::{BaseUrl, UrlVariable};
    ///
    /// static VARIABLES: &[UrlVariable] = &[UrlVariable::new("region").default("eu")];
    ///
    /// let url = BaseUrl::new("https://{region}.example.com/{tenant}").variables(VARIABLES);
    /// assert_eq!(url.with_defaults(), "https://eu.example.com/{tenant}");
    /// ```
    pub fn with_defaults(&self) -> String {
        self.fill_variables(|variable| variable.default.map(str::to_owned))
    }

    /// The URL with the values that `value` gives to its variables.
    ///
    /// ```
    /// use toolwright::{BaseUrl, UrlVariable};
    ///
    /// static URL: BaseUrl =
    ///     BaseUrl::new("https://{region}.example.com").variables(&[UrlVariable::new("region")]);
    /// assert_eq!(URL.fill_variables(|_| Some("us".to_owned())), "https://us.example.com");
    /// ```
    pub fn fill_variables(&self, value: impl Fn(&UrlVariable) -> Option<String>) -> String {
        let mut url = self.url.to_owned();
        for variable in self.variables {
            if let Some(value) = value(variable) {
                url = url.replace(&format!("{{{}}}", variable.name), &value);
            }
        }
        url
    }
}
