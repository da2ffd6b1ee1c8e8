//! Path templates of a spec, matched against the paths of requests.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// A path template split at its slashes.
#[derive(Debug)]
pub(super) struct PathTemplate {
    segments: Vec<TemplateSegment>,
}

/// One segment: the parts between its parameters, `v1.{minor}` is `["v1.", ""]` around `minor`.
#[derive(Debug)]
struct TemplateSegment {
    literals: Vec<&'static str>,
    parameters: Vec<&'static str>,
}

impl PathTemplate {
    pub(super) fn new(path: &'static str) -> Self {
        Self {
            segments: split_path(path).map(TemplateSegment::new).collect(),
        }
    }

    /// How many segments a path needs to match.
    pub(super) fn len(&self) -> usize {
        self.segments.len()
    }

    /// Whether `path` (its segments, as they were sent) is one of the template's.
    pub(super) fn matches_path(&self, path: &[&str]) -> bool {
        self.segments.len() == path.len()
            && self
                .segments
                .iter()
                .zip(path)
                .all(|(segment, sent)| segment.matches_segment(sent))
    }

    /// Orders templates that match the same path: a literal segment wins over a parameter.
    pub(super) fn parameters(&self) -> impl Iterator<Item = bool> {
        self.segments
            .iter()
            .map(|segment| !segment.parameters.is_empty())
    }

    /// The parameter that is the whole last segment.
    pub(super) fn item_parameter(&self) -> Option<&'static str> {
        let last = self.segments.last()?;
        let whole = last.literals.iter().all(|literal| literal.is_empty());
        match last.parameters.as_slice() {
            [parameter] if whole => Some(parameter),
            _ => None,
        }
    }

    /// Whether `self` is `collection` and one parameter more.
    pub(super) fn is_item_of(&self, collection: &PathTemplate) -> bool {
        self.item_parameter().is_some()
            && self.len() == collection.len() + 1
            && self
                .segments
                .iter()
                .zip(&collection.segments)
                .all(|(left, right)| left.literals == right.literals)
    }
}

impl TemplateSegment {
    fn new(text: &'static str) -> Self {
        let mut literals = Vec::new();
        let mut parameters = Vec::new();
        let mut rest = text;
        while let Some((literal, (parameter, after))) = rest
            .split_once('{')
            .and_then(|(literal, tail)| Some((literal, tail.split_once('}')?)))
        {
            literals.push(literal);
            parameters.push(parameter);
            rest = after;
        }
        literals.push(rest);
        Self {
            literals,
            parameters,
        }
    }

    fn matches_segment(&self, sent: &str) -> bool {
        let sent = decode_segment(sent);
        let (Some(first), Some(last)) = (self.literals.first(), self.literals.last()) else {
            return false;
        };
        if self.parameters.is_empty() {
            return sent == *first;
        }
        let Some(mut rest) = sent
            .strip_prefix(first)
            .and_then(|rest| rest.strip_suffix(last))
        else {
            return false;
        };
        let between = self.literals.len().saturating_sub(2);
        for literal in self.literals.iter().skip(1).take(between) {
            match rest.split_once(literal) {
                Some((_, after)) => rest = after,
                None => return false,
            }
        }
        true
    }
}

/// The segments of a path. A slash at its end counts for nothing.
pub(super) fn split_path(path: &str) -> impl Iterator<Item = &str> {
    let path = path.strip_suffix('/').unwrap_or(path);
    path.split('/').skip(1)
}

/// A segment without percent-encoding.
pub(super) fn decode_segment(segment: &str) -> Cow<'_, str> {
    percent_decode_str(segment).decode_utf8_lossy()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(template: &'static str, path: &str) -> bool {
        PathTemplate::new(template).matches_path(&split_path(path).collect::<Vec<_>>())
    }

    #[test]
    fn matches_literals_and_parameters() {
        assert!(matches("/pets", "/pets"));
        assert!(matches("/pets", "/pets/"));
        assert!(matches("/", "/"));
        assert!(matches("/pets/{petId}", "/pets/a%2Fb"));
        assert!(!matches("/pets/{petId}", "/pets"));
        assert!(!matches("/pets", "/Pets"));
        assert!(!matches("/pets/{petId}", "/pets/1/toys"));
    }

    #[test]
    fn matches_several_parts_in_a_segment() {
        assert!(matches("/compare/{base}...{head}", "/compare/main...dev"));
        assert!(!matches("/compare/{base}...{head}", "/compare/main"));
        assert!(matches("/files/{name}.json", "/files/a.json"));
        assert!(!matches("/files/{name}.json", "/files/a.xml"));
    }

    #[test]
    fn tells_items_from_collections() {
        let pets = PathTemplate::new("/shops/{shop}/pets");
        let pet = PathTemplate::new("/shops/{s}/pets/{petId}");
        assert_eq!(pet.item_parameter(), Some("petId"));
        assert_eq!(pets.item_parameter(), None);
        assert!(pet.is_item_of(&pets));
        assert!(!pets.is_item_of(&pet));
        assert!(!PathTemplate::new("/shops/{shop}/toys/{id}").is_item_of(&pets));
        assert_eq!(PathTemplate::new("/a/{id}.json").item_parameter(), None);
    }

    #[test]
    fn takes_broken_templates_literally() {
        assert!(matches("/a/{b", "/a/{b"));
        assert!(matches("/a/b}", "/a/b}"));
    }
}
