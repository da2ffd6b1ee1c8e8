//! The bodies of the fuzz targets, with bytes of proptest: a few seconds each, and some minutes
//! with `TOOLWRIGHT_FULL=1`.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use toolwright_tests::fuzz;

/// The same cases on every run in the quick form, others on each in the long one.
fn cases(quick: u32) -> ProptestConfig {
    let full = std::env::var_os("TOOLWRIGHT_FULL").is_some();
    ProptestConfig {
        failure_persistence: None,
        rng_seed: match full {
            true => RngSeed::Random,
            false => RngSeed::Fixed(1),
        },
        ..ProptestConfig::with_cases(if full { quick * 50 } else { quick })
    }
}

/// The text of a spec with some bytes cut out, put in or replaced.
fn damaged(texts: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let damage = (
        any::<prop::sample::Index>(),
        0..20_usize,
        vec(any::<u8>(), 0..4),
    );
    let damages = vec(damage, 1..6);
    (prop::sample::select(texts), damages).prop_map(|(mut text, damages)| {
        for (at, length, bytes) in damages {
            let start = at.index(text.len() + 1);
            let end = text.len().min(start + length);
            text.splice(start..end, bytes);
        }
        text
    })
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn damaged_json_is_compiled_or_refused(bytes in damaged(fuzz::json_texts())) {
        fuzz::json_text(&bytes);
    }

    #[test]
    fn damaged_yaml_is_compiled_or_refused(bytes in damaged(fuzz::yaml_texts())) {
        fuzz::yaml_text(&bytes);
    }

    #[test]
    fn changed_specs_are_compiled_or_refused(bytes in vec(any::<u8>(), 0..80)) {
        fuzz::mutated_spec(&bytes);
    }

    #[test]
    fn tables_of_changed_specs_validate(bytes in vec(any::<u8>(), 0..200)) {
        fuzz::tables(&bytes);
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn build_scripts_print_their_own_directives_only(bytes in vec(any::<u8>(), 0..300)) {
        fuzz::build_script(&bytes);
    }
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn what_is_sent_is_what_was_given(bytes in vec(any::<u8>(), 0..200)) {
        fuzz::call(&bytes);
    }
}
