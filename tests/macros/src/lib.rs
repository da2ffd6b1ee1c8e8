//! The examples in the README of toolwright-macros compile.

#[cfg(doctest)]
#[doc = include_str!("../../../macros/README.md")]
struct Readme;
