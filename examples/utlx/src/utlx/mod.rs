//! What this server knows of the language itself: tokens, the header, calls of functions, common mistakes, and a
//! parser for the part of it that the stand-in runs. Judging a transformation is the daemon's work.

pub(crate) mod calls;
pub(crate) mod header;
pub(crate) mod mistakes;
pub(crate) mod optional_fields;
pub(crate) mod syntax;
pub(crate) mod token;
