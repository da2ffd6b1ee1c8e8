use crate::value::{Cursor, Decode};

/// The items of a JSON array, to be taken one by one into a tuple.
///
/// ```
/// use serde_json::json;
/// use toolwright::value::{Cursor, Decode, Fields, TupleItems};
///
/// struct Point(f64, f64);
///
/// impl Decode for Point {
///     fn decode(at: &mut Cursor) -> Self {
///         let mut items = TupleItems::open(at);
///         let decoded = Self(items.take(), items.take());
///         items.close();
///         decoded
///     }
/// }
///
/// let mut cursor = Cursor::new();
/// let mut fields = Fields::new([("at".to_owned(), json!([52.5, 13.4, 0]))], &mut cursor);
/// let point: Point = fields.take("at");
/// assert_eq!((point.0, point.1), (52.5, 13.4));
/// assert_eq!(cursor.violations().len(), 1);
/// ```
#[derive(Debug)]
pub struct TupleItems<'c> {
    cursor: &'c mut Cursor,
    left: usize,
}

impl<'c> TupleItems<'c> {
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
        self.cursor.leave_frame();
        if self.left > 0 {
            self.cursor
                .violation(format!("has {} items too many", self.left));
        }
    }
}
