//! `toolwright_tests::fuzz::mutated_spec`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| toolwright_tests::fuzz::mutated_spec(bytes));
