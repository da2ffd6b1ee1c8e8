//! Stage `source`.
