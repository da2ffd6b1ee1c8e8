//! How much a schema may become. Types and groups are described at each use, so that a small schema can be a large
//! structure, and a chain of groups can be one without end.

use super::unsupported_schema;
use crate::failure::Failure;
use crate::schema::xml::Element;

/// Nodes that are described. A type is described at each use, so a small schema can be a large structure.
const MAX_NODES: usize = 5000;

/// Parts of types and groups that are read, each at every use: a group that uses the next one twice is two to the power
/// of their number.
const MAX_STEPS: usize = 30_000;
/// Bytes of the attributes of all these parts.
const MAX_TEXT_BYTES: usize = 32 << 20;
/// Elements, types and groups within each other.
const MAX_LEVELS: usize = 110;

/// What of a schema was expanded so far.
#[derive(Default)]
pub(super) struct Expansion<'x> {
    /// The names of what is being expanded, the outermost first.
    open: Vec<&'x str>,
    nodes: usize,
    steps: usize,
    text_bytes: usize,
}

impl<'x> Expansion<'x> {
    /// Counts an element that is described.
    pub(super) fn count_element(&mut self) -> Result<(), Failure> {
        self.nodes += 1;
        match self.nodes > MAX_NODES {
            true => Err(unsupported_schema(&format!(
                "a schema of more than {MAX_NODES} elements"
            ))),
            false => Ok(()),
        }
    }

    /// Counts a part that is read.
    pub(super) fn count_step(&mut self, part: &Element) -> Result<(), Failure> {
        self.steps += 1;
        let attributes = part.attributes.iter();
        self.text_bytes += attributes.map(|(_, value)| value.len()).sum::<usize>();
        if self.text_bytes > MAX_TEXT_BYTES {
            let megabytes = MAX_TEXT_BYTES >> 20;
            return Err(unsupported_schema(&format!(
                "a schema whose types and groups have more than {megabytes} MB, counted at each use,"
            )));
        }
        if self.steps > MAX_STEPS {
            return Err(unsupported_schema(&format!(
                "a schema whose types and groups have more than {MAX_STEPS} parts, counted at each use,"
            )));
        }
        if self.open.len() > MAX_LEVELS {
            return Err(unsupported_schema(&format!(
                "a schema with more than {MAX_LEVELS} elements, types and groups within each other"
            )));
        }
        Ok(())
    }

    /// Whether a type, a group or an element is being expanded already.
    pub(super) fn is_open(&self, name: &str) -> bool {
        self.open.contains(&name)
    }

    /// Notes that what has this name is being expanded, until [`close`](Self::close).
    pub(super) fn open(&mut self, name: &'x str) {
        self.open.push(name);
    }

    pub(super) fn close(&mut self) {
        self.open.pop();
    }
}
