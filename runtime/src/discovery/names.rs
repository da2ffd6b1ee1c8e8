use super::catalogue::Known;

/// What the names of the tools of discovery end in; the longest is the executor's.
const LISTER: &str = "_endpoint_lister";
const PROVIDER: &str = "_schema_provider";
const EXECUTOR: &str = "_endpoint_executor";
const READER: &str = "_endpoint_reader";

/// Names of tools may have so many characters.
const LONGEST: usize = 64;

/// A tool of discovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
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
pub(crate) struct Names {
    pub(crate) prefix: &'static str,
    pub(crate) lister: &'static str,
    pub(crate) provider: &'static str,
    pub(crate) executor: &'static str,
    /// The second executor, if the operator asked for one.
    pub(crate) reader: Option<&'static str>,
}

impl Names {
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
    pub(crate) fn admit(prefix: &str) -> bool {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        !prefix.is_empty()
            && prefix.len() + EXECUTOR.len() <= LONGEST
            && prefix.chars().all(is_word)
    }

    pub(crate) fn part(&self, name: &str) -> Option<Part> {
        let parts = [Part::Lister, Part::Provider, Part::Executor, Part::Reader];
        parts
            .into_iter()
            .find(|part| self.name(*part) == Some(name))
    }

    pub(crate) fn of(&self, part: Part) -> &'static str {
        self.name(part).unwrap_or(self.executor)
    }

    fn name(&self, part: Part) -> Option<&'static str> {
        match part {
            Part::Lister => Some(self.lister),
            Part::Provider => Some(self.provider),
            Part::Executor => Some(self.executor),
            Part::Reader => self.reader,
        }
    }

    /// The tool that calls an endpoint: the reader where there is one and it may.
    pub(crate) fn runner(&self, known: &Known) -> &'static str {
        let reader = self.reader.filter(|_| known.is_read_only());
        reader.unwrap_or(self.executor)
    }

    /// What the tools are of, in descriptions: `CMS`.
    pub(crate) fn subject(&self) -> String {
        self.prefix.replace(['_', '-'], " ").to_uppercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_begin_with_the_prefix() {
        let names = Names::new("cms", false);
        assert_eq!(names.lister, "cms_endpoint_lister");
        assert_eq!(names.part("cms_schema_provider"), Some(Part::Provider));
        assert_eq!(names.part("cms_endpoint_executor"), Some(Part::Executor));
        assert_eq!(names.part("cms_"), None);
        assert_eq!(names.part("cms_endpoint_reader"), None);
        let names = Names::new("cms", true);
        assert_eq!(names.part("cms_endpoint_reader"), Some(Part::Reader));
        assert_eq!(Names::new("pet_store", false).subject(), "PET STORE");
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
            assert_eq!(Names::admit(prefix), admitted, "{prefix}");
        }
        assert!(Names::admit(&"a".repeat(46)));
        assert!(!Names::admit(&"a".repeat(47)));
    }
}
