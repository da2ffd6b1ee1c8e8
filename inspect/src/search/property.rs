//! What holds for all documents and queries.

use proptest::collection::vec;
use proptest::prelude::*;

use super::postings::{Impact, read_postings, write_postings};
use super::{Document, Index, Origin, build};

/// Words that documents are made of, in several scripts and ways to write them.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{3,9}",
        "[A-Z][a-z]{2,6}[A-Z][a-z]{2,6}",
        "[а-я]{3,8}",
        "[ä-ü]{3,6}",
        "\\p{Han}{2,4}",
    ]
}

fn titles() -> impl Strategy<Value = Vec<String>> {
    let title = vec(word(), 2..6).prop_map(|words| words.join(" "));
    vec(title, 1..20)
}

fn documents(titles: &[String]) -> Vec<Document<'_>> {
    let documents = titles.iter().map(|title| Document {
        name: "",
        title,
        description: "",
        method: "GET",
        path: "/",
        tags: &[],
        parameters: &[],
        returned: &[],
        origins: &[],
    });
    documents.collect()
}

fn table(words: &[(String, String)]) -> Vec<(&str, &str)> {
    words
        .iter()
        .map(|(word, postings)| (word.as_str(), postings.as_str()))
        .collect()
}

proptest! {
    #[test]
    fn nothing_that_is_written_or_asked_does_harm(
        texts in vec(any::<String>(), 6),
        query in any::<String>(),
        documents in 0_usize..3,
    ) {
        let [name, title, description, method, path, tag] = &texts[..] else { unreachable!() };
        let tags = [tag.as_str()];
        let document = Document { name, title, description, method, path, tags: &tags, parameters: &tags, returned: &tags, origins: &[Origin { argument: name, producer: 1, place: title }] };
        let words = build(&vec![document; documents]);
        prop_assert!(words.is_sorted());
        let words = table(&words);
        let index = Index::new(&words, documents);
        for query in [&query, title, description] {
            let hits = index.search(query);
            prop_assert!(hits.is_sorted_by(|a, b| a.score >= b.score));
            prop_assert!(hits.iter().all(|hit| hit.document < documents && hit.score > 0.0));
        }
    }

    #[test]
    fn postings_are_read_as_they_were_written(
        impacts in vec(proptest::option::of(1..Impact::MAX), 0..200),
    ) {
        let postings: Vec<(usize, Impact)> = impacts
            .iter()
            .enumerate()
            .filter_map(|(document, impact)| Some((document, (*impact)?)))
            .collect();
        let mut seen = Vec::new();
        read_postings(&write_postings(&postings), impacts.len(), |document, impact| seen.push((document, impact)));
        seen.sort_unstable();
        prop_assert_eq!(seen, postings);
    }

    #[test]
    fn a_document_is_found_by_its_own_title(titles in titles()) {
        let documents = documents(&titles);
        let words = build(&documents);
        let words = table(&words);
        let index = Index::new(&words, documents.len());
        for title in &titles {
            let hits = index.search(title);
            let mut firsts = hits.iter().take(3).map(|hit| &titles[hit.document]);
            prop_assert!(firsts.any(|found| found == title), "{} is not among the first", title);
        }
    }
}
