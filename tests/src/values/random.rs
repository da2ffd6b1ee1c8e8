/// Decides by bytes that somebody chose, a fuzzer for one, and then by pseudo-random numbers
/// (xorshift). The same on every run.
#[derive(Debug)]
pub struct Random {
    bytes: std::vec::IntoIter<u8>,
    state: u64,
}

impl Random {
    /// By pseudo-random numbers alone; a seed of 0 always decides for the first.
    pub fn seeded(seed: u64) -> Self {
        Self {
            bytes: Vec::new().into_iter(),
            state: seed,
        }
    }

    /// By these bytes, and for the first when they are used up.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self {
            bytes: Vec::from(bytes).into_iter(),
            state: 0,
        }
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        let number = match self.bytes.next() {
            Some(byte) if bound <= 256 => u64::from(byte),
            Some(byte) => u64::from_le_bytes([byte, self.byte(), 0, 0, 0, 0, 0, 0]),
            None => self.next(),
        };
        (number % bound.max(1) as u64) as usize
    }

    /// Whether this is one case in `count`.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    fn byte(&mut self) -> u8 {
        self.bytes.next().unwrap_or_default()
    }

    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }
}
