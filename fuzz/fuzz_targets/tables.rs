//! `toolwright_tests::fuzz::tables`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| toolwright_tests::fuzz::tables(bytes));
