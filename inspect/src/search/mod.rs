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
//!     returned: &["status"],
//!     origins: &[],
//! };
//! let words = build(&[document]);
//! let words: Vec<(&str, &str)> = words.iter().map(|(word, postings)| (word.as_str(), postings.as_str())).collect();
//! let hits = Index::new(&words, 1).search("give back a paymnt");
//! assert_eq!(hits[0].document, 0);
//! ```

mod facts;
mod fields;
mod flow;
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

pub use index::{Found, Index};

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
    /// Names of the properties in the response.
    pub returned: &'a [&'a str],
    /// Where the values of its arguments come from, for each argument the likeliest first.
    pub origins: &'a [Origin<'a>],
}

/// Where the value of an argument comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin<'a> {
    /// Name of the argument.
    pub argument: &'a str,
    /// The document that returns the value, by its place among the documents.
    pub producer: usize,
    /// Where in its response the value is: `results[].id`.
    pub place: &'a str,
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
/// has the impact 34 in document 5 and in documents 7 to 12, and 20 in the first one. What the search asks of
/// documents beside their words is in rows of their own (see `facts`).
pub fn build(documents: &[Document<'_>]) -> Vec<(String, String)> {
    let mut words = weigh::compute_impacts(documents);
    facts::add_facts(documents, &mut words);
    words
        .into_iter()
        .map(|(word, impacts)| (word, postings::write_postings(&impacts)))
        .collect()
}
