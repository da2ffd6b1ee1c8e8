//! What templates do: match the URLs of feeds, process articles, extract fields from pages. Rules are JSON of
//! the callers' making, so they are read strictly: what is not understood is rejected when it is stored.

use serde_json::Value as Json;
use toolwright::{Map, ToolError};

use crate::feed::{Entry, domain_of};
use crate::storage::sources::is_within_domain;
use crate::text::{extract_element, truncate_text};

/// A rule for the URLs of feeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MatchRule {
    Domain(String),
    UrlContains(String),
}

impl MatchRule {
    /// Reads the rules of a template.
    ///
    /// # Errors
    ///
    /// If there are none, or one has another form.
    pub(crate) fn parse_all(rules: &[Map<Json>]) -> Result<Vec<Self>, ToolError> {
        if rules.is_empty() {
            let message = "must have at least one rule, for example {\"domain\": \"example.com\"}";
            return Err(ToolError::invalid_argument("/match_rules", message));
        }
        let rules = rules.iter().enumerate();
        rules
            .map(|(index, rule)| Self::parse(index, rule))
            .collect()
    }

    fn parse(index: usize, rule: &Map<Json>) -> Result<Self, ToolError> {
        let mut members = rule.iter();
        match (members.next(), members.next()) {
            // Exactly one member: two in one rule could mean "and" or "or".
            (Some(("domain", Json::String(domain))), None) => {
                Ok(Self::Domain(domain.to_lowercase()))
            }
            (Some(("url_contains", Json::String(part))), None) => {
                Ok(Self::UrlContains(part.clone()))
            }
            _ => Err(ToolError::invalid_argument(
                format!("/match_rules/{index}"),
                "must be {\"domain\": \"example.com\"} or {\"url_contains\": \"/blog/\"}",
            )),
        }
    }

    pub(crate) fn matches(&self, url: &str) -> bool {
        match self {
            Self::Domain(parent) => {
                // By labels and not by letters: `notexample.com` is not within `example.com`.
                domain_of(url).is_some_and(|domain| is_within_domain(&domain, parent))
            }
            Self::UrlContains(part) => url.contains(part.as_str()),
        }
    }
}

/// What happens to articles before they are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProcessingRules {
    exclude_keywords: Vec<String>,
    min_title_length: usize,
    max_description_length: Option<usize>,
}

impl ProcessingRules {
    /// Reads the rules of a template, or those of a feed in their place.
    ///
    /// # Errors
    ///
    /// If there is a member that means nothing.
    pub(crate) fn parse(pointer: &str, rules: &Map<Json>) -> Result<Self, ToolError> {
        let mut parsed = Self::default();
        for (name, value) in rules.iter() {
            let understood = match name {
                "exclude_keywords" => {
                    read_words(value).map(|words| parsed.exclude_keywords = words)
                }
                "min_title_length" => {
                    read_length(value).map(|length| parsed.min_title_length = length)
                }
                "max_description_length" => {
                    read_length(value).map(|length| parsed.max_description_length = Some(length))
                }
                // A misspelt rule that were ignored would let articles through without a sign.
                _ => None,
            };
            if understood.is_none() {
                return Err(ToolError::invalid_argument(
                    format!("{pointer}/{name}"),
                    "must be exclude_keywords (a list of texts), min_title_length or \
                     max_description_length (numbers)",
                ));
            }
        }
        Ok(parsed)
    }

    /// The entries that are stored, as they are stored.
    pub(crate) fn apply(&self, entries: Vec<Entry>) -> Vec<Entry> {
        let kept = entries.into_iter().filter(|entry| self.keeps(entry));
        let shortened = kept.map(|mut entry| {
            if let (Some(most), Some(text)) = (self.max_description_length, &entry.description) {
                entry.description = Some(truncate_text(text, most));
            }
            entry
        });
        shortened.collect()
    }

    fn keeps(&self, entry: &Entry) -> bool {
        let title = entry.title.to_lowercase();
        let is_excluded = self
            .exclude_keywords
            .iter()
            // Parts of words count as well, so that a word excludes its plural, too.
            .any(|word| title.contains(word));
        !is_excluded && entry.title.chars().count() >= self.min_title_length
    }
}

fn read_words(value: &Json) -> Option<Vec<String>> {
    let words = value.as_array()?.iter();
    words
        .map(|word| Some(word.as_str()?.to_lowercase()))
        .collect()
}

fn read_length(value: &Json) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

/// The HTML element that each field is the text of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Extraction(Vec<(String, String)>);

impl Extraction {
    /// Reads the configuration of a template.
    ///
    /// # Errors
    ///
    /// If a field is not the name of an element.
    pub(crate) fn parse(config: &Map<Json>) -> Result<Self, ToolError> {
        let fields = config.iter().map(|(field, element)| {
            let is_name = |name: &&str| {
                !name.is_empty()
                    && name
                        .bytes()
                        .all(|it| it.is_ascii_alphanumeric() || it == b'-')
            };
            match element.as_str().filter(is_name) {
                Some(element) => Ok((field.to_owned(), element.to_owned())),
                None => Err(ToolError::invalid_argument(
                    format!("/extraction_config/{field}"),
                    "must be the name of an HTML element, for example \"h1\"",
                )),
            }
        });
        fields.collect::<Result<_, _>>().map(Self)
    }

    /// The fields that were found, and the names of those that were not.
    pub(crate) fn extract(&self, html: &str) -> (Map<String>, Vec<String>) {
        let mut found = Map::default();
        let mut missing = Vec::new();
        for (field, element) in &self.0 {
            match extract_element(html, element) {
                Some(text) => drop(found.insert(field.as_str(), text)),
                None => missing.push(field.clone()),
            }
        }
        (found, missing)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::storage::row::into_map;

    fn map(value: Json) -> Map<Json> {
        into_map(value).expect("is an object")
    }

    #[test]
    fn domains_match_with_all_that_is_below_them() {
        let rule = MatchRule::Domain("example.com".to_owned());
        assert!(rule.matches("https://news.example.com/feed"));
        assert!(rule.matches("https://example.com/feed"));
        assert!(!rule.matches("https://badexample.com/feed"));
    }

    #[test]
    fn rules_leave_out_and_shorten() {
        let rules = json!({"exclude_keywords": ["Advert"], "max_description_length": 3});
        let rules = ProcessingRules::parse("/rules", &map(rules)).expect("are rules");
        let entry = |title: &str| Entry {
            title: title.to_owned(),
            description: Some("long text".to_owned()),
            ..Entry::default()
        };
        let kept = rules.apply(vec![entry("An advert"), entry("News")]);
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].description.as_deref(), Some("lon…"));
    }

    #[test]
    fn what_is_not_understood_is_rejected() {
        let rules = [map(json!({"domains": "example.com"}))];
        let error = MatchRule::parse_all(&rules).expect_err("is rejected");
        assert!(
            error.to_string().starts_with("/match_rules/0: must be"),
            "{error}"
        );
        let error = ProcessingRules::parse("/processing_rules", &map(json!({"shout": true})));
        let error = error.expect_err("is rejected").to_string();
        assert!(error.starts_with("/processing_rules/shout: "), "{error}");
    }
}
