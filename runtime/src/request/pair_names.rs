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
    /// What members of them are sent as.
    members: Vec<Member>,
}

/// A member of a parameter that is sent as a pair of its own.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member {
    pub(super) parameter: &'static str,
    /// The name of the pair.
    pub(super) sent_as: String,
}

impl PairNames {
    /// Those of an operation whose path has a query, `/bucket?comp=list`: no member is to take its place.
    pub(super) fn for_template(path: &'static str) -> Self {
        let without_fragment = path.split('#').next().unwrap_or_default();
        let query = without_fragment
            .split_once('?')
            .map_or("", |(_, query)| query);
        let names = query.split('&').filter_map(|pair| pair.split('=').next());
        Self {
            declared: names.filter(|name| !name.is_empty()).collect(),
            members: Vec::new(),
        }
    }

    /// Notes a parameter of the operation and what it is sent as. Returns the members that would be taken for another.
    pub(super) fn note_parameter(
        &mut self,
        name: &'static str,
        style: Style,
        shape: Option<&ValueShape>,
    ) -> Vec<Member> {
        let earlier = self.members.iter();
        let mut clashes: Vec<Member> = earlier
            .filter(|earlier| are_confusable(&earlier.sent_as, name))
            .cloned()
            .collect();
        if let Some(shape) = shape {
            let as_member = |sent_as| Member {
                parameter: name,
                sent_as,
            };
            let others = || self.declared.iter().copied();
            let found = find_confusable_members(name, style, shape, others);
            clashes.extend(found.into_iter().map(as_member));
            let members = member_names(name, style, shape);
            self.members.extend(members.into_iter().map(as_member));
        }
        self.declared.push(name);
        clashes
    }
}

/// The members of a parameter that would be taken for one of the others, by the names that they are sent as.
pub(super) fn find_confusable_members<'a, Names: Iterator<Item = &'a str>>(
    name: &str,
    style: Style,
    shape: &ValueShape,
    others: impl Fn() -> Names,
) -> Vec<String> {
    let mut members = member_names(name, style, shape);
    members.retain(|member| others().any(|other| other != name && are_confusable(member, other)));
    members
}

/// Requests are equal if they send the same, and these names are not sent.
impl PartialEq for PairNames {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The names of the pairs that members of a value are sent as.
fn member_names(name: &str, style: Style, shape: &ValueShape) -> Vec<String> {
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
fn are_confusable(one: &str, other: &str) -> bool {
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
    use serde_json::json;

    use super::are_confusable;
    use crate::{Encoding, HttpRequest, Method, Style};

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

    #[test]
    fn members_are_not_sent_as_other_parameters() {
        let evil = json!({"Tenant": "evil"});
        let mut request = HttpRequest::new(Method::Get, "/s?comp=list");
        request.query("extra", &evil);
        request.query("tenant", &"acme");
        request.query("hidden", &None::<String>);
        request.query("more", &json!({"hidden[]": "1"}));
        request.query("other", &json!({"comp": "acl", "free": "1"}));
        request.query_with_style("page", Style::DeepObject, &json!({"size": 1}));
        request.query("page[number]", &2);
        request.cookie("theme", &None::<String>);
        request.cookie("crumbs", &json!({"theme": "dark"}));
        let found: Vec<&str> = request
            .problems()
            .iter()
            .map(|it| it.pointer.as_str())
            .collect();
        assert_eq!(found, ["/extra", "/more", "/other", "/crumbs"]);
        assert_eq!(
            request.problems()[0].message,
            "has a member that would be sent as 'Tenant', which is the name of another parameter of this operation; leave \
             it out"
        );

        let mut form = HttpRequest::new(Method::Post, "/s");
        let encodings = [("o", Encoding::with_style(Style::FormExploded))];
        form.form_with_encodings(
            "/body",
            &encodings,
            &json!({"o": {"tenant": "evil"}, "tenant": "acme"}),
        );
        assert_eq!(form.problems()[0].pointer, "/body/o");
    }
}
