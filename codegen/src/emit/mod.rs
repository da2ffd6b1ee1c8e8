//! Stage `emit`.
