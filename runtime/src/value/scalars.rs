//! Decodes and encodes booleans, numbers, strings and `null`. An integer that does not fit its Rust type is a
//! violation, since validation ran against the spec's schema and not against the type.

use crate::json::Json;
use crate::value::{Cursor, Decode, Encode, Encoder};

impl Decode for bool {
    fn decode(at: &mut Cursor) -> Self {
        match at.value() {
            Some(Json::Bool(value)) => value,
            // Some APIs send booleans and numbers as strings.
            Some(Json::String(text)) if at.is_lenient() && ["true", "false"].contains(&&*text) => {
                text == "true"
            }
            other => {
                at.report_mismatch(other.as_ref(), "is not a boolean");
                false
            }
        }
    }
}

impl Encode for bool {
    fn encode(&self, out: &mut Encoder) {
        out.boolean(*self);
    }
}

impl Decode for String {
    fn decode(at: &mut Cursor) -> Self {
        match at.value() {
            Some(Json::String(text)) => text,
            Some(value @ (Json::Number(_) | Json::Bool(_))) if at.is_lenient() => value.to_string(),
            other => {
                at.report_mismatch(other.as_ref(), "is not a string");
                Self::new()
            }
        }
    }
}

impl Encode for String {
    fn encode(&self, out: &mut Encoder) {
        out.string(self);
    }
}

impl Decode for Json {
    const TAKES_NULL: bool = true;

    fn decode(at: &mut Cursor) -> Self {
        at.value().unwrap_or_default()
    }
}

impl Encode for Json {
    fn encode(&self, out: &mut Encoder) {
        out.json(self);
    }
}

impl Decode for f64 {
    fn decode(at: &mut Cursor) -> Self {
        let Some(value) = take_number(at) else {
            return 0.0;
        };
        match value.as_f64() {
            Some(number) if at.is_lenient() || is_exact(&value, number) => number,
            Some(number) => {
                at.violation(format!(
                    "{value} cannot be sent exactly as a number of 64 bits"
                ));
                number
            }
            None => {
                at.violation("is not a number");
                0.0
            }
        }
    }
}

/// The value, which is to be a number; one that is written as a string where that is tolerated.
fn take_number(at: &mut Cursor) -> Option<Json> {
    let value = at.value()?;
    let written = value.as_str().filter(|_| at.is_lenient());
    let number = written.and_then(|text| text.trim().parse::<serde_json::Number>().ok());
    Some(number.map_or(value, Json::Number))
}

/// Whether a whole number is still itself as a float: not all above 2^53 are.
fn is_exact(value: &Json, number: f64) -> bool {
    #[allow(clippy::cast_possible_truncation)]
    as_integer(value).is_none_or(|whole| number as i128 == whole)
}

impl Encode for f64 {
    fn encode(&self, out: &mut Encoder) {
        out.number(*self);
    }
}

macro_rules! integers {
    ($($type:ty, $kind:literal, $encode:ident, $wide:ty;)*) => {$(
        impl Decode for $type {
            fn decode(at: &mut Cursor) -> Self {
                decode_integer(at, $kind)
            }
        }

        impl Encode for $type {
            fn encode(&self, out: &mut Encoder) {
                out.$encode(*self as $wide);
            }
        }
    )*};
}

integers! {
    i8, "an integer of 8 bits", integer, i64;
    i16, "an integer of 16 bits", integer, i64;
    i32, "an integer of 32 bits", integer, i64;
    i64, "an integer of 64 bits", integer, i64;
    isize, "an integer of this machine", integer, i64;
    u8, "an unsigned integer of 8 bits", unsigned, u64;
    u16, "an unsigned integer of 16 bits", unsigned, u64;
    u32, "an unsigned integer of 32 bits", unsigned, u64;
    u64, "an unsigned integer of 64 bits", unsigned, u64;
    usize, "an unsigned integer of this machine", unsigned, u64;
}

impl Decode for f32 {
    #[allow(clippy::cast_possible_truncation)]
    fn decode(at: &mut Cursor) -> Self {
        f64::decode(at) as Self
    }
}

impl Encode for f32 {
    fn encode(&self, out: &mut Encoder) {
        out.number(f64::from(*self));
    }
}

impl Decode for char {
    fn decode(at: &mut Cursor) -> Self {
        let text = String::decode(at);
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(only), None) => only,
            _ => {
                at.violation("is not one character");
                Self::default()
            }
        }
    }
}

impl Encode for char {
    fn encode(&self, out: &mut Encoder) {
        out.string(self.encode_utf8(&mut [0; 4]));
    }
}

impl Decode for () {
    fn decode(at: &mut Cursor) -> Self {
        match at.value() {
            None | Some(Json::Null) => (),
            other => at.report_mismatch(other.as_ref(), "is not null"),
        }
    }
}

impl Encode for () {
    fn encode(&self, out: &mut Encoder) {
        out.null();
    }
}

impl Encode for &str {
    fn encode(&self, out: &mut Encoder) {
        out.string(self);
    }
}

fn decode_integer<T: TryFrom<i128> + Default>(at: &mut Cursor, kind: &str) -> T {
    let Some(value) = take_number(at) else {
        return T::default();
    };
    as_integer(&value)
        .and_then(|wide| T::try_from(wide).ok())
        .unwrap_or_else(|| {
            at.violation(format!("{value} is not {kind}"));
            T::default()
        })
}

/// The value as an integer; `5.0` is one (JSON Schema 2020-12, section 4.2.3 of the core).
pub(crate) fn as_integer(value: &Json) -> Option<i128> {
    // 2^64 is about 1.8e19; anything beyond fits no Rust integer.
    const LIMIT: f64 = 1.8e19;
    let Json::Number(number) = value else {
        return None;
    };
    if let Some(signed) = number.as_i64() {
        return Some(i128::from(signed));
    }
    if let Some(unsigned) = number.as_u64() {
        return Some(i128::from(unsigned));
    }
    let float = number.as_f64()?;
    #[allow(clippy::cast_possible_truncation)]
    (float.fract() == 0.0 && float.abs() < LIMIT).then_some(float as i128)
}
