use crate::schema::Literal;
use crate::value::cursor::Value;
use crate::value::{Cursor, Decode, Json, Map};

/// The members of a JSON object, in any order.
pub type Members = Vec<(String, Json)>;

/// The members of a JSON object, to be taken one by one into a struct.
#[derive(Debug)]
pub struct Fields<'c> {
    cursor: &'c mut Cursor,
}

impl<'c> Fields<'c> {
    /// The members of an object which stands where `cursor` is.
    pub fn new(members: impl IntoIterator<Item = (String, Json)>, cursor: &'c mut Cursor) -> Self {
        cursor.enter_members(members.into_iter().collect());
        Self { cursor }
    }

    /// The members of the object that is the value at `cursor`.
    pub fn open(cursor: &'c mut Cursor) -> Self {
        cursor.enter_object();
        Self { cursor }
    }

    /// Takes the member `name`.
    #[inline(never)]
    pub fn take<T: Decode>(&mut self, name: &'static str) -> T {
        self.cursor.go_to_member(name);
        T::decode(self.cursor)
    }

    /// Takes all members that are left as one value: a body whose properties stand beside the
    /// parameters.
    pub fn rest<T: Decode>(&mut self) -> T {
        self.cursor.go_to_rest();
        T::decode(self.cursor)
    }

    /// Takes all members that are left as an optional value: `None` when none are left.
    pub fn rest_if_any<T: Decode>(&mut self) -> Option<T> {
        if self.cursor.is_empty() {
            return None;
        }
        Some(self.rest())
    }

    /// Takes all members that are left, by name (`additionalProperties`).
    pub fn rest_by_name<T: Decode>(&mut self) -> Map<T> {
        Map::of_members(self.cursor)
    }

    /// Whether there is a member `name` that was not taken.
    pub fn has(&self, name: &str) -> bool {
        self.cursor.has_member(name)
    }

    /// Takes the member `name`, or decodes `default` where there is none.
    pub fn take_or<T: Decode>(&mut self, name: &'static str, default: &Literal) -> T {
        if self.cursor.has_member(name) {
            return self.take(name);
        }
        self.cursor.put(Value::Json(default.to_json()));
        T::decode(self.cursor)
    }

    /// Takes those of the members that are left which `T` has a place for.
    pub fn part<T: Decode>(&mut self) -> T {
        self.cursor.go_to_part();
        T::decode(self.cursor)
    }

    /// Goes to the member `name`.
    pub fn member(&mut self, name: &'static str) -> &mut Cursor {
        self.cursor.go_to_member(name);
        self.cursor
    }

    /// Drops the member `name`, which was looked at before.
    pub fn skip(&mut self, name: &'static str) {
        let _ = self.cursor.has_member(name) && self.take::<Json>(name).is_null();
    }

    /// Ends an object that may have members which its type has no place for.
    pub fn close_open(&mut self) {
        self.cursor.leave_open();
    }

    /// Notes every member that was not taken: it has no place in the type, and nothing is dropped
    /// in silence.
    pub fn close(&mut self) {
        self.cursor.leave();
    }

    /// Whether everything taken so far fitted.
    pub fn is_ok(&self) -> bool {
        self.cursor.violations().is_empty()
    }
}
