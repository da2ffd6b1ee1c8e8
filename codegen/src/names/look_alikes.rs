//! Names that a reader takes for another one: letters of other scripts that look like Latin ones,
//! and two names that differ by look-alikes or only in case.
//!
//! What looks alike is taken from Unicode (UTS #39, confusables). Knows names only, not where they
//! come from.

use std::collections::HashMap;

use unicode_security::skeleton;

/// A letter, and the ASCII that it looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LookAlike {
    pub(crate) letter: char,
    pub(crate) ascii: String,
}

/// Two names, by their indices, that are easily taken for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AlikePair {
    pub(crate) earlier: usize,
    pub(crate) later: usize,
    pub(crate) differs_in_case_only: bool,
}

/// The letters of a name that pass for ASCII letters, each once.
///
/// A name in another script is all right, and so is one with words of several scripts: of a word,
/// all letters have to look like ASCII, and some have to be, unless the whole name looks like ASCII.
pub(crate) fn find_look_alike_letters(name: &str) -> Vec<LookAlike> {
    let mut found = Vec::new();
    if name.is_ascii() {
        return found;
    }
    let is_whole = looks_like_ascii(name);
    for word in split_into_words(name) {
        let is_mixed = word.contains(|c: char| c.is_ascii_alphabetic());
        if !(is_whole || is_mixed && looks_like_ascii(word)) {
            continue;
        }
        for letter in word.chars() {
            if let Some(ascii) = ascii_look_alike(letter) {
                let one = LookAlike { letter, ascii };
                if !found.contains(&one) {
                    found.push(one);
                }
            }
        }
    }
    found
}

/// The names that are alike, each with the first that it is alike to. Equal names are not alike.
pub(crate) fn find_alike_names<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<AlikePair> {
    let mut by_shape: HashMap<String, (usize, &str)> = HashMap::new();
    let mut found: Vec<AlikePair> = Vec::new();
    for (later, name) in names.into_iter().enumerate() {
        let lower = name.to_lowercase();
        let mut is_reported = false;
        for shape in [shape_of(name), shape_of(&lower)] {
            let (earlier, other) = *by_shape.entry(shape).or_insert((later, name));
            if other != name && !is_reported {
                is_reported = true;
                found.push(AlikePair {
                    earlier,
                    later,
                    differs_in_case_only: other.to_lowercase() == lower,
                });
            }
        }
    }
    found
}

/// What a name looks like: two names with the same skeleton are confusable (UTS #39, section 4).
fn shape_of(name: &str) -> String {
    skeleton(name).collect()
}

/// Whether the letters of a text all pass for ASCII, some of them being others.
fn looks_like_ascii(text: &str) -> bool {
    let mut others = text
        .chars()
        .filter(|c| !c.is_ascii() && c.is_alphanumeric());
    !text.is_ascii() && others.all(|c| ascii_look_alike(c).is_some())
}

/// The ASCII letters or digits that a letter looks like. Letters of European languages that are
/// written in Latin do not count, such as the Turkish `ı` and the Icelandic `þ`.
fn ascii_look_alike(letter: char) -> Option<String> {
    let is_of_latin = matches!(letter, '\u{c0}'..='\u{17f}');
    if letter.is_ascii() || is_of_latin || !letter.is_alphanumeric() {
        return None;
    }
    let shape = shape_of(letter.encode_utf8(&mut [0; 4]));
    let is_ascii = !shape.is_empty() && shape.chars().all(|c| c.is_ascii_alphanumeric());
    is_ascii.then_some(shape)
}

/// The words of a name such as `list_pets` or `listPets`.
fn split_into_words(name: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut was_lower = false;
    for (at, c) in name.char_indices() {
        if !c.is_alphanumeric() {
            words.push(&name[start..at]);
            start = at + c.len_utf8();
        } else if was_lower && c.is_uppercase() {
            words.push(&name[start..at]);
            start = at;
        }
        was_lower = c.is_lowercase();
    }
    words.push(&name[start..]);
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(name: &str) -> String {
        let found = find_look_alike_letters(name).into_iter();
        found
            .map(|one| format!("{}={} ", one.letter, one.ascii))
            .collect()
    }

    #[test]
    fn letters_of_another_script_are_found_within_a_word() {
        assert_eq!(letters("l\u{456}st_pets"), "\u{456}=i ");
        assert_eq!(letters("list\u{420}ets"), "\u{420}=P ");
        assert_eq!(
            letters("\u{441}\u{43e}\u{440}\u{443}"),
            "\u{441}=c \u{43e}=o \u{440}=p \u{443}=y "
        );
        assert_eq!(
            letters("list_\u{441}\u{43e}\u{440}\u{443}"),
            "\u{441}=c \u{43e}=o \u{440}=p \u{443}=y "
        );
        assert_eq!(letters("\u{391}ddPet"), "\u{391}=A ");
    }

    #[test]
    fn names_in_other_languages_are_no_alarm() {
        for name in [
            "listPets",
            "получитьСписок",
            "получитьURL",
            "получить_сор",
            "kullanıcıListesi",
            "þjónusta",
            "größeÄndern",
            "get用户",
            "ペットを取得",
            "δημιουργίαPet",
        ] {
            assert_eq!(letters(name), "", "{name}");
        }
    }

    #[test]
    fn names_are_alike_by_their_look_or_case() {
        let pairs = |names: &[&str]| -> Vec<(usize, usize, bool)> {
            let found = find_alike_names(names.iter().copied()).into_iter();
            found
                .map(|one| (one.earlier, one.later, one.differs_in_case_only))
                .collect()
        };
        assert_eq!(
            pairs(&["list_pets", "get_pet", "1ist_pets"]),
            [(0, 2, false)]
        );
        assert_eq!(
            pairs(&["getPet", "getpet", "GETPET"]),
            [(0, 1, true), (0, 2, true)]
        );
        assert_eq!(pairs(&["list_pets", "l\u{456}st_pets"]), [(0, 1, false)]);
        assert_eq!(pairs(&["IistPets", "listPets"]), [(0, 1, false)]);
        assert_eq!(
            pairs(&["list_pets", "list_pets", "list_pet", "lists_pet"]),
            []
        );
    }
}
