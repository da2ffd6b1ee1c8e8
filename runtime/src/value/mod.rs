//! Typed values and JSON: how generated structs are decoded from arguments and encoded again.

mod choice;
mod cursor;
mod decode;
mod encode;
mod fields;
mod map;
mod nullable;
mod record;
mod scalar;
mod symbol;

pub use choice::{Choice, Tag, decode_choice};
pub(crate) use cursor::push_escaped;
pub use cursor::{Cursor, Violation};
pub use decode::Decode;
pub use encode::{Encode, Encoder, ObjectEncoder};
pub use fields::{Fields, Members};
pub use map::Map;
pub use nullable::Nullable;
pub use record::{Record, decode_record, decode_record_members};
pub use symbol::{Code, Symbol, decode_code, decode_symbol};

/// A JSON value that the spec does not type.
pub type Json = serde_json::Value;
