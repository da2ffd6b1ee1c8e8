//! Compilations of what a configuration file says.

use super::{BuildError, Builder};
use crate::cargo_directives::CargoDirectives;
use crate::config::{Config, ConfigError, ConfiguredServer, Problem};

impl Config {
    /// A compilation of one of the servers.
    pub fn builder(&self, server: &ConfiguredServer) -> Builder {
        let builder = Builder::new(self.directory().join(&server.spec));
        let builder = builder.relative_to(self.directory());
        let builder = builder.written_at(server.places.clone());
        server.settings.iter().cloned().fold(builder, Builder::with)
    }

    /// A compilation of the only server.
    pub(crate) fn only(&self) -> Result<Builder, ConfigError> {
        match self.servers() {
            [server] => Ok(self.builder(server)),
            servers => Err(ConfigError {
                path: self.path().to_owned(),
                place: None,
                problem: Problem::Several(servers.len()),
            }),
        }
    }

    /// Compiles all servers from a build script: [`Builder::build`] of each, and again when the file
    /// changes.
    ///
    /// ```no_run
    /// fn main() -> Result<(), toolwright_codegen::BuildError> {
    ///     toolwright_codegen::Config::load("toolwright.toml")?.build()
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Builder::build`].
    pub fn build(&self) -> Result<(), BuildError> {
        let mut directives = CargoDirectives::default();
        directives.rerun_if_changed(self.path());
        print!("{directives}");
        let mut servers = self.servers().iter();
        servers.try_for_each(|server| self.builder(server).build())
    }
}
