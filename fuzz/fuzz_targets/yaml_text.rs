//! `toolwright_tests::fuzz::yaml_text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| toolwright_tests::fuzz::yaml_text(bytes));
