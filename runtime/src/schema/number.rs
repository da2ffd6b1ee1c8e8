//! Numbers as constants, compared exactly: integers beyond 2^53 and decimal multiples have the result that their
//! written digits have, not that of `f64`.

use std::cmp::Ordering;
use std::fmt::Write as _;

/// A number in a static table.
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::{Keyword, Number, Schema, Types};
///
/// static PRICE: Schema = Schema(Types::NUMBER, &[
///     Keyword::ExclusiveMinimum(Number::Int(0)),
///     Keyword::MultipleOf(Number::Float(0.01)),
/// ]);
///
/// assert!(PRICE.is_valid(&json!(19.99)));
/// assert!(!PRICE.is_valid(&json!(0.005)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer that fits `i64`.
    Int(i64),
    /// An integer above `i64::MAX`.
    Uint(u64),
    /// Any other number.
    Float(f64),
}

impl Number {
    /// The number of a JSON value.
    pub(super) fn from_json(number: &serde_json::Number) -> Self {
        if let Some(int) = number.as_i64() {
            Self::Int(int)
        } else if let Some(uint) = number.as_u64() {
            Self::Uint(uint)
        } else {
            Self::Float(number.as_f64().unwrap_or(f64::NAN))
        }
    }

    /// Compares exactly, also where one side has no exact `f64`.
    pub(super) fn compare_exactly(self, other: Self) -> Ordering {
        match (self.to_integer(), other.to_integer()) {
            (Ok(a), Ok(b)) => a.cmp(&b),
            (Ok(a), Err(b)) => compare_mixed(a, b),
            (Err(a), Ok(b)) => compare_mixed(b, a).reverse(),
            (Err(a), Err(b)) => a.total_cmp(&b),
        }
    }

    /// The value as an integer, where it is one that fits; a float otherwise.
    pub(super) fn to_integer(self) -> Result<i128, f64> {
        match self {
            Self::Int(int) => Ok(int.into()),
            Self::Uint(uint) => Ok(uint.into()),
            // 1e38 is below `i128::MAX` (1.7e38), so the conversion is exact.
            Self::Float(float) if has_no_fraction(float) && float.abs() < 1e38 => Ok(float as i128),
            Self::Float(float) => Err(float),
        }
    }

    /// Whether the decimal notation of `self` is a multiple of that of `divisor`: 19.99 is one of
    /// 0.01, although their quotient as `f64` is no integer.
    pub(super) fn is_multiple_of(self, divisor: Self) -> bool {
        match (self, divisor) {
            (Self::Int(a), Self::Int(b)) if b != 0 => a.unsigned_abs() % b.unsigned_abs() == 0,
            _ => Decimal::from_number(self).is_multiple_of(Decimal::from_number(divisor)),
        }
    }
}

/// Whether JSON Schema calls a number an integer: `5.0` is one.
pub(super) fn is_integer(number: &serde_json::Number) -> bool {
    !number.is_f64() || number.as_f64().is_some_and(has_no_fraction)
}

/// Not inlined, as the compiler would then call `trunc` ahead of the loop over the keywords, for
/// values of any type.
#[inline(never)]
fn has_no_fraction(float: f64) -> bool {
    float.fract() == 0.0
}

/// Compares an integer with a float that is none, or is beyond `i128`.
fn compare_mixed(int: i128, float: f64) -> Ordering {
    if float >= 1e38 {
        Ordering::Less
    } else if float <= -1e38 {
        Ordering::Greater
    } else {
        let floor = float.floor() as i128;
        if int <= floor {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    }
}

/// The absolute value of a number as `mantissa × 10^exponent`.
#[derive(Clone, Copy)]
struct Decimal {
    mantissa: u64,
    exponent: i32,
}

impl Decimal {
    fn from_number(number: Number) -> Self {
        match number {
            Number::Int(int) => Self::from_integer(int.unsigned_abs()),
            Number::Uint(uint) => Self::from_integer(uint),
            Number::Float(float) => Self::from_shortest_digits(float.abs()),
        }
    }

    fn from_integer(mantissa: u64) -> Self {
        Self {
            mantissa,
            exponent: 0,
        }
    }

    /// The shortest decimal that reads back as this float: at most 17 digits.
    fn from_shortest_digits(float: f64) -> Self {
        let mut digits = DigitReader::default();
        let _ = write!(digits, "{float:e}");
        digits.into_decimal()
    }

    fn is_multiple_of(self, divisor: Self) -> bool {
        if self.mantissa == 0 || divisor.mantissa == 0 {
            return self.mantissa == 0;
        }
        let shift = self.exponent - divisor.exponent;
        let modulus = u128::from(divisor.mantissa);
        if shift >= 0 {
            let mut remainder = u128::from(self.mantissa) % modulus;
            for _ in 0..shift {
                remainder = remainder * 10 % modulus;
            }
            remainder == 0
        } else {
            10_u128
                .checked_pow(shift.unsigned_abs())
                .and_then(|power| power.checked_mul(modulus))
                .is_some_and(|modulus| u128::from(self.mantissa) % modulus == 0)
        }
    }
}

/// Reads the notation `1.9990e-7` as it is written.
#[derive(Default)]
struct DigitReader {
    mantissa: u64,
    fraction: Option<i32>,
    exponent: Option<i32>,
    negative: bool,
}

impl std::fmt::Write for DigitReader {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            match (byte, &mut self.exponent) {
                (b'.', _) => self.fraction = Some(0),
                (b'e', _) => self.exponent = Some(0),
                (b'-', _) => self.negative = true,
                (b'0'..=b'9', Some(exponent)) => {
                    *exponent = *exponent * 10 + i32::from(byte - b'0')
                }
                (b'0'..=b'9', None) => {
                    self.mantissa = self.mantissa * 10 + u64::from(byte - b'0');
                    self.fraction = self.fraction.map(|digits| digits + 1);
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl DigitReader {
    fn into_decimal(self) -> Decimal {
        let exponent = self.exponent.unwrap_or(0);
        let exponent = if self.negative { -exponent } else { exponent };
        Decimal {
            mantissa: self.mantissa,
            exponent: exponent - self.fraction.unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparison_is_exact_beyond_f64() {
        let big = Number::Uint(u64::MAX);
        assert_eq!(
            big.compare_exactly(Number::Float(18446744073709551615.0)),
            Ordering::Less
        );
        assert_eq!(
            Number::Int(9007199254740993).compare_exactly(Number::Float(9007199254740992.0)),
            Ordering::Greater
        );
        assert_eq!(
            Number::Int(-1).compare_exactly(Number::Float(-1.5)),
            Ordering::Greater
        );
        assert_eq!(
            Number::Int(-2).compare_exactly(Number::Float(-1.5)),
            Ordering::Less
        );
        assert_eq!(
            Number::Float(1e300).compare_exactly(Number::Int(1)),
            Ordering::Greater
        );
        assert_eq!(
            Number::Float(2.0).compare_exactly(Number::Int(2)),
            Ordering::Equal
        );
        assert_eq!(
            Number::Float(-0.0).compare_exactly(Number::Int(0)),
            Ordering::Equal
        );
    }

    #[test]
    fn multiples_are_decimal() {
        let multiple = |a, b| Number::Float(a).is_multiple_of(Number::Float(b));
        assert!(multiple(19.99, 0.01));
        assert!(multiple(0.3, 0.1));
        assert!(multiple(0.0075, 0.0001));
        assert!(!multiple(0.00751, 0.0001));
        assert!(multiple(1e308, 0.5));
        assert!(!multiple(1e308, 0.123456789));
        assert!(!multiple(1e-300, 1e300));
        assert!(multiple(0.0, 1e300));
        assert!(Number::Int(12391239123).is_multiple_of(Number::Float(1e-8)));
        assert!(Number::Int(i64::MIN).is_multiple_of(Number::Int(-1)));
        assert!(!Number::Uint(u64::MAX).is_multiple_of(Number::Int(2)));
    }
}
