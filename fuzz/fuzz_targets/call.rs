//! `toolwright_tests::fuzz::call`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| toolwright_tests::fuzz::call(bytes));
