//! Names are searched for in the order that they mostly come in: that of the schema. Behind the
//! last hit the search is over at once.

use serde_json::Map;
use serde_json::map::Iter;

use crate::json::Json;
use crate::schema::Property;

/// Up to how many members a scan costs less than a hash of the name.
const SCANNED: usize = 8;

/// Finds the members of an object.
pub(super) struct MemberSearch<'a> {
    members: &'a Map<String, Json>,
    rest: Iter<'a>,
}

impl<'a> MemberSearch<'a> {
    pub(super) fn new(members: &'a Map<String, Json>) -> Self {
        Self {
            members,
            rest: members.iter(),
        }
    }

    pub(super) fn find(&mut self, name: &str) -> Option<&'a Json> {
        let mut rest = self.rest.clone();
        let value = match rest.next() {
            Some((key, value)) if key == name => value,
            _ if self.members.len() > SCANNED => return self.members.get(name),
            _ => {
                rest = self.members.iter();
                rest.find(|(key, _)| *key == name)?.1
            }
        };
        self.rest = rest;
        Some(value)
    }
}

/// Finds the properties of a schema.
pub(super) struct PropertySearch<'a> {
    properties: &'a [Property],
    next: usize,
}

impl<'a> PropertySearch<'a> {
    pub(super) fn new(properties: &'a [Property]) -> Self {
        Self {
            properties,
            next: 0,
        }
    }

    pub(super) fn find(&mut self, name: &str) -> Option<&'a Property> {
        let is_it = |property: &Property| property.name() == name;
        let (before, after) = self.properties.split_at(self.next);
        let index = match after.iter().position(is_it) {
            Some(index) => self.next + index,
            None => before.iter().position(is_it)?,
        };
        self.next = index + 1;
        self.properties.get(index)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::{Optional, Schema};

    #[test]
    fn members_are_found_in_any_order() {
        for count in [0, 1, SCANNED, SCANNED + 1] {
            let members: Map<_, _> = (0..count).map(|i| (i.to_string(), json!(i))).collect();
            let mut search = MemberSearch::new(&members);
            for index in (0..count).chain((0..count).rev()) {
                assert_eq!(search.find(&index.to_string()), Some(&json!(index)));
                assert_eq!(search.find("other"), None);
            }
        }
    }

    #[test]
    fn properties_are_found_in_any_order() {
        let properties = ["a", "b", "c"].map(|name| Optional(name, Schema::ANY));
        let mut search = PropertySearch::new(&properties);
        for name in ["a", "b", "c", "c", "b", "a", "c", "a"] {
            assert_eq!(search.find(name).map(Property::name), Some(name));
            assert!(search.find("other").is_none());
        }
    }
}
