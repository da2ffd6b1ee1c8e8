//! The names of the tools of discovery: a prefix that the operator may choose, and a fixed ending for each tool.

/// What the names of the tools of discovery end in; the longest is the executor's.
const LISTER: &str = "_endpoint_lister";
const PROVIDER: &str = "_schema_provider";
const EXECUTOR: &str = "_endpoint_executor";
const READER: &str = "_endpoint_reader";

/// Names of tools may have so many characters.
const LONGEST: usize = 64;

/// A tool of discovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiscoveryTool {
    /// Lists the endpoints.
    Lister,
    /// Says how an endpoint is called.
    Provider,
    /// Calls one.
    Executor,
    /// Calls one that changes nothing.
    Reader,
}

/// What the tools of discovery are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DiscoveryNames {
    pub(crate) prefix: &'static str,
    pub(crate) lister: &'static str,
    pub(crate) provider: &'static str,
    pub(crate) executor: &'static str,
    /// The second executor, if the operator asked for one.
    pub(crate) reader: Option<&'static str>,
}

impl DiscoveryNames {
    pub(crate) fn new(prefix: &str, has_reader: bool) -> Self {
        // Once in a server's life: metrics and logs know tools by names that live as long as it.
        let leaked = |end: &str| &*Box::leak(format!("{prefix}{end}").into_boxed_str());
        Self {
            prefix: leaked(""),
            lister: leaked(LISTER),
            provider: leaked(PROVIDER),
            executor: leaked(EXECUTOR),
            reader: has_reader.then(|| leaked(READER)),
        }
    }

    /// Whether names that begin so are names of tools.
    pub(crate) fn is_valid_prefix(prefix: &str) -> bool {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        !prefix.is_empty()
            // 64 characters is the limit of several clients for names of tools.
            && prefix.len() + EXECUTOR.len() <= LONGEST
            && prefix.chars().all(is_word)
    }

    pub(crate) fn find_tool(&self, name: &str) -> Option<DiscoveryTool> {
        let parts = [
            DiscoveryTool::Lister,
            DiscoveryTool::Provider,
            DiscoveryTool::Executor,
            DiscoveryTool::Reader,
        ];
        parts
            .into_iter()
            .find(|part| self.listed_name(*part) == Some(name))
    }

    /// The names of all parts that there are.
    pub(crate) fn listed_names(&self) -> impl Iterator<Item = &'static str> {
        let names = [self.lister, self.provider, self.executor];
        names.into_iter().chain(self.reader)
    }

    pub(crate) fn name_of(&self, part: DiscoveryTool) -> &'static str {
        self.listed_name(part).unwrap_or(self.executor)
    }

    fn listed_name(&self, part: DiscoveryTool) -> Option<&'static str> {
        match part {
            DiscoveryTool::Lister => Some(self.lister),
            DiscoveryTool::Provider => Some(self.provider),
            DiscoveryTool::Executor => Some(self.executor),
            DiscoveryTool::Reader => self.reader,
        }
    }

    /// The tool that calls an endpoint: the reader where there is one and it may.
    pub(crate) fn executor_for(&self, is_read_only: bool) -> &'static str {
        let reader = self.reader.filter(|_| is_read_only);
        reader.unwrap_or(self.executor)
    }

    /// What the tools are of, in descriptions: `CMS`.
    pub(crate) fn api_subject(&self) -> String {
        self.prefix.replace(['_', '-'], " ").to_uppercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_begin_with_the_prefix() {
        let names = DiscoveryNames::new("cms", false);
        assert_eq!(names.lister, "cms_endpoint_lister");
        assert_eq!(
            names.find_tool("cms_schema_provider"),
            Some(DiscoveryTool::Provider)
        );
        assert_eq!(
            names.find_tool("cms_endpoint_executor"),
            Some(DiscoveryTool::Executor)
        );
        assert_eq!(names.find_tool("cms_"), None);
        assert_eq!(names.find_tool("cms_endpoint_reader"), None);
        let names = DiscoveryNames::new("cms", true);
        assert_eq!(
            names.find_tool("cms_endpoint_reader"),
            Some(DiscoveryTool::Reader)
        );
        assert_eq!(
            DiscoveryNames::new("pet_store", false).api_subject(),
            "PET STORE"
        );
    }

    #[test]
    fn a_prefix_makes_names_of_tools() {
        for (prefix, admitted) in [
            ("cms", true),
            ("Pet-store_2", true),
            ("", false),
            ("my api", false),
            ("ümlaut", false),
        ] {
            assert_eq!(
                DiscoveryNames::is_valid_prefix(prefix),
                admitted,
                "{prefix}"
            );
        }
        assert!(DiscoveryNames::is_valid_prefix(&"a".repeat(46)));
        assert!(!DiscoveryNames::is_valid_prefix(&"a".repeat(47)));
    }
}
