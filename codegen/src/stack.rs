//! Room for recursion on whatever thread the compiler runs on.

/// What one step of a recursion may take, in a debug build and with the values of a schema nested as
/// deep as they may be.
const ROOM: usize = 4 << 20;

/// How much is added when there is less.
const MORE: usize = 16 << 20;

/// Runs one step of a recursion that goes as deep as the references of a spec lead, on a new stack
/// where the current one might not suffice.
pub(crate) fn with_room<R>(step: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(ROOM, MORE, step)
}
