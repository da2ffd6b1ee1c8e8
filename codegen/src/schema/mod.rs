//! Work on normalised JSON Schemas: one schema out of `allOf`, requests and responses, what
//! clients accept, the texts that a server stores, examples.

pub mod direction;
mod keyword;
mod merge;
mod resolve;
#[cfg(test)]
mod testing;

pub use merge::merge_all_of;
pub use resolve::resolve;
