use super::super::Source;
use super::trail::Trail;

/// An overlay that was read, and what its addresses start with.
#[derive(Debug)]
pub(crate) struct Overlay {
    pub(crate) name: String,
    pub(crate) source: Source,
}

/// What overlays made of a spec.
#[derive(Debug, Default)]
pub(crate) struct Overlaid {
    pub(crate) overlays: Vec<Overlay>,
    pub(crate) trail: Trail,
}
