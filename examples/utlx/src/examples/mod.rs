//! Examples from the conformance suite: `suite` reads the cases (`salvage` those of damaged files), `index` weighs their words (TF-IDF), `cache` keeps
//! the index on disk, `rank` finds the cases that fit a call.

pub(crate) mod cache;
pub(crate) mod case;
pub(crate) mod index;
pub(crate) mod rank;
mod salvage;
pub(crate) mod suite;
pub(crate) mod words;
