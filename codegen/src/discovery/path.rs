/// A place of a path that an argument is put into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathParameter<'a> {
    /// The name in the braces.
    pub(super) name: &'a str,
    /// The name with its braces.
    pub(super) placeholder: &'a str,
    /// How many characters of the path stand before the placeholder's first occurrence.
    pub(super) position: usize,
}

/// The `{x}` of a path template, in their order.
pub(super) fn parameters(path: &str) -> Vec<PathParameter<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(open) = path[start..].find('{').map(|at| start + at) {
        let Some(close) = path[open..].find('}').map(|at| open + at) else {
            break;
        };
        start = close + 1;
        let placeholder = &path[open..start];
        if close > open + 1 {
            let first = path.find(placeholder).unwrap_or(open);
            found.push(PathParameter {
                name: &path[open + 1..close],
                placeholder,
                position: path[..first].chars().count(),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str) -> Vec<(&str, &str, usize)> {
        let all = parameters(path).into_iter();
        all.map(|it| (it.name, it.placeholder, it.position))
            .collect()
    }

    #[test]
    fn c26_path_parameters_are_those_in_braces_in_their_order() {
        assert_eq!(found("/pages"), []);
        assert_eq!(
            found("/sites/{site}/pages/{page}.json"),
            [("site", "{site}", 7), ("page", "{page}", 20)]
        );
        assert_eq!(found("/a/{}/{b"), []);
    }

    #[test]
    fn c26_a_repeated_path_parameter_has_two_entries_of_one_position() {
        assert_eq!(
            found("/a/{id}/b/{id}"),
            [("id", "{id}", 3), ("id", "{id}", 3)]
        );
    }
}
