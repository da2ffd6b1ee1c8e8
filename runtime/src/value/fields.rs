use serde_json::Map as JsonMap;

use crate::value::{Cursor, Decode, Json, Map};

/// The members of a JSON object, to be taken one by one into a struct.
#[derive(Debug)]
pub struct Fields<'c> {
    members: JsonMap<String, Json>,
    cursor: &'c mut Cursor,
}

impl<'c> Fields<'c> {
    /// The members of `object`, which stands where `cursor` is.
    pub fn new(members: JsonMap<String, Json>, cursor: &'c mut Cursor) -> Self {
        Self { members, cursor }
    }

    /// Takes the member `name`.
    #[inline(never)]
    pub fn take<T: Decode>(&mut self, name: &'static str) -> T {
        let member = self.members.swap_remove(name);
        self.cursor.at_name(name, |at| match member {
            Some(value) => T::decode(value, at),
            None => T::absent(at),
        })
    }

    /// Takes all members that are left as one value: a body whose properties stand beside the
    /// parameters. When none are left, the value is what `T` makes of an empty object, or absent.
    pub fn rest<T: Decode>(&mut self) -> T {
        let members = std::mem::take(&mut self.members);
        T::decode(Json::Object(members), self.cursor)
    }

    /// Takes all members that are left as an optional value: `None` when none are left.
    pub fn rest_if_any<T: Decode>(&mut self) -> Option<T> {
        (!self.members.is_empty()).then(|| self.rest())
    }

    /// Takes all members that are left, by name (`additionalProperties`).
    pub fn rest_by_name<T: Decode>(&mut self) -> Map<T> {
        std::mem::take(&mut self.members)
            .into_iter()
            .map(|(name, value)| {
                let decoded = self.cursor.at_key(name.clone(), |at| T::decode(value, at));
                (name, decoded)
            })
            .collect()
    }

    /// Notes every member that was not taken: it has no place in the type, and nothing is dropped
    /// in silence.
    pub fn finish(&mut self) {
        for name in self.members.keys() {
            self.cursor
                .violation(format!("'{name}' is not a known property"));
        }
    }

    /// Whether everything taken so far fitted.
    pub fn is_ok(&self) -> bool {
        self.cursor.violations().is_empty()
    }
}
