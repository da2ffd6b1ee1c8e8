//! The scores of an article. The analyzer says how positive a text is; impact and urgency follow from that and
//! from words that news use.

use serde_json::{Value as Json, json};
use vader_sentimental::SentimentIntensityAnalyzer;

/// Says how positive texts are.
pub trait SentimentAnalyzer: Send + Sync {
    /// What it is called in results.
    fn name(&self) -> &'static str;

    /// From -1, negative, to 1, positive.
    fn score_sentiment(&self, text: &str) -> f64;
}

/// [VADER](https://github.com/cjhutto/vaderSentiment), a lexicon with rules, for English.
pub struct Vader(SentimentIntensityAnalyzer<'static>);

impl Vader {
    /// The analyzer with its lexicon.
    pub fn new() -> Self {
        Self(SentimentIntensityAnalyzer::new())
    }
}

impl Default for Vader {
    fn default() -> Self {
        Self::new()
    }
}

impl SentimentAnalyzer for Vader {
    fn name(&self) -> &'static str {
        "vader"
    }

    fn score_sentiment(&self, text: &str) -> f64 {
        self.0.polarity_scores(text).compound
    }
}

/// The scores of one article.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores {
    /// From -1, negative, to 1, positive.
    pub sentiment: f64,
    /// From 0 to 1.
    pub impact: f64,
    /// From 0 to 1.
    pub urgency: f64,
}

/// From here on, a sentiment counts as positive; the limit is that of VADER's authors.
const POSITIVE_FROM: f64 = 0.05;

const IMPACT_WORDS: &[&str] = &[
    "ban",
    "billion",
    "collapse",
    "crisis",
    "deal",
    "emergency",
    "global",
    "government",
    "historic",
    "law",
    "million",
    "national",
    "outbreak",
    "record",
    "recall",
    "strike",
    "war",
];
const URGENT_WORDS: &[&str] = &[
    "alert",
    "breaking",
    "emergency",
    "evacuate",
    "evacuated",
    "immediately",
    "now",
    "today",
    "tonight",
    "urgent",
    "warn",
    "warning",
    "warns",
];

impl Scores {
    /// Scores an article by its title and its description.
    pub fn analyze(analyzer: &dyn SentimentAnalyzer, title: &str, description: &str) -> Self {
        // The full stop keeps the rules of VADER, which look at neighbouring words, within each
        // part.
        let text = format!("{title}. {description}");
        let sentiment = analyzer.score_sentiment(&text).clamp(-1.0, 1.0);
        let impact = 0.5 * sentiment.abs() + 0.5 * measure_word_share(&text, IMPACT_WORDS);
        let urgency = 0.2 * sentiment.abs() + 0.8 * measure_word_share(&text, URGENT_WORDS);
        Self {
            sentiment: round_score(sentiment),
            impact: round_score(impact),
            urgency: round_score(urgency),
        }
    }

    /// The scores as the database keeps them.
    pub fn to_json(self, analyzer: &str) -> Json {
        let sentiment = match self.sentiment {
            score if score >= POSITIVE_FROM => "positive",
            score if score <= -POSITIVE_FROM => "negative",
            _ => "neutral",
        };
        json!({
            "sentiment_score": self.sentiment,
            "impact_score": self.impact,
            "urgency_score": self.urgency,
            "sentiment": sentiment,
            "analyzer": analyzer,
        })
    }
}

/// From 0, if none of the words is in the text, to 1, if three are.
fn measure_word_share(text: &str, words: &[&str]) -> f64 {
    let text = text.to_lowercase();
    let mut parts: Vec<&str> = text.split(|it: char| !it.is_alphanumeric()).collect();
    parts.sort_unstable();
    // A word that is repeated is one word: titles are often repeated in descriptions.
    parts.dedup();
    let found = parts.iter().filter(|part| words.contains(part)).count();
    [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0][found.min(3)]
}

fn round_score(score: f64) -> f64 {
    (score * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_news_score_higher_than_bad_news() {
        let score = |title| Scores::analyze(&Vader::new(), title, "").sentiment;
        assert!(score("A wonderful success, everyone is happy") > 0.5);
        assert!(score("Terrible disaster kills dozens") < -0.5);
        assert_eq!(score("The council meets on Tuesday"), 0.0);
    }

    #[test]
    fn words_of_alarm_are_urgent() {
        let urgency = |title| Scores::analyze(&Vader::new(), title, "").urgency;
        let alarm = urgency("Breaking: emergency warning, residents evacuated now");
        assert!(alarm > urgency("A new museum opens in spring"));
        assert!(alarm <= 1.0);
    }

    /// Articles are written by strangers, in any script.
    #[test]
    fn odd_texts_are_scored() {
        let long = "very GOOD!!! ".repeat(400);
        for text in [
            "",
            "!",
            "\u{301}\u{301}",
            "👍👎 🎉x",
            "ÜBER großartig, nicht schlecht",
            "不好 很好",
            "not",
            "isn't n't but BUT",
            "kind of",
            "\u{202e}evil",
            long.as_str(),
        ] {
            let score = Vader::new().score_sentiment(text);
            assert!((-1.0..=1.0).contains(&score), "{text}: {score}");
        }
    }
}
