//! Places in a spec as linked steps on the stack. Reading visits every value and reports few of them, so a JSON pointer
//! is written only when somebody asks for it.

use std::fmt::Write;

use crate::source::address;
use crate::source::pointer::push_token;

/// A place in the spec or in a document that it refers to. Its address is written only when somebody asks for it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'p> {
    /// The place of a known address.
    At(&'p str),
    Key(&'p Place<'p>, &'p str),
    Index(&'p Place<'p>, usize),
}

impl<'p> Place<'p> {
    pub(super) const ROOT: Place<'static> = Place::At("");

    pub(super) const fn key(&'p self, key: &'p str) -> Self {
        Self::Key(self, key)
    }

    pub(super) const fn index(&'p self, index: usize) -> Self {
        Self::Index(self, index)
    }

    /// The name of the document that it is in.
    pub(super) fn document(&self) -> &'p str {
        let mut place = self;
        loop {
            match place {
                Self::At(address) => return address::split(address).0,
                Self::Key(parent, _) | Self::Index(parent, _) => place = parent,
            }
        }
    }

    /// How many steps it is away from the pointer that it started at.
    pub(super) fn depth(&self) -> usize {
        let mut depth = 0;
        let mut place = self;
        while let Self::Key(parent, _) | Self::Index(parent, _) = place {
            depth += 1;
            place = parent;
        }
        depth
    }

    pub(super) fn to_pointer(self) -> String {
        let mut text = String::new();
        self.write_pointer(&mut text);
        text
    }

    fn write_pointer(&self, text: &mut String) {
        match self {
            Self::At(pointer) => text.push_str(pointer),
            Self::Key(parent, key) => {
                parent.write_pointer(text);
                push_token(text, key);
            }
            Self::Index(parent, index) => {
                parent.write_pointer(text);
                let _ = write!(text, "/{index}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_an_escaped_pointer() {
        let paths = Place::At("/paths");
        let item = paths.key("/a~b/{id}");
        let place = item.index(3);
        assert_eq!(place.to_pointer(), "/paths/~1a~0b~1{id}/3");
        assert_eq!(place.depth(), 2);
        assert_eq!(place.document(), "");
        let pets = Place::At("pets.yaml#");
        let place = pets.key("Pet");
        assert_eq!(
            (place.document(), place.to_pointer()),
            ("pets.yaml", "pets.yaml#/Pet".into())
        );
    }
}
