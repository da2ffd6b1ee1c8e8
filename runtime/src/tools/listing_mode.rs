//! Which of the tools clients are shown, and how they find the others.

#[cfg(feature = "discovery")]
use super::discovery_names::DiscoveryNames;
use super::{Mode, Tools, ToolsError};
use crate::discovery_table::{Discovery, SchemaFormat};

impl Tools {
    /// Which tools are listed. Unless it is said, those of [discovery](Mode::Discovery) where the first
    /// API was compiled for it, and [all](Mode::All) else.
    ///
    /// ```no_run
    /// # static SHOP: toolwright::Api = toolwright::Api::new("shop");
    /// use toolwright::Tools;
    /// use toolwright::discovery::Mode;
    ///
    /// fn main() -> std::process::ExitCode {
    ///     toolwright::run(Tools::from_api(&SHOP).listed_as(Mode::Both).discovery_prefix("pets"))
    /// }
    /// ```
    #[must_use]
    pub fn listed_as(mut self, mode: Mode) -> Self {
        self.mode = Some(mode);
        self
    }

    /// What the names of the tools of discovery begin with: `shop` for `shop_endpoint_lister`. Unless
    /// it is said, what the first API was compiled with that was compiled for discovery.
    #[must_use]
    pub fn discovery_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = Some(prefix.into());
        self
    }

    /// Adds a second executor to discovery, `shop_endpoint_reader`, which has `readOnlyHint` and runs
    /// read-only operations only. A user who allows it once and for all has not allowed deleting.
    ///
    /// ```no_run
    /// # static SHOP: toolwright::Api = toolwright::Api::new("shop");
    /// use toolwright::Tools;
    ///
    /// fn main() -> std::process::ExitCode {
    ///     toolwright::run(Tools::from_api(&SHOP).discovery_reader(true))
    /// }
    /// ```
    #[must_use]
    pub fn discovery_reader(mut self, reader: bool) -> Self {
        self.has_reader = reader;
        self
    }

    /// How the schema provider describes an operation, unless a call asks for another form: as the API was
    /// compiled, if this is not set.
    ///
    /// ```no_run
    /// # static SHOP: toolwright::Api = toolwright::Api::new("shop");
    /// use toolwright::Tools;
    /// use toolwright::discovery::SchemaFormat;
    ///
    /// fn main() -> std::process::ExitCode {
    ///     toolwright::run(Tools::from_api(&SHOP).discovery_format(SchemaFormat::Full))
    /// }
    /// ```
    #[must_use]
    pub fn discovery_format(mut self, format: SchemaFormat) -> Self {
        self.schema_format = Some(format);
        self
    }

    /// What was set here, or what the first API with discovery was compiled with.
    pub(crate) fn schema_format(&self) -> SchemaFormat {
        let compiled = || self.apis().find_map(|api| api.discovery);
        let by_default = || compiled().map(Discovery::schema_format).unwrap_or_default();
        self.schema_format.unwrap_or_else(by_default)
    }

    #[cfg(feature = "discovery")]
    pub(crate) fn has_reader(&self) -> bool {
        self.has_reader
    }

    pub(crate) fn mode(&self) -> Mode {
        let by_default = match self.first_api.discovery {
            Some(_) => Mode::Discovery,
            None => Mode::All,
        };
        self.mode.unwrap_or(by_default)
    }

    /// `None` where no API was compiled for discovery.
    pub(crate) fn prefix(&self) -> Option<&str> {
        let compiled = self.apis().find_map(|api| api.discovery)?;
        Some(self.prefix.as_deref().unwrap_or(compiled.prefix()))
    }

    /// Whether they can be listed as it is wanted.
    pub(super) fn check_mode(&self) -> Result<(), ToolsError> {
        let mode = self.mode();
        if self.has_reader && matches!(mode, Mode::All | Mode::Compact) {
            return Err(ToolsError::NoReader { mode });
        }
        if mode == Mode::All {
            return Ok(());
        }
        let Some(prefix) = self.prefix() else {
            return Err(ToolsError::NoDiscovery { mode });
        };
        self.check_prefix(prefix)
    }

    #[cfg(feature = "discovery")]
    fn check_prefix(&self, prefix: &str) -> Result<(), ToolsError> {
        if !DiscoveryNames::is_valid_prefix(prefix) {
            let prefix = prefix.to_owned();
            return Err(ToolsError::InvalidPrefix { prefix });
        }
        let names = DiscoveryNames::new(prefix, self.has_reader);
        match self
            .tool_names()
            .find(|name| names.find_tool(name).is_some())
        {
            Some(name) => Err(ToolsError::DiscoveryName { name }),
            None => Ok(()),
        }
    }

    #[cfg(not(feature = "discovery"))]
    fn check_prefix(&self, _: &str) -> Result<(), ToolsError> {
        Ok(())
    }
}
