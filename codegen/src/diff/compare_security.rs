//! What a call needs to authenticate.

use super::change_rules::{SECURITY_RELAXED, SECURITY_REQUIRED};
use super::entry::{Change, ChangeText};
use super::operation::OperationPair;
use crate::model::{Api, Requirement};

/// The schemes of an alternative by name, with their scopes.
type NamedSchemes<'a> = Vec<(&'a str, &'a [String])>;

pub(super) fn compare_security(both: OperationPair<'_>) -> Option<Change> {
    let was = named_alternatives(&both.old.security, both.versions.old.api());
    let is = named_alternatives(&both.new.security, both.versions.new.api());
    // Whoever could authenticate by an alternative of before still can, by one that asks no more.
    let is_served = |old: &NamedSchemes<'_>, by: &[NamedSchemes<'_>]| {
        by.iter().any(|new| is_no_stricter(new, old))
    };
    let suffices = was.iter().all(|old| is_served(old, &is));
    let sufficed = is.iter().all(|new| is_served(new, &was));
    let rule = match (suffices, sufficed) {
        (true, true) => return None,
        (true, false) => &SECURITY_RELAXED,
        (false, _) => &SECURITY_REQUIRED,
    };
    let text = ChangeText::replaced(describe_alternatives(&was), describe_alternatives(&is));
    Some(Change {
        old_at: Some(both.versions.old.security_address(both.old)),
        new_at: Some(both.versions.new.security_address(both.new)),
        ..both.new_change(rule, "security", text)
    })
}

fn named_alternatives<'a>(security: &'a [Requirement], api: &'a Api) -> Vec<NamedSchemes<'a>> {
    if security.is_empty() {
        return vec![Vec::new()];
    }
    let named = |requirement: &'a Requirement| {
        let named = requirement.iter().filter_map(|required| {
            let scheme = api.security.get(required.scheme)?;
            Some((scheme.name.as_str(), required.scopes.as_slice()))
        });
        named.collect()
    };
    security.iter().map(named).collect()
}

fn is_no_stricter(new: &NamedSchemes<'_>, old: &NamedSchemes<'_>) -> bool {
    new.iter().all(|(scheme, scopes)| {
        old.iter()
            .any(|(known, had)| known == scheme && scopes.iter().all(|scope| had.contains(scope)))
    })
}

fn describe_alternatives(alternatives: &[NamedSchemes<'_>]) -> String {
    let one = |named: &NamedSchemes<'_>| {
        let schemes = named
            .iter()
            .map(|(scheme, scopes)| match scopes.is_empty() {
                true => (*scheme).to_owned(),
                false => format!("{scheme} ({})", scopes.join(", ")),
            });
        let schemes: Vec<String> = schemes.collect();
        match schemes.is_empty() {
            true => "nothing".to_owned(),
            false => schemes.join(" and "),
        }
    };
    let all: Vec<String> = alternatives.iter().map(one).collect();
    all.join(", or ")
}
