use fancy_regex::Regex;

/// A pattern with `*` and `?`.
#[derive(Clone, Debug)]
pub(super) struct Glob {
    /// None for a pattern that is larger than an engine takes, which fits nothing.
    regex: Option<Regex>,
}

impl Glob {
    /// `*` is any text, `?` any character.
    pub(super) fn of_text(pattern: &str) -> Self {
        Self::from_wildcards(pattern, ".*", ".")
    }

    /// `*` and `?` stay within a segment, `**` goes through several; `/a/**` fits `/a` as well.
    pub(super) fn of_path(pattern: &str) -> Self {
        Self::from_wildcards(pattern, "[^/]*", "[^/]")
    }

    fn from_wildcards(pattern: &str, any: &str, one: &str) -> Self {
        let (head, tail) = match pattern.strip_suffix("/**") {
            Some(head) => (head, "(/.*)?"),
            None => (pattern, ""),
        };
        let mut regex = String::from("(?s)^");
        let mut rest = head;
        while let Some(at) = rest.find(['*', '?']) {
            let (literal, special) = rest.split_at(at);
            regex.push_str(&fancy_regex::escape(literal));
            rest = match special.strip_prefix("**") {
                Some(rest) => {
                    regex.push_str(".*");
                    rest
                }
                None => {
                    regex.push_str(if special.starts_with('*') { any } else { one });
                    special.get(1..).unwrap_or_default()
                }
            };
        }
        regex.push_str(&fancy_regex::escape(rest));
        regex.push_str(tail);
        regex.push('$');
        Self {
            regex: Regex::new(&regex).ok(),
        }
    }

    pub(super) fn matches_text(&self, text: &str) -> bool {
        let fits = self.regex.as_ref().map(|regex| regex.is_match(text));
        matches!(fits, Some(Ok(true)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_in_a_path_stays_in_its_segment() {
        for (pattern, path, fits) in [
            ("/pets", "/pets", true),
            ("/pets", "/pets/{id}", false),
            ("/pets/*", "/pets/{id}", true),
            ("/pets/*", "/pets/{id}/toys", false),
            ("/pets/**", "/pets/{id}/toys", true),
            ("/pets/**", "/pets", true),
            ("/pets/**", "/petshops", false),
            ("/**/toys", "/pets/{id}/toys", true),
            ("/pets/{id}", "/pets/{id}", true),
            ("/v?/pets", "/v1/pets", true),
            ("/v?/pets", "/v10/pets", false),
            ("/a.b", "/axb", false),
            ("GET /pets/**", "GET /pets/{id}", true),
        ] {
            assert_eq!(
                Glob::of_path(pattern).matches_text(path),
                fits,
                "{pattern} {path}"
            );
        }
    }

    #[test]
    fn a_star_in_a_text_is_anything() {
        assert!(Glob::of_text("*Pets").matches_text("list/Pets"));
        assert!(Glob::of_text("get*").matches_text("getPet"));
        assert!(!Glob::of_text("get*").matches_text("budget"));
        assert!(!Glob::of_text("Get*").matches_text("getPet"));
        assert!(Glob::of_text("a\nb").matches_text("a\nb"));
    }
}
