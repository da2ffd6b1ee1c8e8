//! Paths that differ by a slip: the case of a letter, a slash too many, a segment too many or too few.

use super::words::sorted_words;

/// A path of more segments is not compared: the cost grows with the square of their number.
const MAX_SEGMENTS: usize = 64;

/// The path with its slashes and the case of its fixed segments as the template has them, if nothing
/// else differs. The values of placeholders stay as they are.
///
/// ```
/// use toolwright_inspect::suggest::correct_path_slips;
///
/// let correct = |path| correct_path_slips("/pages/{id}/Items", path);
/// assert_eq!(correct("/Pages//aB/items/").as_deref(), Some("/pages/aB/Items"));
/// assert_eq!(correct("/pages/{ID}/items").as_deref(), Some("/pages/{id}/Items"));
/// assert_eq!(correct("/page/7/items"), None);
/// ```
pub fn correct_path_slips(template: &str, path: &str) -> Option<String> {
    let (template_path, template_query) = split_query(template);
    let (path, query) = split_query(path);
    if query.is_empty() != template_query.is_empty() {
        return None;
    }
    let mut segments = path.split('/').filter(|segment| !segment.is_empty());
    let mut corrected = String::with_capacity(template.len() + path.len());
    for (at, known) in template_path.split('/').enumerate() {
        if at > 0 {
            corrected.push('/');
        }
        if !known.is_empty() {
            let segment = segments.next()?;
            let is_same = segment.eq_ignore_ascii_case(known);
            if !is_same && !known.contains('{') {
                return None;
            }
            corrected.push_str(if is_same { known } else { segment });
        }
    }
    corrected.push_str(query);
    segments.next().is_none().then_some(corrected)
}

/// A path and its query with the question mark.
fn split_query(path: &str) -> (&str, &str) {
    path.split_at(path.find('?').unwrap_or(path.len()))
}

/// How much of two paths is the same, from 0 to 1: the segments that both have in the same order (longest
/// common subsequence), of as many as the longer one has. A placeholder of the template is the same as
/// any one segment; plurals, case and the order of the words of a segment do not count.
pub(super) fn path_likeness(template: &str, path: &PathWords) -> f64 {
    let template = PathWords::new(template);
    let (rows, columns) = (&template.segments, &path.segments);
    if rows.len().max(columns.len()) > MAX_SEGMENTS {
        return 0.0;
    }
    if rows.is_empty() || columns.is_empty() {
        return if rows.len() == columns.len() {
            1.0
        } else {
            0.0
        };
    }
    // A placeholder that fits is worth less than a word that does, which tells more.
    let mut best = vec![0.0_f64; columns.len() + 1];
    for row in rows {
        let mut diagonal = 0.0_f64;
        for (at, column) in columns.iter().enumerate() {
            let fits: f64 = match (row, column) {
                (Segment::Words(one), Segment::Words(other)) if one == other => 1.0,
                (Segment::Placeholder, Segment::Placeholder) => 1.0,
                (Segment::Placeholder, Segment::Words(_)) => 0.75,
                _ => 0.0,
            };
            let above = best[at + 1];
            best[at + 1] = (diagonal + fits).max(above).max(best[at]);
            diagonal = above;
        }
    }
    best[columns.len()] / rows.len().max(columns.len()) as f64
}

/// The segments of a path, as they are compared.
pub(super) struct PathWords {
    segments: Vec<Segment>,
}

enum Segment {
    Words(Vec<String>),
    Placeholder,
}

impl PathWords {
    pub(super) fn new(path: &str) -> Self {
        let (path, _) = split_query(path);
        let segments = path.split('/').filter(|segment| !segment.is_empty());
        let segments = segments
            .take(MAX_SEGMENTS + 1)
            .map(|segment| match segment.contains('{') {
                true => Segment::Placeholder,
                false => Segment::Words(sorted_words(segment)),
            });
        Self {
            segments: segments.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_corrected() {
        for (template, path, corrected) in [
            ("/pages", "/pages/", Some("/pages")),
            ("/pages/", "/Pages", Some("/pages/")),
            ("/a/{id}.json", "/A/x.JSON", Some("/a/x.JSON")),
            ("/a?do={x}", "/A/?do=B", Some("/a?do=B")),
            ("/a?do={x}", "/A/", None),
            ("/a", "/A?x=1", None),
            ("/a/{id}", "/a", None),
            ("/a", "/a/b", None),
            ("/", "/", Some("/")),
            ("/a", "", None),
        ] {
            assert_eq!(
                correct_path_slips(template, path).as_deref(),
                corrected,
                "{template} {path}"
            );
        }
    }

    #[test]
    fn paths_are_compared_segment_by_segment() {
        let likeness = |template: &str, path: &str| path_likeness(template, &PathWords::new(path));
        assert_eq!(likeness("/pages/{id}", "/page/{x}"), 1.0);
        assert_eq!(likeness("/v1/pages", "/pages"), 0.5);
        assert!(likeness("/pages/{id}", "/pages/7") > likeness("/pages/{id}", "/pages"));
        assert_eq!(likeness("/pages", "/users"), 0.0);
        assert_eq!((likeness("/", "/"), likeness("/", "/a")), (1.0, 0.0));
        assert_eq!(likeness("/a", &"/a".repeat(10_000)), 0.0);
    }
}
