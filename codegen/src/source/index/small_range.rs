use std::ops::Range;

/// A range in four bytes a number: files are smaller than 64 MB, and an index has millions of ranges.
#[derive(Clone, Copy, Debug)]
pub(super) struct SmallRange {
    start: u32,
    end: u32,
}

impl SmallRange {
    pub(super) fn from_range(range: &Range<usize>) -> Self {
        Self {
            start: to_u32(range.start),
            end: to_u32(range.end),
        }
    }

    pub(super) fn bytes(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(super) fn is_empty(self) -> bool {
        self.start >= self.end
    }

    pub(super) fn end_at(&mut self, end: usize) {
        self.end = to_u32(end);
    }
}

/// A position in four bytes; beyond what a file may have, the last one.
pub(super) fn to_u32(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
