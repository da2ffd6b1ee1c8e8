//! English singulars, for the names of the items of lists.

/// Words whose singular follows from no ending, and those that have no other singular.
const IRREGULAR: [(&str, &str); 44] = [
    ("aliases", "alias"),
    ("aches", "ache"),
    ("analyses", "analysis"),
    ("atlases", "atlas"),
    ("axes", "axis"),
    ("biases", "bias"),
    ("caches", "cache"),
    ("canvases", "canvas"),
    ("children", "child"),
    ("cookies", "cookie"),
    ("criteria", "criterion"),
    ("crises", "crisis"),
    ("diagnoses", "diagnosis"),
    ("feet", "foot"),
    ("gas", "gas"),
    ("geese", "goose"),
    ("halves", "half"),
    ("hypotheses", "hypothesis"),
    ("indices", "index"),
    ("knives", "knife"),
    ("leaves", "leaf"),
    ("lens", "lens"),
    ("lives", "life"),
    ("matrices", "matrix"),
    ("men", "man"),
    ("mice", "mouse"),
    ("movies", "movie"),
    ("news", "news"),
    ("people", "person"),
    ("phenomena", "phenomenon"),
    ("quizzes", "quiz"),
    ("selves", "self"),
    ("series", "series"),
    ("shelves", "shelf"),
    ("shoes", "shoe"),
    ("species", "species"),
    ("synopses", "synopsis"),
    ("teeth", "tooth"),
    ("theses", "thesis"),
    ("vertices", "vertex"),
    ("wives", "wife"),
    ("wolves", "wolf"),
    ("women", "woman"),
    ("zombies", "zombie"),
];

/// Endings of plurals, and of what looks like one, with those of their singulars; the first that fits holds.
const ENDINGS: [(&str, &str); 23] = [
    ("ss", "ss"),
    ("us", "us"),
    ("is", "is"),
    ("sses", "ss"),
    ("shes", "sh"),
    ("ches", "ch"),
    ("xes", "x"),
    ("tzes", "tz"),
    ("atuses", "atus"),
    ("buses", "bus"),
    ("cuses", "cus"),
    ("iruses", "irus"),
    ("mpuses", "mpus"),
    ("nuses", "nus"),
    ("nsuses", "nsus"),
    ("echoes", "echo"),
    ("eroes", "ero"),
    ("atoes", "ato"),
    ("etoes", "eto"),
    ("rgoes", "rgo"),
    ("ties", "ty"),
    ("ies", "y"),
    ("s", ""),
];

/// The singular of a name by its last word: `petCategories` is `petCategory`. A name that is no plural stays.
pub(crate) fn singular_of_last_word(name: &str) -> String {
    let (head, word) = name.split_at(start_of_last_word(name));
    let small = word.to_ascii_lowercase();
    if let Some((_, singular)) = IRREGULAR.iter().find(|(plural, _)| *plural == small) {
        // All words of the table are ASCII, so that one byte is one letter.
        let (first, rest) = singular.split_at(1);
        return match word.starts_with(|c: char| c.is_ascii_uppercase()) {
            true => format!("{head}{}{rest}", first.to_ascii_uppercase()),
            false => format!("{head}{singular}"),
        };
    }
    // `ties` and `pies` are too short for a `y`.
    let is_short = word.len() <= 4;
    // The order of the table matters: `ss` before `s`, or `address` would become `addres`.
    for (plural, singular) in ENDINGS
        .iter()
        .filter(|(plural, _)| !is_short || plural.len() < 3)
    {
        if let Some(stem) = word.strip_suffix(plural).filter(|stem| !stem.is_empty()) {
            return format!("{head}{stem}{singular}");
        }
    }
    name.to_owned()
}

/// Where the last word of a name begins.
fn start_of_last_word(name: &str) -> usize {
    let mut start = 0;
    let mut last = ' ';
    for (at, c) in name.char_indices() {
        let is_first_capital = c.is_uppercase() && last.is_lowercase();
        let is_behind_a_gap = c.is_alphanumeric() && !last.is_alphanumeric();
        if is_first_capital || is_behind_a_gap {
            start = at;
        }
        last = c;
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn singulars_are_english() {
        for (plural, expected) in [
            ("pets", "pet"),
            ("status", "status"),
            ("statuses", "status"),
            ("address", "address"),
            ("addresses", "address"),
            ("categories", "category"),
            ("petCategories", "petCategory"),
            ("entity_types", "entity_type"),
            ("properties", "property"),
            ("boxes", "box"),
            ("batches", "batch"),
            ("caches", "cache"),
            ("releases", "release"),
            ("responses", "response"),
            ("licenses", "license"),
            ("sizes", "size"),
            ("houses", "house"),
            ("analysis", "analysis"),
            ("queryAnalyses", "queryAnalysis"),
            ("indices", "index"),
            ("archives", "archive"),
            ("ClientPeople", "ClientPerson"),
            ("news", "news"),
            ("series", "series"),
            ("ties", "tie"),
            ("movies", "movie"),
            ("IDs", "ID"),
            ("gas", "gas"),
            ("data", "data"),
            ("s", "s"),
            ("", ""),
            ("äs", "ä"),
        ] {
            assert_eq!(singular_of_last_word(plural), expected, "{plural}");
        }
    }
}
