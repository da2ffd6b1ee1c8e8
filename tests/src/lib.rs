//! Tests of toolwright that need more than one crate.
