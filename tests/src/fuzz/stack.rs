use std::panic::resume_unwind;
use std::thread;

/// Does the work with room for the syntax tree of any generated file.
pub(super) fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(256 << 20);
        let thread = thread.spawn_scoped(scope, work).expect("a thread");
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}
