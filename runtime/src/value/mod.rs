//! Typed values and JSON: how generated structs are decoded from arguments and encoded again.

mod choice;
mod collections;
mod constant_enum;
mod cursor;
mod cursor_frame;
mod decode;
mod encode;
mod fields;
mod map;
mod nullable;
mod scalars;
mod tuple_items;
mod violation_list;

pub use choice::{Choice, Discriminator, choose_alternative, choose_alternative_by_schema};
pub use constant_enum::{
    IntegerEnum, OpenIntegerEnum, OpenStringEnum, StringEnum, decode_integer_enum,
    decode_string_enum, decode_variant_index,
};
pub(crate) use cursor::quote_name;
pub use cursor::{Cursor, Violation};
pub(crate) use cursor_frame::push_escaped;
pub use decode::Decode;
pub use encode::{ArrayEncoder, Encode, Encoder, ObjectEncoder};
pub use fields::{Fields, Members};
pub use map::Map;
pub use nullable::Nullable;
pub use tuple_items::TupleItems;
pub(crate) use violation_list::ViolationList;

/// A JSON value that the spec does not type.
///
/// ```
/// let filter: toolwright::Json = serde_json::json!({"age": {"$gt": 3}});
/// assert_eq!(filter["age"]["$gt"], 3);
/// ```
pub type Json = serde_json::Value;
