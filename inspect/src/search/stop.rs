//! Words that say nothing of what is looked for.

/// In the order of the alphabet.
const WORDS: &[&str] = &[
    "all", "am", "an", "and", "any", "anybody", "anyone", "are", "as", "at", "be", "been", "but", "by", "can",
    "could", "did", "do", "does", "for", "from", "give", "had", "has", "have", "he", "her", "his",
    "how", "if", "in", "into", "is", "it", "its", "let", "may", "me", "might", "must", "my", "never", "no", "nobody", "not", "nothing", "of",
    "off", "on", "one", "onto", "or", "our", "out", "please", "she", "should", "so", "some", "somebody", "someone",
    "something", "specified", "that", "the", "their", "them", "then", "there", "these", "they", "this",
    "those", "to", "up", "us", "via", "want", "was", "we", "were", "what", "when", "where", "which", "while", "who",
    "whose", "will", "with", "without", "would", "you", "your",
];

/// Whether `word`, in lower case, is one of them, or a single letter.
pub(super) fn is_stop_word(word: &str) -> bool {
    (word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
        || WORDS.binary_search(&word).is_ok()
}

/// Words behind which something stands that is not what a query is about.
const PREPOSITIONS: &[&str] = &[
    "after", "as", "at", "before", "below", "between", "by", "for", "from", "in", "into", "of", "off", "on", "onto", "that",
    "to", "under", "via", "with",
];

/// Whether `word`, in lower case, is a preposition, or begins a clause.
pub(super) fn is_preposition(word: &str) -> bool {
    PREPOSITIONS.binary_search(&word).is_ok()
}
