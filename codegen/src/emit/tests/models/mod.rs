//! Models by hand: parts of one, an API with one of everything, and one whose texts are hostile.

mod hostile;
mod parts;
mod petstore;

pub(super) use hostile::{HOSTILE, hostile};
pub(super) use parts::api;
pub(super) use petstore::petstore;
