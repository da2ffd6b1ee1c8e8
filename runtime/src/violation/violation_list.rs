//! A list of violations whose size does not depend on the input.
//!
//! The first [`MAX_LISTED`] violations are kept with pointer and message, all others are counted.
//! A caller can send two million wrong items in one request: listing them all would make an error
//! of 80 MB, of which no model reads more than the beginning.

use crate::char_boundary::floor_char_boundary;
use crate::violation::Violation;

/// How many violations an error lists. A model that corrects these sees the next ones in the next
/// error; more of them only fill its context.
pub(crate) const MAX_LISTED: usize = 20;

/// Longest JSON pointer of a violation in bytes: names of properties may be as long as a request.
const MAX_POINTER: usize = 1000;

/// The first violations, and the number of all.
#[derive(Clone, Debug, Default)]
pub(crate) struct ViolationList {
    listed: Vec<Violation>,
    more: usize,
    /// Whether the search for violations ended before the input did.
    is_incomplete: bool,
}

impl ViolationList {
    /// Adds a violation. `violation` runs only if it is listed, since its texts cost time and memory.
    pub(crate) fn push_with(&mut self, violation: impl FnOnce() -> Violation) {
        if self.listed.len() < MAX_LISTED {
            let mut violation = violation();
            truncate_pointer(&mut violation.pointer);
            self.listed.push(violation);
        } else {
            self.more += 1;
        }
    }

    /// Notes that there may be more violations than were counted.
    pub(crate) fn set_incomplete(&mut self) {
        self.is_incomplete = true;
    }

    /// Number of all violations.
    pub(crate) fn len(&self) -> usize {
        self.listed.len() + self.more
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Those that are listed.
    pub(crate) fn listed(&self) -> &[Violation] {
        &self.listed
    }

    /// Those that are listed, and a last entry that says how many are not: `and 981 more`.
    pub(crate) fn into_vec(self) -> Vec<Violation> {
        let mut listed = self.listed;
        let message = match (self.more, self.is_incomplete) {
            (0, _) => return listed,
            (more, false) => format!("and {more} more"),
            (more, true) => format!("and more than {more} more"),
        };
        listed.push(Violation::new(String::new(), message));
        listed
    }
}

fn truncate_pointer(pointer: &mut String) {
    if pointer.len() <= MAX_POINTER {
        return;
    }
    pointer.truncate(floor_char_boundary(pointer, MAX_POINTER));
    // The name may have been as long as the request, and its memory is given back.
    pointer.shrink_to_fit();
    pointer.push('…');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(count: usize) -> ViolationList {
        let mut list = ViolationList::default();
        for index in 0..count {
            list.push_with(|| Violation::new(format!("/{index}"), "is wrong".to_owned()));
        }
        list
    }

    fn last(list: ViolationList) -> String {
        let listed = list.into_vec();
        listed.last().map(ToString::to_string).unwrap_or_default()
    }

    #[test]
    fn lists_the_first_and_counts_the_others() {
        assert!(list(0).into_vec().is_empty());
        assert_eq!(list(20).into_vec().len(), 20);
        assert_eq!(last(list(20)), "/19: is wrong");
        let many = list(1001);
        assert_eq!((many.len(), many.listed().len()), (1001, 20));
        assert_eq!(many.clone().into_vec().len(), 21);
        assert_eq!(last(many), "and 981 more");
    }

    #[test]
    fn says_when_it_did_not_count_all() {
        let mut some = list(1001);
        some.set_incomplete();
        assert_eq!(last(some), "and more than 981 more");
        let mut few = list(1);
        few.set_incomplete();
        assert_eq!(last(few), "/0: is wrong");
    }

    #[test]
    fn truncates_long_pointers() {
        let mut list = ViolationList::default();
        list.push_with(|| {
            Violation::new(format!("/{}", "ü".repeat(100_000)), "is wrong".to_owned())
        });
        let pointer = &list.listed()[0].pointer;
        assert!(pointer.len() < 1010 && pointer.ends_with("ü…"), "{pointer}");
    }
}
