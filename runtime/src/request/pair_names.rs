//! The names under which pairs of a query, a cookie or a form are sent. A member of an object whose style spreads it gets a
//! pair of its own (`form` with explode, `deepObject`). Its name can be any text where the object allows further members,
//! also the name of another parameter, of which a server may take the last: a caller would set what is fixed or hidden,
//! or send what the schema of the other parameter forbids.

use crate::request::Style;
use crate::request::style_expansion::for_each_leaf;
use crate::request::value_shape::ValueShape;

/// The names of the pairs of one part of a request.
#[derive(Clone, Debug, Default)]
pub(super) struct PairNames {
    /// Parameters of the operation, whether they are sent or not.
    declared: Vec<&'static str>,
    /// The parameter, and the name of a pair that a member of it is sent as.
    members: Vec<(&'static str, String)>,
}

impl PairNames {
    /// Notes a parameter of the operation and what it is sent as. Returns the parameters, each with the name of its member,
    /// that would be taken for another.
    pub(super) fn declare(
        &mut self,
        name: &'static str,
        style: Style,
        shape: Option<&ValueShape>,
    ) -> Vec<(&'static str, String)> {
        let earlier = self.members.iter();
        let mut clashes: Vec<_> = earlier
            .filter(|(_, member)| are_confusable(member, name))
            .cloned()
            .collect();
        for member in shape.map_or_else(Vec::new, |shape| member_names(name, style, shape)) {
            let mut others = self.declared.iter().filter(|other| **other != name);
            if others.any(|other| are_confusable(&member, other)) {
                clashes.push((name, member.clone()));
            }
            self.members.push((name, member));
        }
        self.declared.push(name);
        clashes
    }
}

/// Requests are equal if they send the same, and these names are not sent.
impl PartialEq for PairNames {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The names of the pairs that members of a value are sent as.
pub(super) fn member_names(name: &str, style: Style, shape: &ValueShape) -> Vec<String> {
    match shape {
        ValueShape::Members(members) if style.is_exploded() => {
            members.iter().map(|(member, _)| member.clone()).collect()
        }
        ValueShape::Tree(value) => {
            let mut names = Vec::new();
            for_each_leaf(name, value, &mut |leaf, _| names.push(leaf.to_owned()));
            names
        }
        _ => Vec::new(),
    }
}

/// Whether a server may take the pair of one name for that of the other. Many ignore the case of letters; for many others,
/// `a[]` and `a[b]` are values of `a`.
pub(super) fn are_confusable(one: &str, other: &str) -> bool {
    let (shorter, longer) = match one.len() <= other.len() {
        true => (one.as_bytes(), other.as_bytes()),
        false => (other.as_bytes(), one.as_bytes()),
    };
    let (start, rest) = longer.split_at(shorter.len());
    start.eq_ignore_ascii_case(shorter) && matches!(rest.first(), None | Some(b'['))
}

/// What is wrong with a value of which a member would be taken for another parameter.
pub(super) fn describe_clash(member: &str) -> String {
    format!(
        "has a member that would be sent as '{member}', which is the name of another parameter of this operation; leave it out"
    )
}

#[cfg(test)]
mod tests {
    use super::are_confusable;

    #[test]
    fn names_differ_by_more_than_case_and_brackets() {
        for (one, other) in [
            ("a", "a"),
            ("Tenant", "tenant"),
            ("tenant[]", "tenant"),
            ("a", "A[b][c]"),
        ] {
            assert!(are_confusable(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("a", "b"),
            ("page[size]", "page[number]"),
            ("tenant", "tenants"),
            ("", "a"),
            ("é", "è"),
        ] {
            assert!(!are_confusable(one, other), "{one} {other}");
        }
    }
}
