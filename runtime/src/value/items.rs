use crate::value::{Cursor, Decode};

/// The items of a JSON array, to be taken one by one into a tuple.
#[derive(Debug)]
pub struct Items<'c> {
    cursor: &'c mut Cursor,
    left: usize,
}

impl<'c> Items<'c> {
    /// The items of the array that is the value at `cursor`.
    pub fn open(cursor: &'c mut Cursor) -> Self {
        let left = cursor.enter_array();
        Self { cursor, left }
    }

    /// Takes the next item.
    pub fn take<T: Decode>(&mut self) -> T {
        if self.cursor.go_to_next() {
            self.left -= 1;
        }
        T::decode(self.cursor)
    }

    /// Notes items that were not taken: they have no place in the type.
    pub fn close(self) {
        self.cursor.leave();
        if self.left > 0 {
            self.cursor
                .violation(format!("has {} items too many", self.left));
        }
    }
}
