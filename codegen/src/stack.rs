//! Room for recursion on whatever thread the compiler runs on.

/// What a schema takes that is nested as deep as it may be: in a debug build up to 100 kB a level,
/// most of it to parse the Rust that it becomes.
const NESTED: usize = 32 << 20;

/// What one step from definition to definition may take.
const STEP: usize = 4 << 20;

/// Does the work on a stack that is large enough for a spec of any depth: a thread's 2 MB are not,
/// nor the 1 MB of the main thread on Windows.
pub(crate) fn on_large_stack<R>(work: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(NESTED, 2 * NESTED, work)
}

/// Does one step of a recursion that goes as deep as the references of a spec lead, on a new stack
/// where the current one might not suffice.
pub(crate) fn with_stack_room<R>(step: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(STEP, 4 * STEP, step)
}
