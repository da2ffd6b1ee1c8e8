use super::catalogue::Catalogue;
use super::mode::Mode;
use super::names::{Names, Part};
use crate::tools::Tools;

/// Discovery in a server.
#[derive(Debug)]
pub(crate) struct Discovered {
    pub(crate) mode: Mode,
    pub(crate) names: Names,
    pub(crate) catalogue: Catalogue,
}

impl Discovered {
    /// What these tools are found by; `None` where they are listed one by one, and no other way.
    pub(crate) fn of(tools: &Tools) -> Option<Self> {
        let mode = tools.mode();
        if mode == Mode::All {
            return None;
        }
        Some(Self {
            mode,
            names: Names::new(tools.prefix()?, tools.has_reader()),
            catalogue: Catalogue::of(tools),
        })
    }

    /// The tools of discovery that are listed.
    pub(crate) fn parts(&self) -> &'static [Part] {
        match self.mode {
            Mode::Discovery | Mode::Both if self.names.reader.is_some() => {
                &[Part::Lister, Part::Provider, Part::Executor, Part::Reader]
            }
            Mode::All => &[],
            Mode::Compact => &[Part::Provider],
            Mode::Discovery | Mode::Both => &[Part::Lister, Part::Provider, Part::Executor],
        }
    }

    /// What to do instead of a call of that tool, which is not listed.
    pub(crate) fn instead_of(&self, tool: &str) -> Option<String> {
        if self.mode != Mode::Discovery {
            return None;
        }
        let known = self.catalogue.get(self.catalogue.named(tool)?)?;
        let (method, path) = (known.method(), known.path());
        Some(format!(
            "{tool} is not called by its name on this server: call {} with the method {method}, the \
             endpoint_path {path} and its arguments as request_data",
            self.names.runner(known)
        ))
    }

    /// How tools are found that have not been listed.
    pub(crate) fn way(&self) -> Option<String> {
        let Names {
            lister,
            provider,
            executor,
            reader,
            ..
        } = self.names;
        if self.mode != Mode::Discovery {
            return None;
        }
        let reader = reader.map(|reader| format!(", or with {reader} if it only reads"));
        let reader = reader.unwrap_or_default();
        Some(format!(
            "Find endpoints with {lister}, see how one is called with {provider}, and call it with \
             {executor}{reader}."
        ))
    }
}
