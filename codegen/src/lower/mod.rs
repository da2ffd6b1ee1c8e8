//! Stage `lower`.
