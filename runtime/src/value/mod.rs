//! Typed values and JSON: how generated structs are decoded from arguments and encoded again.

mod choice;
mod collections;
mod cursor;
mod decode;
mod encode;
mod fields;
mod frame;
mod items;
mod map;
mod nullable;
mod scalar;
mod symbol;
mod violation_list;

pub use choice::{Choice, Tag, alternative, alternative_of};
pub use cursor::{Cursor, Violation};
pub use decode::Decode;
pub use encode::{ArrayEncoder, Encode, Encoder, ObjectEncoder};
pub use fields::{Fields, Members};
pub(crate) use frame::push_escaped;
pub use items::Items;
pub use map::Map;
pub use nullable::Nullable;
pub use symbol::{Code, OpenCode, OpenSymbol, Symbol, decode_code, decode_symbol, name_index};
pub(crate) use violation_list::ViolationList;

/// A JSON value that the spec does not type.
///
/// ```
/// let filter: toolwright::Json = serde_json::json!({"age": {"$gt": 3}});
/// assert_eq!(filter["age"]["$gt"], 3);
/// ```
pub type Json = serde_json::Value;
