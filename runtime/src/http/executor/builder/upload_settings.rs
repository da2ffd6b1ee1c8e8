use std::path::PathBuf;

use super::HttpExecutorBuilder;

/// What may be uploaded from elsewhere than the arguments.
impl HttpExecutorBuilder {
    /// Lets a file that a tool uploads be one of this directory, or of a directory below it, by its
    /// path or its `file:` URI; may be called for several directories. Links and `..` do not lead
    /// out of it. Unless it is called here or the environment names directories, no path is read.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// # fn run() -> Result<(), toolwright::ExecutorError> {
    /// let executor = toolwright::HttpExecutor::builder(&pets::API)
    ///     .allow_files("/srv/photos")
    ///     .allow_uris("https://files.example.com")
    ///     .build()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn allow_files(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directories.push(directory.into());
        self
    }

    /// Lets a file that a tool uploads be fetched from this origin, `https://files.example.com`, or
    /// with `*` from any public `https:` address; may be called for several origins. Redirects to
    /// another origin are not followed, and no credentials are sent. Unless it is called here or
    /// the environment names origins, nothing is fetched.
    pub fn allow_uris(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(origin.into());
        self
    }

    /// How large the files may be together that a call has read by path or URI; 20 MiB unless set
    /// here or in the environment.
    pub fn max_file_bytes(mut self, limit: u64) -> Self {
        self.max_file_bytes = Some(limit);
        self
    }
}
