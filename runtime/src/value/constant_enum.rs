//! Enums whose variants are constants: strings or integers. Closed ones report any other value, open ones (of
//! responses) keep it. Generated code implements a trait and calls a macro for the rest.

use crate::json::Json;
use crate::value::{Cursor, scalars};

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
/// impl StringEnum for PetStatus {
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
/// string_enum!(PetStatus);
///
/// let mut reply = Reply::new(200, "application/json", r#"["sold"]"#);
/// assert_eq!(reply.json::<Vec<PetStatus>>(), [PetStatus::Sold]);
/// assert_eq!(PetStatus::Available.name(), "available");
/// ```
pub trait StringEnum: Copy + 'static {
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
/// impl IntegerEnum for Level {
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
/// integer_enum!(Level);
///
/// let mut reply = Reply::new(200, "application/json", "9");
/// assert_eq!(reply.json::<Level>(), Level::High);
/// assert_eq!(Level::Low.value(), 1);
/// ```
pub trait IntegerEnum: Copy + 'static {
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
/// impl OpenStringEnum for PetStatus {
///     fn from_name(name: String) -> Self {
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
/// open_string_enum!(PetStatus);
///
/// let mut reply = Reply::new(200, "application/json", r#"["sold", "lent"]"#);
/// let read: Vec<PetStatus> = reply.json();
/// assert_eq!(read, [PetStatus::Sold, PetStatus::Other("lent".to_owned())]);
/// assert_eq!(read[1].name(), "lent");
/// ```
pub trait OpenStringEnum: Sized {
    /// The variant that stands for a string.
    fn from_name(name: String) -> Self;

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
/// impl OpenIntegerEnum for Level {
///     fn from_value(value: i64) -> Self {
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
/// open_integer_enum!(Level);
///
/// let mut reply = Reply::new(200, "application/json", "[9, 10]");
/// let read: Vec<Level> = reply.json();
/// assert_eq!(read, [Level::High, Level::Other(10)]);
/// assert_eq!(read[1].value(), 10);
/// ```
pub trait OpenIntegerEnum: Copy {
    /// The variant that stands for an integer.
    fn from_value(value: i64) -> Self;

    /// The integer that a variant stands for.
    fn value(self) -> i64;
}

/// Decodes and encodes a [`StringEnum`].
///
/// ```
/// use toolwright::generated::*;
///
/// #[derive(Clone, Copy)]
/// enum Sort {
///     Name,
/// }
///
/// impl StringEnum for Sort {
///     const ALL: &'static [Self] = &[Self::Name];
///
///     fn name(self) -> &'static str {
///         "name"
///     }
/// }
///
/// string_enum!(Sort);
///
/// let mut request = HttpRequest::new(Method::Get, "/pets");
/// request.query("sort", &Sort::Name);
/// assert_eq!(request.query_string(), "sort=name");
/// ```
#[macro_export]
macro_rules! string_enum {
    ($(#[$inline:meta])? $type:ident) => {
        impl $crate::value::Decode for $type {
            $(#[$inline])?
            fn decode(at: &mut $crate::value::Cursor) -> Self {
                $crate::value::decode_string_enum(at)
            }
        }

        impl $crate::value::Encode for $type {
            $(#[$inline])?
            fn encode(&self, out: &mut $crate::value::Encoder) {
                out.string($crate::value::StringEnum::name(*self));
            }
        }
    };
}

/// Decodes and encodes a [`IntegerEnum`].
///
/// ```
/// use toolwright::generated::*;
///
/// #[derive(Clone, Copy)]
/// enum Version {
///     Second,
/// }
///
/// impl IntegerEnum for Version {
///     const ALL: &'static [Self] = &[Self::Second];
///
///     fn value(self) -> i64 {
///         2
///     }
/// }
///
/// integer_enum!(Version);
///
/// let mut request = HttpRequest::new(Method::Get, "/pets");
/// request.query("version", &Version::Second);
/// assert_eq!(request.query_string(), "version=2");
/// ```
#[macro_export]
macro_rules! integer_enum {
    ($(#[$inline:meta])? $type:ident) => {
        impl $crate::value::Decode for $type {
            $(#[$inline])?
            fn decode(at: &mut $crate::value::Cursor) -> Self {
                $crate::value::decode_integer_enum(at)
            }
        }

        impl $crate::value::Encode for $type {
            $(#[$inline])?
            fn encode(&self, out: &mut $crate::value::Encoder) {
                out.integer($crate::value::IntegerEnum::value(*self));
            }
        }
    };
}

/// Decodes and encodes an [`OpenStringEnum`].
///
/// ```
/// use toolwright::generated::*;
///
/// struct Colour(String);
///
/// impl OpenStringEnum for Colour {
///     fn from_name(name: String) -> Self {
///         Self(name)
///     }
///
///     fn name(&self) -> &str {
///         &self.0
///     }
/// }
///
/// open_string_enum!(Colour);
///
/// let mut reply = Reply::new(200, "application/json", r#""red""#);
/// assert_eq!(reply.json::<Colour>().name(), "red");
/// ```
#[macro_export]
macro_rules! open_string_enum {
    ($(#[$inline:meta])? $type:ident) => {
        impl $crate::value::Decode for $type {
            $(#[$inline])?
            fn decode(at: &mut $crate::value::Cursor) -> Self {
                $crate::value::OpenStringEnum::from_name($crate::value::Decode::decode(at))
            }
        }

        impl $crate::value::Encode for $type {
            $(#[$inline])?
            fn encode(&self, out: &mut $crate::value::Encoder) {
                out.string($crate::value::OpenStringEnum::name(self));
            }
        }
    };
}

/// Decodes and encodes an [`OpenIntegerEnum`].
///
/// ```
/// use toolwright::generated::*;
///
/// #[derive(Clone, Copy)]
/// struct Level(i64);
///
/// impl OpenIntegerEnum for Level {
///     fn from_value(value: i64) -> Self {
///         Self(value)
///     }
///
///     fn value(self) -> i64 {
///         self.0
///     }
/// }
///
/// open_integer_enum!(Level);
///
/// let mut reply = Reply::new(200, "application/json", "9");
/// assert_eq!(reply.json::<Level>().value(), 9);
/// ```
#[macro_export]
macro_rules! open_integer_enum {
    ($(#[$inline:meta])? $type:ident) => {
        impl $crate::value::Decode for $type {
            $(#[$inline])?
            fn decode(at: &mut $crate::value::Cursor) -> Self {
                $crate::value::OpenIntegerEnum::from_value($crate::value::Decode::decode(at))
            }
        }

        impl $crate::value::Encode for $type {
            $(#[$inline])?
            fn encode(&self, out: &mut $crate::value::Encoder) {
                out.integer($crate::value::OpenIntegerEnum::value(*self));
            }
        }
    };
}

#[doc(hidden)]
pub fn decode_string_enum<T: StringEnum>(at: &mut Cursor) -> T {
    T::ALL[decode_string_variant(at, T::ALL.len(), |index| T::ALL[index].name())]
}

#[doc(hidden)]
pub fn decode_integer_enum<T: IntegerEnum>(at: &mut Cursor) -> T {
    T::ALL[decode_integer_variant(at, T::ALL.len(), |index| T::ALL[index].value())]
}

/// The index of the string at a cursor among `names`; another one is noted.
///
/// ```
/// use serde_json::json;
/// use toolwright::value::{Cursor, Fields, decode_variant_index};
///
/// let mut cursor = Cursor::new();
/// let mut fields = Fields::new([("kind".to_owned(), json!("cat"))], &mut cursor);
/// assert_eq!(decode_variant_index(fields.member("kind"), &["dog", "cat"]), 1);
/// ```
pub fn decode_variant_index(at: &mut Cursor, names: &[&str]) -> usize {
    let Some(value) = at.value() else {
        return 0;
    };
    let text = value.as_str();
    let found = names.iter().position(|name| Some(*name) == text);
    found.unwrap_or_else(|| reject_value(at, &value))
}

fn decode_string_variant(at: &mut Cursor, count: usize, name: fn(usize) -> &'static str) -> usize {
    let Some(value) = at.value() else {
        return 0;
    };
    let text = value.as_str();
    let found = (0..count).find(|&index| Some(name(index)) == text);
    found.unwrap_or_else(|| reject_value(at, &value))
}

fn decode_integer_variant(at: &mut Cursor, count: usize, number: fn(usize) -> i64) -> usize {
    let Some(value) = at.value() else {
        return 0;
    };
    // `1.0` is the integer 1 (JSON Schema 2020-12, core, section 4.2.3).
    let integer = scalars::as_integer(&value);
    let found = (0..count).find(|&index| Some(i128::from(number(index))) == integer);
    found.unwrap_or_else(|| reject_value(at, &value))
}

#[cold]
fn reject_value(at: &mut Cursor, value: &Json) -> usize {
    at.violation(format!("{value} is not one of the allowed values"));
    0
}
