/// A JSON value in a static table (`enum`, `const`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer that fits `i64`.
    Int(i64),
    /// An integer above `i64::MAX`.
    Uint(u64),
    /// Any other number.
    Float(f64),
    /// A string.
    Str(&'static str),
    /// An array.
    Array(&'static [Literal]),
    /// An object.
    Object(&'static [(&'static str, Literal)]),
}
