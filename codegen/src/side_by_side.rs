//! Two threads for work in two parts, or one where the system has no other.

use std::panic::resume_unwind;
use std::thread;

use crate::stack::on_large_stack;

/// Does `beside` on a second thread while `here` is done on this one. If no thread can be had, as where the number of processes is
/// limited, it comes after.
pub(crate) fn do_side_by_side<A: Send, B>(
    beside: impl Fn() -> A + Sync,
    here: impl FnOnce() -> B,
) -> (A, B) {
    thread::scope(|scope| {
        let other = thread::Builder::new().spawn_scoped(scope, || on_large_stack(&beside));
        let here = here();
        let beside = match other {
            Ok(other) => other.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => on_large_stack(&beside),
        };
        (beside, here)
    })
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn both_parts_are_done() {
        assert_eq!(do_side_by_side(|| 1, || "two"), (1, "two"));
    }

    #[test]
    fn a_panic_keeps_its_message() {
        let both = catch_unwind(|| do_side_by_side(|| -> u8 { panic!("broken") }, || ()));
        let panic = both.expect_err("a panic");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"broken"));
    }
}
