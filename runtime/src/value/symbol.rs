use crate::value::{Cursor, Json, scalar};

/// An enum whose variants stand for strings.
pub trait Symbol: Copy + 'static {
    /// Every variant, in the order of the spec.
    const ALL: &'static [Self];

    /// The string that a variant stands for.
    fn name(self) -> &'static str;
}

/// An enum whose variants stand for integers.
pub trait Code: Copy + 'static {
    /// Every variant, in the order of the spec.
    const ALL: &'static [Self];

    /// The integer that a variant stands for.
    fn value(self) -> i64;
}

/// An enum whose variants stand for strings, and one of them for any other string.
pub trait OpenSymbol: Sized {
    /// The variant that stands for a string.
    fn of(name: String) -> Self;

    /// The string that a variant stands for.
    fn name(&self) -> &str;
}

/// An enum whose variants stand for integers, and one of them for any other integer.
pub trait OpenCode: Copy {
    /// The variant that stands for an integer.
    fn of(value: i64) -> Self;

    /// The integer that a variant stands for.
    fn value(self) -> i64;
}

/// Decodes and encodes a [`Symbol`].
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
