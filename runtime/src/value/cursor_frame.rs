//! An object or array that a cursor has entered: what is left of it, and the step that a JSON pointer needs.

use std::fmt::Write as _;
use std::vec;

use crate::json::{Json, push_escaped};
use crate::value::Members;
use crate::value::cursor::Value;

/// An object or array that a cursor is in, and what of it is left to decode.
///
/// The members stand in reverse: most are taken in their order, and the end of a list is where
/// taking moves nothing.
#[derive(Debug, Default)]
pub(super) struct Frame {
    members: Members,
    items: vec::IntoIter<Json>,
    step: FrameStep,
    is_wrong: bool,
    is_part: bool,
}

/// Where in it the cursor is.
#[derive(Debug, Default)]
enum FrameStep {
    #[default]
    Whole,
    Name(&'static str),
    Key(String),
    Index(usize),
}

impl Frame {
    /// An object whose members are `members`, the last one first.
    pub(super) fn for_object(members: Members) -> Self {
        Self {
            members,
            ..Self::default()
        }
    }

    /// The same, of which the object around it gets what is left.
    pub(super) fn for_flattened(members: Members) -> Self {
        Self {
            is_part: true,
            ..Self::for_object(members)
        }
    }

    /// Whether what is left belongs to the object around it.
    pub(super) fn is_flattened(&self) -> bool {
        self.is_part
    }

    /// Takes the members that a part of this object left.
    pub(super) fn take_back(&mut self, part: Self) {
        self.members = part.members;
    }

    /// Whether a member of that name is left.
    pub(super) fn has_member(&self, name: &str) -> bool {
        self.members.iter().any(|(key, _)| key == name)
    }

    pub(super) fn for_array(items: Vec<Json>) -> Self {
        Self {
            items: items.into_iter(),
            ..Self::default()
        }
    }

    /// In the place of a value that was reported as wrong.
    pub(super) fn for_wrong_value() -> Self {
        Self {
            is_wrong: true,
            ..Self::default()
        }
    }

    /// Whether no members are left.
    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// How many items are left.
    pub(super) fn items_left(&self) -> usize {
        self.items.len()
    }

    /// Goes to a member and takes it. The others keep their order.
    ///
    /// They are searched one after the other: most objects have few, and hashing names costs more.
    pub(super) fn take_member(&mut self, name: &'static str) -> Value {
        self.step = FrameStep::Name(name);
        match self.members.iter().rposition(|(key, _)| key == name) {
            Some(position) => Value::Json(self.members.remove(position).1),
            // A second message about a member of something that is wrong as a whole would not help.
            None if self.is_wrong => Value::Wrong,
            None => Value::Absent,
        }
    }

    /// Takes all members that are left.
    pub(super) fn take_rest(&mut self) -> Value {
        self.step = FrameStep::Whole;
        if self.is_wrong {
            return Value::Wrong;
        }
        Value::Members(std::mem::take(&mut self.members))
    }

    /// Goes to the next item or member and takes it.
    pub(super) fn take_next(&mut self) -> Option<Json> {
        // A frame has members or items, never both.
        if let Some((name, value)) = self.members.pop() {
            self.step = FrameStep::Key(name);
            return Some(value);
        }
        let value = self.items.next()?;
        self.step = match self.step {
            FrameStep::Index(index) => FrameStep::Index(index + 1),
            _ => FrameStep::Index(0),
        };
        Some(value)
    }

    /// The name of the member that [`take_next`](Self::take_next) went to, for whom its place is over.
    pub(super) fn take_key(&mut self) -> String {
        match std::mem::take(&mut self.step) {
            FrameStep::Key(name) => name,
            _ => String::new(),
        }
    }

    /// The names of the members that are left.
    pub(super) fn into_names(self) -> impl Iterator<Item = String> {
        self.members.into_iter().rev().map(|(name, _)| name)
    }

    /// Appends the place of the cursor to a JSON pointer.
    pub(super) fn push_step(&self, pointer: &mut String) {
        match &self.step {
            FrameStep::Whole => {}
            FrameStep::Name(name) => push_token(pointer, name),
            FrameStep::Key(key) => push_token(pointer, key),
            FrameStep::Index(index) => {
                let _ = write!(pointer, "/{index}");
            }
        }
    }
}

fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    push_escaped(pointer, token);
}
