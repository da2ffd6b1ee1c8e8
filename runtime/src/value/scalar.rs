use crate::value::{Cursor, Decode, Encode, Encoder, Json};

impl Decode for bool {
    fn decode(value: Json, at: &mut Cursor) -> Self {
        value.as_bool().unwrap_or_else(|| {
            at.violation("is not a boolean");
            false
        })
    }
}

impl Encode for bool {
    fn encode(&self, out: &mut Encoder) {
        out.boolean(*self);
    }
}

impl Decode for String {
    fn decode(value: Json, at: &mut Cursor) -> Self {
        match value {
            Json::String(text) => text,
            _ => {
                at.violation("is not a string");
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
    fn decode(value: Json, _: &mut Cursor) -> Self {
        value
    }
}

impl Encode for Json {
    fn encode(&self, out: &mut Encoder) {
        out.json(self);
    }
}

impl Decode for f64 {
    fn decode(value: Json, at: &mut Cursor) -> Self {
        match value.as_f64() {
            Some(number) if is_exact(&value, number) => number,
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

/// Whether a whole number is still itself as a float: not all above 2^53 are.
fn is_exact(value: &Json, number: f64) -> bool {
    #[allow(clippy::cast_possible_truncation)]
    integer(value).is_none_or(|whole| number as i128 == whole)
}

impl Encode for f64 {
    fn encode(&self, out: &mut Encoder) {
        out.number(*self);
    }
}

impl Decode for i64 {
    fn decode(value: Json, at: &mut Cursor) -> Self {
        integer(&value)
            .and_then(|wide| Self::try_from(wide).ok())
            .unwrap_or_else(|| {
                at.violation(format!("{value} is not an integer of 64 bits"));
                0
            })
    }
}

impl Encode for i64 {
    fn encode(&self, out: &mut Encoder) {
        out.integer(*self);
    }
}

impl Decode for i32 {
    fn decode(value: Json, at: &mut Cursor) -> Self {
        integer(&value)
            .and_then(|wide| Self::try_from(wide).ok())
            .unwrap_or_else(|| {
                at.violation(format!("{value} is not an integer of 32 bits"));
                0
            })
    }
}

impl Encode for i32 {
    fn encode(&self, out: &mut Encoder) {
        out.integer(i64::from(*self));
    }
}

impl Decode for u64 {
    fn decode(value: Json, at: &mut Cursor) -> Self {
        integer(&value)
            .and_then(|wide| Self::try_from(wide).ok())
            .unwrap_or_else(|| {
                at.violation(format!("{value} is not an unsigned integer of 64 bits"));
                0
            })
    }
}

impl Encode for u64 {
    fn encode(&self, out: &mut Encoder) {
        out.unsigned(*self);
    }
}

/// The value as an integer; `5.0` is one (JSON Schema 2020-12, section 4.2.3 of the core).
pub(crate) fn integer(value: &Json) -> Option<i128> {
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
