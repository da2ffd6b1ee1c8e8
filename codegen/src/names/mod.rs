//! Stage `names`.
