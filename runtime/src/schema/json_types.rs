//! The `type` keyword as a set of bits. An integer is also a number, and `5.0` is an integer.

use crate::json::Json;
use crate::schema::number;

/// The `type` keyword: a set of the seven types.
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::{Schema, Types};
///
/// static SIZE: Schema = Schema(Types(Types::STRING.0 | Types::INTEGER.0), &[]);
///
/// assert!(SIZE.is_valid(&json!(5.0)));
/// assert_eq!(SIZE.violations(&json!(null))[0].message, r#"null is not of type "string", "integer""#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Types(pub u8);

impl Types {
    /// No `type` keyword.
    pub const ANY: Self = Self(0x7f);
    /// Nothing: the schema `false`.
    pub const NONE: Self = Self(0);
    /// `null`
    pub const NULL: Self = Self(1);
    /// `boolean`
    pub const BOOLEAN: Self = Self(2);
    /// `integer`
    pub const INTEGER: Self = Self(4);
    /// `number`
    pub const NUMBER: Self = Self(8);
    /// `string`
    pub const STRING: Self = Self(16);
    /// `array`
    pub const ARRAY: Self = Self(32);
    /// `object`
    pub const OBJECT: Self = Self(64);
    /// `boolean` or `null`
    pub const NULLABLE_BOOLEAN: Self = Self(2 | 1);
    /// `integer` or `null`
    pub const NULLABLE_INTEGER: Self = Self(4 | 1);
    /// `number` or `null`
    pub const NULLABLE_NUMBER: Self = Self(8 | 1);
    /// `string` or `null`
    pub const NULLABLE_STRING: Self = Self(16 | 1);
    /// `array` or `null`
    pub const NULLABLE_ARRAY: Self = Self(32 | 1);
    /// `object` or `null`
    pub const NULLABLE_OBJECT: Self = Self(64 | 1);

    const NAMES: [(Self, &'static str); 7] = [
        (Self::STRING, "string"),
        (Self::INTEGER, "integer"),
        (Self::NUMBER, "number"),
        (Self::BOOLEAN, "boolean"),
        (Self::ARRAY, "array"),
        (Self::OBJECT, "object"),
        (Self::NULL, "null"),
    ];

    /// Whether a value has one of these types.
    pub(super) fn admits_value(self, value: &Json) -> bool {
        self == Self::ANY || self.has_common(Self::of_value(value))
    }

    /// The types that a value has: an integer is a number too.
    pub(super) fn of_value(value: &Json) -> Self {
        match value {
            Json::Null => Self::NULL,
            Json::Bool(_) => Self::BOOLEAN,
            Json::Number(n) if number::is_integer(n) => Self(Self::INTEGER.0 | Self::NUMBER.0),
            Json::Number(_) => Self::NUMBER,
            Json::String(_) => Self::STRING,
            Json::Array(_) => Self::ARRAY,
            Json::Object(_) => Self::OBJECT,
        }
    }

    /// The names of the types, as the keyword writes them.
    pub(super) fn names(self) -> Vec<&'static str> {
        let named = Self::NAMES.iter();
        let named = named.filter(|(types, _)| self.has_common(*types));
        named.map(|(_, name)| *name).collect()
    }

    pub(super) fn has_common(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}
