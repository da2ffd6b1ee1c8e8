use std::panic::{AssertUnwindSafe, catch_unwind};

/// A fault of the server, which has ended in a panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Panicked;

/// What a function gives, a panic being a fault of this call alone. Nothing of discovery changes once
/// it was made, but for what is made once, so no state is left half done.
pub(super) fn catch_panic<T>(run: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| Panicked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c4_a_panic_is_no_more_than_an_error() {
        let numbers = [1, 2];
        assert_eq!(catch_panic(|| numbers.len()), Ok(2));
        let beyond = std::hint::black_box(2);
        assert_eq!(catch_panic(|| numbers[beyond]), Err(Panicked));
    }
}
