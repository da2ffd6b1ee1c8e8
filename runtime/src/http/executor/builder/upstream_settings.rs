//! Settings of the executor's builder for the base URL, servers, headers, credentials and trusted certificates.

use std::path::PathBuf;

use super::HttpExecutorBuilder;

/// Where calls go, and what goes with them.
impl HttpExecutorBuilder {
    /// Sends every request under this base URL, whatever the environment and the spec say. It
    /// takes the place of a whole server URL of the spec, with its path.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.server.base_url = Some(url.into());
        self
    }

    /// Which one of several servers of the spec calls go to: its number, counted from 1, its name
    /// (OpenAPI 3.2) or description, or its URL; the first that says where it is unless set here
    /// or in the environment. An operation with servers of its own takes the one of them that this
    /// fits, or else their first.
    pub fn server(mut self, which: impl Into<String>) -> Self {
        self.server.server = Some(which.into());
        self
    }

    /// The value of a variable in the URLs of servers, in place of the spec's default.
    ///
    /// ```
    /// use toolwright::{Api, BaseUrl, UrlVariable};
    ///
    /// static API: Api = Api::new("pets").servers(&[BaseUrl::new("https://{region}.example.com")
    ///     .description("production")
    ///     .variables(&[UrlVariable::new("region").default("eu")])]);
    ///
    /// let executor = toolwright::HttpExecutor::builder(&API)
    ///     .server("production")
    ///     .server_variable("region", "us")
    ///     .build()?;
    /// assert_eq!(executor.base_url(), Some("https://us.example.com"));
    /// # Ok::<(), toolwright::ExecutorError>(())
    /// ```
    pub fn server_variable(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.server.variables.push((name.into(), value.into()));
        self
    }

    /// Stands before the path of every operation, behind the path of the base URL: where a gateway
    /// has an API under a path of its own.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// let executor = toolwright::HttpExecutor::builder(&pets::API)
    ///     .path_prefix("/gateway")
    ///     .build()?;
    /// // It is no part of the base URL.
    /// assert_eq!(executor.base_url(), Some("https://pets.example.com/v1"));
    /// # Ok::<(), toolwright::ExecutorError>(())
    /// ```
    pub fn path_prefix(mut self, path: impl Into<String>) -> Self {
        self.server.prefix = Some(path.into());
        self
    }

    /// Adds a header to every call; may be called for several. It takes the place of an argument
    /// for a header of that name, and gives way to the credential of a security scheme and to what
    /// [`pass_header`](Self::pass_header) passes; cookies join those of the call. Its value is
    /// taken for a secret: no error repeats it. Headers of the message itself, such as `Host` and
    /// `Content-Length`, are refused.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sends this header of the client's own HTTP request upstream, in place of a configured
    /// credential in that header; may be called several times. Unless it is called, nothing of
    /// that request goes upstream: the MCP specification forbids to pass a client's token through,
    /// so `authorization` is for upstreams that the token was issued for.
    pub fn pass_header(mut self, name: impl Into<String>) -> Self {
        self.pass_headers.push(name.into());
        self
    }

    /// Whether calls are sent without the credentials that the spec requires, when none are
    /// configured. Unless it is set here or in the environment, such a call is rejected with the
    /// variables to set. It is for upstreams that do not check them, such as those of tests, and for
    /// gateways that add them.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// let executor = toolwright::HttpExecutor::builder(&pets::API)
    ///     .allow_missing_credentials(true)
    ///     .build()?;
    /// # Ok::<(), toolwright::ExecutorError>(())
    /// ```
    pub fn allow_missing_credentials(mut self, allow: bool) -> Self {
        self.allow_missing_credentials = Some(allow);
        self
    }

    /// Trusts the authorities whose certificates are in this file, in PEM, beside those of the
    /// system.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// # fn run() -> Result<(), toolwright::ExecutorError> {
    /// let executor = toolwright::HttpExecutor::builder(&pets::API)
    ///     .ca_file("/etc/ssl/company.pem")
    ///     .ca_only(true)
    ///     .build()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn ca_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.ca_file = Some(path.into());
        self
    }

    /// Whether the authorities of [`ca_file`](Self::ca_file) are the only ones that are trusted.
    pub fn ca_only(mut self, only: bool) -> Self {
        self.ca_only = Some(only);
        self
    }
}
