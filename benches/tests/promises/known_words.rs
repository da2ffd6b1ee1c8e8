//! No word of an API is searched for in vain: what the lister prints for one or two words of its names, titles and paths.

use std::collections::BTreeSet;

use toolwright_benches::search::Searched;
use toolwright_inspect::search::Index;

/// APIs of several sizes and styles.
const APIS: [&str; 5] = ["github", "stripe", "discord", "slack", "docker"];
/// Words of an API that are tried, spread over its vocabulary, each alone and with another one.
const WORDS: usize = 150;
/// Endpoints that an answer has at least, while there are any.
const LEAST: usize = 10;

/// The words of names, titles and paths, in the order of the alphabet.
fn collect_words(searched: &Searched) -> Vec<String> {
    let texts = searched.texts.iter().flatten();
    let words = texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    let words = words.filter(|word| word.chars().count() >= 2);
    let words: BTreeSet<String> = words.map(str::to_lowercase).collect();
    words.into_iter().collect()
}

/// What is wrong with the answer for these words, if anything.
fn find_hole(searched: &Searched, words: &[&str]) -> Option<String> {
    let table = searched.table();
    let index = Index::new(&table, searched.operations.len());
    let mut known = BTreeSet::new();
    for word in words {
        known.extend(index.search(word).iter().map(|hit| hit.document));
    }
    if let [word] = words {
        let contains =
            |texts: &[String; 3]| texts.iter().any(|text| text.to_lowercase().contains(word));
        let texts = searched.literal_texts.iter().enumerate();
        known.extend(
            texts
                .filter(|(_, texts)| contains(texts))
                .map(|(document, _)| document),
        );
    }
    let query = words.join(" ");
    let printed = searched
        .find_operations(&query)
        .expect("the lister answers")
        .len();
    let least = known.len().min(LEAST);
    (printed < least).then(|| format!("{query:?}: {printed} of {} endpoints", known.len()))
}

#[test]
#[ignore = "needs ../shared"]
fn an_answer_has_ten_endpoints_while_there_are_any() {
    let mut holes = Vec::new();
    let mut tried = 0;
    for api in APIS {
        let searched = Searched::load(api).expect("the spec compiles");
        let words = collect_words(searched);
        let step = words.len().div_ceil(WORDS);
        for (at, word) in words.iter().enumerate().step_by(step) {
            // Some words of an API are far from each other in the alphabet as well as in the API.
            let other = &words[(at * 7 + 13) % words.len()];
            for query in [&[word.as_str()][..], &[word, other]] {
                tried += 1;
                holes.extend(find_hole(searched, query).map(|hole| format!("{api}: {hole}")));
            }
        }
    }
    println!("{tried} queries");
    let shown: Vec<&str> = holes.iter().map(String::as_str).take(60).collect();
    assert!(
        holes.is_empty(),
        "{} of {tried} queries\n{}",
        holes.len(),
        shown.join("\n")
    );
}
