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
            fn decode(value: $crate::Json, at: &mut $crate::value::Cursor) -> Self {
                $crate::value::decode_symbol(value, at)
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
            fn decode(value: $crate::Json, at: &mut $crate::value::Cursor) -> Self {
                $crate::value::decode_code(value, at)
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
pub fn decode_symbol<T: Symbol>(value: Json, at: &mut Cursor) -> T {
    let text = value.as_str();
    match T::ALL.iter().find(|symbol| Some(symbol.name()) == text) {
        Some(symbol) => *symbol,
        None => {
            at.violation(format!("{value} is not one of the allowed values"));
            T::ALL[0]
        }
    }
}

#[doc(hidden)]
pub fn decode_code<T: Code>(value: Json, at: &mut Cursor) -> T {
    let number = scalar::integer(&value);
    match T::ALL
        .iter()
        .find(|code| Some(i128::from(code.value())) == number)
    {
        Some(code) => *code,
        None => {
            at.violation(format!("{value} is not one of the allowed values"));
            T::ALL[0]
        }
    }
}
