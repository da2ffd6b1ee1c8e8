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

/// Decodes and encodes a [`Symbol`].
#[macro_export]
macro_rules! symbol {
    ($type:ident) => {
        impl $crate::value::Decode for $type {
            fn decode(at: &mut $crate::value::Cursor) -> Self {
                $crate::value::decode_symbol(at)
            }
        }

        impl $crate::value::Encode for $type {
            fn encode(&self, out: &mut $crate::value::Encoder) {
                out.string($crate::value::Symbol::name(*self));
            }
        }
    };
}

/// Decodes and encodes a [`Code`].
#[macro_export]
macro_rules! code {
    ($type:ident) => {
        impl $crate::value::Decode for $type {
            fn decode(at: &mut $crate::value::Cursor) -> Self {
                $crate::value::decode_code(at)
            }
        }

        impl $crate::value::Encode for $type {
            fn encode(&self, out: &mut $crate::value::Encoder) {
                out.integer($crate::value::Code::value(*self));
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
