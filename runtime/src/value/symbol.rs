use crate::value::{Cursor, Json, scalar};

/// An enum whose variants stand for strings.
///
/// ```
/// use toolwright::generated::*;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum PetStatus {
///     Available,
///     Sold,
/// }
///
/// impl Symbol for PetStatus {
///     const ALL: &'static [Self] = &[Self::Available, Self::Sold];
///
///     fn name(self) -> &'static str {
///         match self {
///             Self::Available => "available",
///             Self::Sold => "sold",
///         }
///     }
/// }
///
/// symbol!(PetStatus);
///
/// let mut reply = Reply::new(200, "application/json", r#"["sold"]"#);
/// assert_eq!(reply.json::<Vec<PetStatus>>(), [PetStatus::Sold]);
/// assert_eq!(PetStatus::Available.name(), "available");
/// ```
pub trait Symbol: Copy + 'static {
    /// Every variant, in the order of the spec.
    const ALL: &'static [Self];

    /// The string that a variant stands for.
    fn name(self) -> &'static str;
}

/// An enum whose variants stand for integers.
///
/// ```
/// use toolwright::generated::*;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Level {
///     Low,
///     High,
/// }
///
/// impl Code for Level {
///     const ALL: &'static [Self] = &[Self::Low, Self::High];
///
///     fn value(self) -> i64 {
///         match self {
///             Self::Low => 1,
///             Self::High => 9,
///         }
///     }
/// }
///
/// code!(Level);
///
/// let mut reply = Reply::new(200, "application/json", "9");
/// assert_eq!(reply.json::<Level>(), Level::High);
/// assert_eq!(Level::Low.value(), 1);
/// ```
pub trait Code: Copy + 'static {
    /// Every variant, in the order of the spec.
    const ALL: &'static [Self];

    /// The integer that a variant stands for.
    fn value(self) -> i64;
}

/// An enum whose variants stand for strings, and one of them for any other string.
///
/// An upstream may send what its spec does not name, so enums of responses are open:
///
/// ```
/// use toolwright::generated::*;
///
/// #[derive(Clone, Debug, PartialEq)]
/// enum PetStatus {
///     Sold,
///     Other(String),
/// }
///
/// impl OpenSymbol for PetStatus {
///     fn of(name: String) -> Self {
///         match name.as_str() {
///             "sold" => Self::Sold,
///             _ => Self::Other(name),
///         }
///     }
///
///     fn name(&self) -> &str {
///         match self {
///             Self::Sold => "sold",
///             Self::Other(name) => name,
///         }
///     }
/// }
///
/// open_symbol!(PetStatus);
///
/// let mut reply = Reply::new(200, "application/json", r#"["sold", "lent"]"#);
/// let read: Vec<PetStatus> = reply.json();
/// assert_eq!(read, [PetStatus::Sold, PetStatus::Other("lent".to_owned())]);
/// assert_eq!(read[1].name(), "lent");
/// ```
pub trait OpenSymbol: Sized {
    /// The variant that stands for a string.
    fn of(name: String) -> Self;

    /// The string that a variant stands for.
    fn name(&self) -> &str;
}

/// An enum whose variants stand for integers, and one of them for any other integer.
///
/// ```
/// use toolwright::generated::*;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Level {
///     High,
///     Other(i64),
/// }
///
/// impl OpenCode for Level {
///     fn of(value: i64) -> Self {
///         match value {
///             9 => Self::High,
///             _ => Self::Other(value),
///         }
///     }
///
///     fn value(self) -> i64 {
///         match self {
///             Self::High => 9,
///             Self::Other(value) => value,
///         }
///     }
/// }
///
/// open_code!(Level);
///
/// let mut reply = Reply::new(200, "application/json", "[9, 10]");
/// let read: Vec<Level> = reply.json();
/// assert_eq!(read, [Level::High, Level::Other(10)]);
/// assert_eq!(read[1].value(), 10);
/// ```
pub trait OpenCode: Copy {
    /// The variant that stands for an integer.
    fn of(value: i64) -> Self;

    /// The integer that a variant stands for.
    fn value(self) -> i64;
}

/// Decodes and encodes a [`Symbol`].
///
/// ```
/// use toolwright::generated::*;
///
/// #[derive(Clone, Copy)]
/// enum Sort {
///     Name,
/// }
///
/// impl Symbol for Sort {
///     const ALL: &'static [Self] = &[Self::Name];
///
///     fn name(self) -> &'static str {
///         "name"
///     }
/// }
///
/// symbol!(Sort);
///
/// let mut request = HttpRequest::new(Method::Get, "/pets");
/// request.query("sort", &Sort::Name);
/// assert_eq!(request.query_string(), "sort=name");
/// ```
#[macro_export]
macro_rules! symbol {
    ($(#[$inline:meta])? $type:ident) => {
        impl $crate::value::Decode for $type {
            $(#[$inline])?
            fn decode(at: &mut $crate::value::Cursor) -> Self {
                $crate::value::decode_symbol(at)
            }
        }

        impl $crate::value::Encode for $type {
            $(#[$inline])?
            fn encode(&self, out: &mut $crate::value::Encoder) {
                out.string($crate::value::Symbol::name(*self));
            }
        }
    };
}

/// Decodes and encodes a [`Code`].
///
/// ```
/// use toolwright::generated::*;
///
/// #[derive(Clone, Copy)]
/// enum Version {
///     Second,
/// }
///
/// impl Code for Version {
///     const ALL: &'static [Self] = &[Self::Second];
///
///     fn value(self) -> i64 {
///         2
///     }
/// }
///
/// code!(Version);
///
/// let mut request = HttpRequest::new(Method::Get, "/pets");
/// request.query("version", &Version::Second);
/// assert_eq!(request.query_string(), "version=2");
/// ```
#[macro_export]
macro_rules! code {
    ($(#[$inline:meta])? $type:ident) => {
        impl $crate::value::Decode for $type {
            $(#[$inline])?
            fn decode(at: &mut $crate::value::Cursor) -> Self {
                $crate::value::decode_code(at)
            }
        }

        impl $crate::value::Encode for $type {
            $(#[$inline])?
            fn encode(&self, out: &mut $crate::value::Encoder) {
                out.integer($crate::value::Code::value(*self));
            }
        }
    };
}

/// Decodes and encodes an [`OpenSymbol`].
///
/// ```
/// use toolwright::generated::*;
///
/// struct Colour(String);
///
/// impl OpenSymbol for Colour {
///     fn of(name: String) -> Self {
///         Self(name)
///     }
///
///     fn name(&self) -> &str {
///         &self.0
///     }
/// }
///
/// open_symbol!(Colour);
///
/// let mut reply = Reply::new(200, "application/json", r#""red""#);
/// assert_eq!(reply.json::<Colour>().name(), "red");
/// ```
#[macro_export]
macro_rules! open_symbol {
    ($(#[$inline:meta])? $type:ident) => {
        impl $crate::value::Decode for $type {
            $(#[$inline])?
            fn decode(at: &mut $crate::value::Cursor) -> Self {
                $crate::value::OpenSymbol::of($crate::value::Decode::decode(at))
            }
        }

        impl $crate::value::Encode for $type {
            $(#[$inline])?
            fn encode(&self, out: &mut $crate::value::Encoder) {
                out.string($crate::value::OpenSymbol::name(self));
            }
        }
    };
}

/// Decodes and encodes an [`OpenCode`].
///
/// ```
/// use toolwright::generated::*;
///
/// #[derive(Clone, Copy)]
/// struct Level(i64);
///
/// impl OpenCode for Level {
///     fn of(value: i64) -> Self {
///         Self(value)
///     }
///
///     fn value(self) -> i64 {
///         self.0
///     }
/// }
///
/// open_code!(Level);
///
/// let mut reply = Reply::new(200, "application/json", "9");
/// assert_eq!(reply.json::<Level>().value(), 9);
/// ```
#[macro_export]
macro_rules! open_code {
    ($(#[$inline:meta])? $type:ident) => {
        impl $crate::value::Decode for $type {
            $(#[$inline])?
            fn decode(at: &mut $crate::value::Cursor) -> Self {
                $crate::value::OpenCode::of($crate::value::Decode::decode(at))
            }
        }

        impl $crate::value::Encode for $type {
            $(#[$inline])?
            fn encode(&self, out: &mut $crate::value::Encoder) {
                out.integer($crate::value::OpenCode::value(*self));
            }
        }
    };
}

#[doc(hidden)]
pub fn decode_symbol<T: Symbol>(at: &mut Cursor) -> T {
    T::ALL[symbol_index(at, T::ALL.len(), |index| T::ALL[index].name())]
}

#[doc(hidden)]
pub fn decode_code<T: Code>(at: &mut Cursor) -> T {
    T::ALL[code_index(at, T::ALL.len(), |index| T::ALL[index].value())]
}

/// The index of the string at a cursor among `names`; another one is noted.
///
/// ```
/// use serde_json::json;
/// use toolwright::value::{Cursor, Fields, name_index};
///
/// let mut cursor = Cursor::new();
/// let mut fields = Fields::new([("kind".to_owned(), json!("cat"))], &mut cursor);
/// assert_eq!(name_index(fields.member("kind"), &["dog", "cat"]), 1);
/// ```
pub fn name_index(at: &mut Cursor, names: &[&str]) -> usize {
    let Some(value) = at.value() else {
        return 0;
    };
    let text = value.as_str();
    let found = names.iter().position(|name| Some(*name) == text);
    found.unwrap_or_else(|| not_allowed(at, &value))
}

fn symbol_index(at: &mut Cursor, count: usize, name: fn(usize) -> &'static str) -> usize {
    let Some(value) = at.value() else {
        return 0;
    };
    let text = value.as_str();
    let found = (0..count).find(|&index| Some(name(index)) == text);
    found.unwrap_or_else(|| not_allowed(at, &value))
}

fn code_index(at: &mut Cursor, count: usize, number: fn(usize) -> i64) -> usize {
    let Some(value) = at.value() else {
        return 0;
    };
    let integer = scalar::integer(&value);
    let found = (0..count).find(|&index| Some(i128::from(number(index))) == integer);
    found.unwrap_or_else(|| not_allowed(at, &value))
}

#[cold]
fn not_allowed(at: &mut Cursor, value: &Json) -> usize {
    at.violation(format!("{value} is not one of the allowed values"));
    0
}
