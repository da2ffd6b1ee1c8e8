//! Two threads for work in two parts, or one where the system has no other.

use std::panic::resume_unwind;
use std::thread;

use crate::stack::on_large_stack;

/// Does `beside` on a second thread, on a large stack, while `here` is done on this one. If the system starts no thread, as where the
/// number of processes is limited, `beside` comes after; a closure that can be called once would be gone by then.
///
/// ```
/// use toolwright_codegen::do_side_by_side;
///
/// assert_eq!(do_side_by_side(|| 1, || "two"), (1, "two"));
/// ```
///
/// # Panics
///
/// As either of them does.
pub fn do_side_by_side<A: Send, B>(
    beside: impl Fn() -> A + Sync,
    here: impl FnOnce() -> B,
) -> (A, B) {
    do_with_thread(thread::Builder::new(), beside, here)
}

fn do_with_thread<A: Send, B>(
    thread: thread::Builder,
    beside: impl Fn() -> A + Sync,
    here: impl FnOnce() -> B,
) -> (A, B) {
    thread::scope(|scope| {
        let other = thread.spawn_scoped(scope, || on_large_stack(&beside));
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

    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    #[test]
    fn both_parts_are_done_without_a_second_thread() {
        let no_thread = thread::Builder::new().stack_size(1 << 60);
        assert_eq!(do_with_thread(no_thread, || 1, || "two"), (1, "two"));
    }

    #[test]
    fn a_panic_keeps_its_message() {
        let both = catch_unwind(|| do_side_by_side(|| -> u8 { panic!("broken") }, || ()));
        let panic = both.expect_err("a panic");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"broken"));
    }
}
