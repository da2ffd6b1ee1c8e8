//! The likeness of two strings by Ratcliff and Obershelp's gestalt pattern matching
//! (<https://en.wikipedia.org/wiki/Gestalt_pattern_matching>), as Python's `difflib` computes it.
//! `strsim` does not have it.

use std::collections::HashMap;
use std::ops::Range;

/// Strings from this length on have popular characters, which do not begin a match.
const POPULAR_FROM: usize = 200;

/// The likeness of two strings by gestalt pattern matching (Ratcliff and Obershelp), from 0 to 1:
/// twice the characters in matching blocks, by those of both strings. It is the ratio of Python's
/// `difflib.SequenceMatcher(None, left, right)` to the last bit, which is not the same with the sides
/// exchanged.
///
/// ```
/// use toolwright_inspect::suggest::similarity;
///
/// assert_eq!(similarity("read_file", "read_files"), 18.0 / 19.0);
/// assert_eq!(similarity("abcd", "bcde"), 0.75);
/// assert_eq!(similarity("", ""), 1.0);
/// ```
pub fn similarity(left: &str, right: &str) -> f64 {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let matches = Matcher::new(&left, &right).count_matches();
    match_ratio(matches, left.len() + right.len())
}

/// The ratio of so many characters that match, in so many of both strings.
pub(super) fn match_ratio(matches: usize, both: usize) -> f64 {
    match both {
        0 => 1.0,
        both => 2.0 * matches as f64 / both as f64,
    }
}

struct Matcher<'s> {
    left: &'s [char],
    right: &'s [char],
    /// Where each character is in `right`, ascending; popular ones left out.
    places: HashMap<char, Vec<usize>>,
}

/// A run of characters that both strings have: where it begins in each, and how long it is.
#[derive(Clone, Copy, Default)]
struct Block {
    left: usize,
    right: usize,
    len: usize,
}

impl<'s> Matcher<'s> {
    fn new(left: &'s [char], right: &'s [char]) -> Self {
        let mut places: HashMap<char, Vec<usize>> = HashMap::new();
        for (place, &character) in right.iter().enumerate() {
            places.entry(character).or_default().push(place);
        }
        if right.len() >= POPULAR_FROM {
            places.retain(|_, places| places.len() <= right.len() / 100 + 1);
        }
        Self {
            left,
            right,
            places,
        }
    }

    /// How many characters are in matching blocks: the longest one, and those before and behind it.
    fn count_matches(&self) -> usize {
        let mut total = 0;
        let mut open = vec![(0..self.left.len(), 0..self.right.len())];
        while let Some((left, right)) = open.pop() {
            let block = self.longest_block(left.clone(), right.clone());
            if block.len > 0 {
                total += block.len;
                open.push((left.start..block.left, right.start..block.right));
                open.push((
                    block.left + block.len..left.end,
                    block.right + block.len..right.end,
                ));
            }
        }
        total
    }

    /// The longest block; of several the first in `left`, and of these the first in `right`.
    fn longest_block(&self, left: Range<usize>, right: Range<usize>) -> Block {
        let mut best = Block {
            left: left.start,
            right: right.start,
            len: 0,
        };
        // By the place in `right` where they end: how long the matches are that end at the character
        // of `left` that was looked at last.
        let mut lengths: HashMap<usize, usize> = HashMap::new();
        for at in left.clone() {
            let mut next = HashMap::new();
            let places = self
                .places
                .get(&self.left[at])
                .map_or(&[][..], Vec::as_slice);
            for &place in places.iter().filter(|place| right.contains(place)) {
                let before = place.checked_sub(1).and_then(|it| lengths.get(&it));
                let len = before.copied().unwrap_or_default() + 1;
                next.insert(place, len);
                if len > best.len {
                    best = Block {
                        left: at + 1 - len,
                        right: place + 1 - len,
                        len,
                    };
                }
            }
            lengths = next;
        }
        self.extend_block(best, left, right)
    }

    /// The block with the popular characters on both sides of it.
    fn extend_block(&self, mut block: Block, left: Range<usize>, right: Range<usize>) -> Block {
        while block.left > left.start
            && block.right > right.start
            && self.left[block.left - 1] == self.right[block.right - 1]
        {
            block.left -= 1;
            block.right -= 1;
            block.len += 1;
        }
        while block.left + block.len < left.end
            && block.right + block.len < right.end
            && self.left[block.left + block.len] == self.right[block.right + block.len]
        {
            block.len += 1;
        }
        block
    }
}
