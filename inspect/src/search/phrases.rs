//! Verbs of two words, and negations.

use super::stop::is_stop_word;

/// A verb, what belongs to it, and the verb that it is then.
const PHRASES: &[(&str, &str, &str)] = &[
    ("bring", "back", "restore"),
    ("check", "in", "checkin"),
    ("check", "out", "checkout"),
    ("get", "rid", "delete"),
    ("give", "name", "rename"),
    ("hand", "over", "transfer"),
    ("kick", "out", "remove"),
    ("log", "in", "login"),
    ("log", "out", "logout"),
    ("look", "for", "search"),
    ("look", "up", "search"),
    ("pay", "out", "payout"),
    ("put", "back", "restore"),
    ("put", "under", "move"),
    ("roll", "back", "rollback"),
    ("set", "up", "create"),
    ("shut", "down", "stop"),
    ("sign", "in", "login"),
    ("sign", "out", "logout"),
    ("sign", "up", "register"),
    ("switch", "off", "disable"),
    ("switch", "on", "enable"),
    ("take", "away", "remove"),
    ("take", "back", "reverse"),
    ("take", "off", "remove"),
    ("take", "out", "remove"),
    ("throw", "away", "delete"),
    ("throw", "out", "remove"),
    ("turn", "off", "disable"),
    ("turn", "on", "enable"),
    ("work", "out", "calculate"),
];

/// Words that may stand between the two.
const BETWEEN: usize = 4;

/// `words`, in which a verb of two words has become one of one word.
pub(super) fn join_phrases(mut words: Vec<String>) -> Vec<String> {
    for (verb, particle, meaning) in PHRASES {
        let Some(at) = words.iter().position(|word| word == verb) else {
            continue;
        };
        let after = words.iter().skip(at + 1).take(BETWEEN + 1);
        if let Some(gap) = after.into_iter().position(|word| word == particle) {
            words.remove(at + 1 + gap);
            words[at] = (*meaning).to_owned();
        }
    }
    words
}

/// Words that say that something is not so, or is to be so no more.
const NEGATIONS: &[&str] = &["never", "no", "nobody", "not", "nothing", "stop", "without"];

/// What a negation and the words behind it may be as one: "stop following" is "unfollow", and "not used" is
/// "unused".
pub(super) fn negated_words(words: &[String]) -> Option<String> {
    let at = words
        .iter()
        .position(|word| NEGATIONS.contains(&word.as_str()))?;
    let negated = words.iter().skip(at + 1).find(|word| !is_stop_word(word))?;
    Some(format!("un{negated}"))
}
