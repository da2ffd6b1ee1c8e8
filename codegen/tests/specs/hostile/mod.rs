//! Input that was made to do harm: it is refused with a place, or read as far as it makes sense,
//! soon, with bounded memory and on a small stack.

mod aliases;
mod bytes;
mod circles;
mod compile;
mod compositions;
mod copies;
mod examples;
mod fans;
mod long;
mod nesting;
mod size;
mod wide;
