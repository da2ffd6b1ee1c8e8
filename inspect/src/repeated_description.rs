//! What a list of tools says in the place of a description that it has already given.

/// Points to the property that a description is given at: `See `owner` of `repos_get`.` If `tool` is `None`, the
/// description is in the same tool, and the property is the nearest of that name.
///
/// ```
/// use toolwright_inspect::point_to_description;
///
/// assert_eq!(point_to_description("owner", Some("repos_get")), "See `owner` of `repos_get`.");
/// assert_eq!(point_to_description("owner", None), "See `owner` above.");
/// ```
pub fn point_to_description(property: &str, tool: Option<&str>) -> String {
    match tool {
        Some(tool) => format!("See `{property}` of `{tool}`."),
        None => format!("See `{property}` above."),
    }
}
