/// What people call the resources of content servers, by the first segment of their paths.
const KNOWN: [(&str, &str); 6] = [
    ("pages", "content"),
    ("assets", "media"),
    ("users", "user-management"),
    ("workflows", "workflow"),
    ("schemas", "schema"),
    ("site", "site-management"),
];

/// The group that an endpoint is listed in: its first tag, or the first segment of its path that is
/// no parameter.
pub(super) fn category(tags: &[String], path: &str) -> String {
    let tag = tags.first().map(|tag| tag.trim().to_lowercase());
    if let Some(tag) = tag.filter(|tag| !tag.is_empty()) {
        return tag;
    }
    let mut segments = path.split('/');
    let segment = segments.find(|segment| !segment.is_empty() && !segment.contains('{'));
    let known = KNOWN.iter().find(|(known, _)| Some(*known) == segment);
    match (known, segment) {
        (Some((_, category)), _) => (*category).to_owned(),
        (None, Some(other)) => other.to_owned(),
        (None, None) => "general".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cl5_the_first_tag_in_lower_case_is_the_category() {
        let tags = |tags: &[&str]| tags.iter().map(|tag| (*tag).to_owned()).collect::<Vec<_>>();
        assert_eq!(category(&tags(&["Pages", "Other"]), "/users"), "pages");
        assert_eq!(category(&tags(&[" "]), "/users"), "user-management");
    }

    #[test]
    fn cl5_else_the_first_segment_of_the_path() {
        for (path, expected) in [
            ("/pages", "content"),
            ("/pages/{id}", "content"),
            ("/assets/tree", "media"),
            ("/users", "user-management"),
            ("/workflows/{id}/steps", "workflow"),
            ("/schemas", "schema"),
            ("/site", "site-management"),
            ("/sites", "sites"),
            ("/api/pages", "api"),
            ("/{tenant}/users", "user-management"),
            ("/", "general"),
            ("/{id}", "general"),
        ] {
            assert_eq!(category(&[], path), expected, "{path}");
        }
    }
}
