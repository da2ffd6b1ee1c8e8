use std::fmt;

/// Everything that is wrong with the settings.
#[derive(Debug, PartialEq, thiserror::Error)]
pub struct SettingsError {
    /// Each with its place.
    pub errors: Vec<SettingError>,
}

/// A setting that cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingError {
    /// `mcp-config.yaml:3:12`; `None` for a variable.
    pub place: Option<String>,
    /// What is wrong, and what is allowed.
    pub message: String,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            error.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)
    }
}
