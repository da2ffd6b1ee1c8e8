//! Stage `emit`.

pub mod checks;
