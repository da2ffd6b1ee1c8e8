use std::fmt::Write as _;

use crate::json::push_escaped;

/// Where the walk stands, as a list on the stack; a text is made of it only for a violation.
#[derive(Clone, Copy)]
pub(super) enum InstancePath<'a> {
    Root,
    Key(&'a InstancePath<'a>, &'a str),
    Index(&'a InstancePath<'a>, usize),
}

impl InstancePath<'_> {
    pub(super) fn to_pointer(self) -> String {
        let mut pointer = String::new();
        self.push_to_pointer(&mut pointer);
        pointer
    }

    fn push_to_pointer(self, pointer: &mut String) {
        match self {
            Self::Root => {}
            Self::Key(parent, key) => {
                parent.push_to_pointer(pointer);
                pointer.push('/');
                push_escaped(pointer, key);
            }
            Self::Index(parent, index) => {
                parent.push_to_pointer(pointer);
                let _ = write!(pointer, "/{index}");
            }
        }
    }
}
