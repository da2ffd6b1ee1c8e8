//! Names as sets of words, so that `create_issue` is found in `issues_create`.

/// More words are not compared.
const MAX_WORDS: usize = 32;

/// The words of a name, sorted: `createIssues`, `issue-create` and `create_issue` have the same.
pub(super) fn sorted_words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut goes_on = false;
    let mut was_lower = false;
    for letter in name.chars() {
        let begins = !goes_on || (letter.is_uppercase() && was_lower);
        goes_on = letter.is_alphanumeric();
        was_lower = letter.is_lowercase() || letter.is_numeric();
        if !goes_on {
            continue;
        }
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
    }
    words.truncate(MAX_WORDS);
    for word in &mut words {
        make_singular(word);
    }
    words.sort_unstable();
    words
}

/// English plurals by their endings. A word that only looks like one changes on both sides alike.
fn make_singular(word: &mut String) {
    if word.len() > 4 && word.ends_with("ies") {
        word.truncate(word.len() - 3);
        word.push('y');
    } else if word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") {
        word.pop();
    }
}

/// Whether all of `words` are among those of `others`; both are sorted.
pub(super) fn are_words_among(words: &[String], others: &[String]) -> bool {
    let mut others = others.iter();
    words.iter().all(|word| others.any(|other| other == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_words_in_every_style() {
        for name in [
            "create_issue",
            "issuesCreate",
            "Issue-Create",
            "create issues",
            "_create__issue_",
        ] {
            assert_eq!(sorted_words(name), ["create", "issue"], "{name}");
        }
        assert_eq!(
            sorted_words("listRepositories2Class"),
            ["class", "list", "repositories2"]
        );
        assert_eq!(sorted_words("ID"), ["id"]);
        assert!(sorted_words("/").is_empty());
    }

    #[test]
    fn words_are_found_among_others() {
        let among = |words: &str, others: &str| {
            are_words_among(&sorted_words(words), &sorted_words(others))
        };
        assert!(among("create_issue", "repos_issues_create") && among("a_a", "a_b_a"));
        assert!(!among("a_a", "a_b") && !among("delete_issue", "issues_create"));
    }
}
