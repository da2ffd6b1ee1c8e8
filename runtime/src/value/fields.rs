use crate::value::{Cursor, Decode, Json, Map};

/// The members of a JSON object, in any order.
pub type Members = Vec<(String, Json)>;

/// The members of a JSON object, to be taken one by one into a struct.
///
/// They are searched one after the other: most objects have few, and hashing names costs more.
#[derive(Debug)]
pub struct Fields<'c> {
    members: Members,
    cursor: &'c mut Cursor,
}

impl<'c> Fields<'c> {
    /// The members of an object which stands where `cursor` is.
    pub fn new(members: impl IntoIterator<Item = (String, Json)>, cursor: &'c mut Cursor) -> Self {
        Self::of(members.into_iter().collect(), cursor)
    }

    pub(crate) fn of(members: Members, cursor: &'c mut Cursor) -> Self {
        Self { members, cursor }
    }

    /// Takes the member `name`.
    #[inline(never)]
    pub fn take<T: Decode>(&mut self, name: &'static str) -> T {
        let member = self.remove(name);
        self.cursor.at_name(name, |at| match member {
            Some(value) => T::decode(value, at),
            None => T::absent(at),
        })
    }

    /// Takes all members that are left as one value: a body whose properties stand beside the
    /// parameters.
    pub fn rest<T: Decode>(&mut self) -> T {
        let members = std::mem::take(&mut self.members);
        T::decode_members(members, self.cursor)
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
        for (name, _) in &self.members {
            self.cursor.violation(format!(
                "Additional properties are not allowed ('{name}' was unexpected)"
            ));
        }
    }

    /// Whether everything taken so far fitted.
    pub fn is_ok(&self) -> bool {
        self.cursor.violations().is_empty()
    }

    /// Removes a member and leaves the others in their order.
    fn remove(&mut self, name: &str) -> Option<Json> {
        let position = self.members.iter().position(|(key, _)| key == name)?;
        Some(self.members.remove(position).1)
    }
}
