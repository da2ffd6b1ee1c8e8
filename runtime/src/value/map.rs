//! A JSON object with values of one type, in the order in which they came: `additionalProperties` in Rust.

use crate::value::{Cursor, Decode, Encode, Encoder};

/// A JSON object with values of one type, in the order in which they came.
///
/// ```
/// let sizes: toolwright::Map<i64> = [("small".to_owned(), 1)].into_iter().collect();
/// assert_eq!(sizes.get("small"), Some(&1));
/// ```
///
/// Generated code has one for `additionalProperties`:
///
/// ```
/// let mut sizes = toolwright::Map::new();
/// assert!(sizes.is_empty());
/// assert_eq!(sizes.insert("small", 1), None);
/// assert_eq!(sizes.insert("small", 2), Some(1));
/// assert_eq!(sizes.len(), 1);
/// assert_eq!(sizes.iter().collect::<Vec<_>>(), [("small", &2)]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Map<T>(Vec<(String, T)>);

impl<T> Map<T> {
    /// A map with no members.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The value under `name`.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.iter().find(|(key, _)| *key == name).map(|(_, v)| v)
    }

    /// The value under `name`, to be changed.
    ///
    /// ```
    /// let mut sizes: toolwright::Map<i64> = [("small".to_owned(), 1)].into_iter().collect();
    /// if let Some(size) = sizes.get_mut("small") {
    ///     *size += 1;
    /// }
    /// assert_eq!(sizes.into_iter().next(), Some(("small".to_owned(), 2)));
    /// ```
    pub fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        let mut members = self.0.iter_mut();
        members.find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Puts `value` under `name` and returns what was there.
    pub fn insert(&mut self, name: impl Into<String>, value: T) -> Option<T> {
        let name = name.into();
        match self.0.iter_mut().find(|(key, _)| *key == name) {
            Some((_, old)) => Some(std::mem::replace(old, value)),
            None => {
                self.0.push((name, value));
                None
            }
        }
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The members in order, by value.
    pub(super) fn into_members(self) -> impl Iterator<Item = (String, T)> {
        self.0.into_iter()
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> Default for Map<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> FromIterator<(String, T)> for Map<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(members: I) -> Self {
        Self(members.into_iter().collect())
    }
}

impl<T> IntoIterator for Map<T> {
    type Item = (String, T);
    type IntoIter = std::vec::IntoIter<(String, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Map<T> {
    type Item = &'a (String, T);
    type IntoIter = std::slice::Iter<'a, (String, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<T: Decode> Map<T> {
    /// What is left of the object that `at` is in.
    pub(super) fn from_remaining_members(at: &mut Cursor) -> Self {
        let mut members = Self::new();
        while at.go_to_next() {
            let value = T::decode(at);
            // The key is taken after the value is decoded, since violations in the value need it for their
            // pointer.
            members.0.push((at.take_key(), value));
        }
        members
    }
}

impl<T: Decode> Decode for Map<T> {
    fn decode(at: &mut Cursor) -> Self {
        if at.is_tolerated_absence() {
            return Self::new();
        }
        at.enter_object();
        let members = Self::from_remaining_members(at);
        at.leave_frame();
        members
    }
}

impl<T: Encode> Encode for Map<T> {
    fn encode(&self, out: &mut Encoder) {
        let mut object = out.open_object();
        object.rest(self);
        object.close();
    }
}
