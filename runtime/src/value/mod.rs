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

pub use choice::{Choice, Discriminator, choose_alternative, choose_alternative_by_schema};
pub use constant_enum::{
    IntegerEnum, OpenIntegerEnum, OpenStringEnum, StringEnum, decode_integer_enum,
    decode_string_enum, decode_variant_index,
};
pub use cursor::Cursor;
pub use decode::Decode;
pub use encode::{ArrayEncoder, Encode, Encoder, ObjectEncoder};
pub use fields::{Fields, Members};
pub use map::Map;
pub use nullable::Nullable;
pub use tuple_items::TupleItems;

pub use crate::json::Json;
pub use crate::violation::Violation;
