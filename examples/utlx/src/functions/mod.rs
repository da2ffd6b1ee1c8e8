//! The standard library: `registry` reads the functions once, `category` maps their categories, `signature` writes them
//! in UTL-X, `search` ranks them.

pub(crate) mod category;
pub(crate) mod registry;
pub(crate) mod search;
pub(crate) mod signature;
