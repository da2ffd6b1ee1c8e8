/// What a token is counted as: English and JSON have about so many characters in one.
const CHARACTERS: usize = 4;

/// How long a text of so many tokens is, in bytes.
pub(super) fn bytes(tokens: usize) -> usize {
    tokens.saturating_mul(CHARACTERS)
}
