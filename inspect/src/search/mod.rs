//! Finding tools by what they do.
//!
//! The compiler makes a table of words with [`build`], and [`Index`] searches in it at run time.
//!
//! ```
//! use toolwright_inspect::search::{Document, Index, build};
//!
//! let document = Document {
//!     name: "refund_payment",
//!     title: "Refund a payment",
//!     description: "",
//!     method: "POST",
//!     path: "/payments/{id}/refunds",
//!     tags: &["payments"],
//!     parameters: &["id", "amount"],
//! };
//! let words = build(&[document]);
//! let words: Vec<(&str, &str)> = words.iter().map(|(word, postings)| (word.as_str(), postings.as_str())).collect();
//! let hits = Index::new(&words, 1).search("give back a paymnt");
//! assert_eq!(hits[0].document, 0);
//! ```

mod fields;
mod index;
mod kind;
mod meaning;
mod phrases;
mod postings;
mod prose;
mod query;
mod split;
mod stem;
mod stop;
mod synonyms;
mod terms;
mod typo;
mod weigh;
mod words;

#[cfg(test)]
mod property;
#[cfg(test)]
mod tests;

pub use index::Index;
use kind::Kind;

/// What there is to know of a tool for those who look for one.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// The tool's name.
    pub name: &'a str,
    /// Its name for people.
    pub title: &'a str,
    /// What it does; Markdown or HTML.
    pub description: &'a str,
    /// HTTP method in upper case.
    pub method: &'a str,
    /// Path template.
    pub path: &'a str,
    /// Tags of the operation.
    pub tags: &'a [&'a str],
    /// Names of the arguments.
    pub parameters: &'a [&'a str],
}

/// A document that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Its place among the documents.
    pub document: usize,
    /// How well it fits, above 0; to be compared between hits of one query alone.
    pub score: f32,
}

/// The words of `documents`, sorted, each with its postings as text: `"34:5,7-12 20:0"` says that the word
/// has the impact 34 in document 5 and in documents 7 to 12, and 20 in the first one.
pub fn build(documents: &[Document<'_>]) -> Vec<(String, String)> {
    let mut words = weigh::compute_impacts(documents);
    for (index, document) in documents.iter().enumerate() {
        let kind = Kind::classify_document(document).row().to_owned();
        words.entry(kind).or_default().push((index, 1));
    }
    words
        .into_iter()
        .map(|(word, impacts)| (word, postings::write_postings(&impacts)))
        .collect()
}
