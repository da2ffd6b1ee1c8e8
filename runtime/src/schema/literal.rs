//! JSON values as constants, for `enum`, `const` and defaults.

use crate::json::Json;
use crate::schema::Number;

/// A JSON value in a static table (`enum`, `const`).
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::{Keyword, Literal, Schema, Types};
///
/// static ORDER: Schema = Schema(Types::ANY, &[
///     Keyword::Enum(&[Literal::Int(1), Literal::Str("first"), Literal::Array(&[Literal::Null])]),
/// ]);
///
/// assert!(ORDER.is_valid(&json!(1.0)));
/// assert!(ORDER.is_valid(&json!([null])));
/// assert!(!ORDER.is_valid(&json!("1")));
/// ```
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

impl Literal {
    /// Whether a value equals this one: `1` is `1.0`, and the order of members is nothing.
    pub(super) fn equals_json(&self, value: &Json) -> bool {
        match (self, value) {
            (Self::Null, Json::Null) => true,
            (Self::Bool(literal), Json::Bool(value)) => literal == value,
            (Self::Str(literal), Json::String(value)) => literal == value,
            (Self::Array(literals), Json::Array(values)) => {
                literals.len() == values.len()
                    && literals
                        .iter()
                        .zip(values)
                        .all(|(literal, value)| literal.equals_json(value))
            }
            (Self::Object(literals), Json::Object(members)) => {
                literals.len() == members.len()
                    && literals.iter().all(|(name, literal)| {
                        members
                            .get(*name)
                            .is_some_and(|value| literal.equals_json(value))
                    })
            }
            (_, Json::Number(value)) => self
                .as_number()
                .is_some_and(|literal| literal.compare_exactly(Number::from_json(value)).is_eq()),
            _ => false,
        }
    }

    /// The value itself.
    pub(crate) fn to_json(self) -> Json {
        match self {
            Self::Null => Json::Null,
            Self::Bool(value) => value.into(),
            Self::Int(value) => value.into(),
            Self::Uint(value) => value.into(),
            Self::Float(value) => value.into(),
            Self::Str(value) => value.into(),
            Self::Array(items) => items.iter().map(|item| item.to_json()).collect(),
            Self::Object(members) => members
                .iter()
                .map(|(name, value)| (*name, value.to_json()))
                .collect(),
        }
    }

    pub(super) fn as_number(&self) -> Option<Number> {
        match *self {
            Self::Int(int) => Some(Number::Int(int)),
            Self::Uint(uint) => Some(Number::Uint(uint)),
            Self::Float(float) => Some(Number::Float(float)),
            _ => None,
        }
    }
}
