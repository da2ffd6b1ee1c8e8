use std::fmt::Write as _;

use crate::value::push_escaped;

/// Where the walk stands, as a list on the stack; a text is made of it only for a violation.
#[derive(Clone, Copy)]
pub(super) enum Path<'a> {
    Root,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl Path<'_> {
    pub(super) fn pointer(&self) -> String {
        let mut pointer = String::new();
        self.push_to(&mut pointer);
        pointer
    }

    fn push_to(&self, pointer: &mut String) {
        match self {
            Self::Root => {}
            Self::Key(parent, key) => {
                parent.push_to(pointer);
                pointer.push('/');
                push_escaped(pointer, key);
            }
            Self::Index(parent, index) => {
                parent.push_to(pointer);
                let _ = write!(pointer, "/{index}");
            }
        }
    }
}
