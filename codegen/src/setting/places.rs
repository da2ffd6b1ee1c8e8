use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Setting;

/// Where in a configuration file the settings of a server are written: what is to be said of one of
/// them is said there.
///
/// ```
/// use toolwright_codegen::{Builder, Config};
///
/// let config = Config::from_text("toolwright.toml", "spec = 'shop.yaml'\nexclude = 'dropAll'")?;
/// let places = config.servers()[0].places.clone();
/// let builder = Builder::new("tests/doc/shop.yaml").exclude("dropAll").written_at(places);
/// // The spec has no such operation.
/// assert!(builder.compile()?.lines().any(|line| line.starts_with("toolwright.toml:2:11: warning")));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingPlaces {
    path: PathBuf,
    text: Arc<str>,
    /// Each setting, and the bytes of its value.
    spans: Vec<(Setting, Range<usize>)>,
}

impl SettingPlaces {
    pub(crate) fn new(path: &Path, text: &Arc<str>, spans: Vec<(Setting, Range<usize>)>) -> Self {
        Self {
            path: path.to_owned(),
            text: Arc::clone(text),
            spans,
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of a setting's value, if the file has it.
    pub(crate) fn span_of_setting(&self, setting: &Setting) -> Option<Range<usize>> {
        let mut spans = self.spans.iter();
        let found = spans.find(|(known, _)| known == setting);
        found.map(|(_, span)| span.clone())
    }
}
