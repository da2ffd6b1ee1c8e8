//! `toolwright_tests::fuzz::build_script`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| toolwright_tests::fuzz::build_script(bytes));
