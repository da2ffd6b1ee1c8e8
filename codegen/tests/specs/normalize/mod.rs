//! Normalisation of whole specs: real ones where they are at hand, and broken ones.

mod corpus;
mod junk;
mod oracle;
mod shared;
