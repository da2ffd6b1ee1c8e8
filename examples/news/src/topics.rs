//! What many titles have in common: their words, without those that every text has.

use std::collections::{HashMap, HashSet};

use crate::api::types::{Article, Topic};

/// Shorter words say little.
const SHORTEST_WORD: usize = 4;

const STOP_WORDS: &[&str] = &[
    "about", "after", "again", "against", "amid", "among", "and", "back", "because", "been",
    "before", "being", "between", "could", "does", "down", "during", "every", "first", "from",
    "have", "here", "into", "just", "last", "later", "less", "like", "made", "make", "makes",
    "many", "more", "most", "much", "near", "next", "only", "other", "over", "says", "show",
    "shows", "since", "some", "still", "such", "take", "takes", "than", "that", "their", "them",
    "then", "there", "these", "they", "this", "three", "through", "under", "until", "were", "what",
    "when", "where", "which", "while", "will", "with", "without", "would", "year", "years", "your",
];

#[derive(Default)]
struct Mentions<'a> {
    articles: i64,
    feeds: HashSet<i64>,
    sentiments: Vec<&'a Article>,
}

/// The words that occur in so many titles, the most frequent first, then by the alphabet.
pub(crate) fn count_topics(articles: &[Article], min_frequency: i64) -> Vec<Topic> {
    let mut words = HashMap::<String, Mentions<'_>>::new();
    for article in articles {
        for word in topic_words(&article.title) {
            let mentions = words.entry(word).or_default();
            mentions.articles += 1;
            mentions.feeds.insert(article.feed_id);
            mentions.sentiments.push(article);
        }
    }
    let frequent = words
        .into_iter()
        .filter(|(_, it)| it.articles >= min_frequency);
    let topics = frequent.map(|(topic, mentions)| Topic {
        topic,
        frequency: mentions.articles,
        feeds: mentions.feeds.len() as i64,
        average_sentiment: average_sentiment(&mentions.sentiments),
    });
    let mut topics: Vec<Topic> = topics.collect();
    topics.sort_by(|a, b| (b.frequency, &a.topic).cmp(&(a.frequency, &b.topic)));
    topics
}

/// The words of a title, each once.
fn topic_words(title: &str) -> HashSet<String> {
    let words = title.split(|it: char| !it.is_alphanumeric());
    let words = words.filter(|word| word.chars().count() >= SHORTEST_WORD);
    let words = words.map(str::to_lowercase);
    words
        .filter(|word| !STOP_WORDS.contains(&word.as_str()))
        .collect()
}

fn average_sentiment(articles: &[&Article]) -> Option<f64> {
    let scores = articles
        .iter()
        .filter_map(|article| article.analysis.as_ref());
    let scores: Vec<f64> = scores.map(|analysis| analysis.sentiment_score).collect();
    (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_counts_once_for_each_title() {
        let article = |feed_id, title: &str| Article {
            feed_id,
            title: title.to_owned(),
            ..Article::default()
        };
        let articles = [
            article(1, "Solar power, solar power everywhere"),
            article(2, "More solar for the city"),
        ];
        let topics = count_topics(&articles, 2);
        assert_eq!(topics.len(), 1);
        let solar = &topics[0];
        assert_eq!(
            (solar.topic.as_str(), solar.frequency, solar.feeds),
            ("solar", 2, 2)
        );
    }
}
