extern crate proc_macro;

use std::panic::resume_unwind;
use std::{io, thread};

/// Debug builds take up to 100 kB for a level of a schema, most of it to parse the Rust that it
/// becomes; this is room for as many levels as are read.
const SIZE: usize = 64 << 20;

/// Does the work on a stack that is large enough for every spec: a thread's 2 MB are not, nor the
/// 1 MB of the main thread on Windows.
///
/// Within a macro it is done right here: the compiler's tokens are bound to their thread, which has
/// 8 MB.
///
/// # Errors
///
/// When the system has no thread to give.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    if proc_macro::is_available() {
        return Ok(work());
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(SIZE);
        let thread = thread.spawn_scoped(scope, work)?;
        Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
