//! What exists on the machines of the project and its CI, but not at every user's, for tests. The
//! tests outside the crate have the same files, by their paths.

pub(crate) mod path;
pub(crate) mod specs;
