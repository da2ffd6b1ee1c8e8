//! The compiler of toolwright behind a macro.
