//! Compares the `toolwright.toml` that was in a crate with the one that replaces it, so that `new --force` can name the
//! settings that get lost. It knows no setting: an entry is a key with the text of its value.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What the old text of a configuration file has and the new one does not, as lines for people: the settings of an
/// earlier run, or of an editor, that are not repeated.
pub(crate) fn list_dropped_settings(old: &str, new: &str) -> Vec<String> {
    let Ok(entries) = DeTable::parse(old) else {
        return vec!["all of its text, which is not TOML".to_owned()];
    };
    let kept = DeTable::parse(new).ok();
    let kept = kept.as_ref().map(Spanned::get_ref);
    let dropped = entries.get_ref().iter().filter(|(key, value)| {
        let same = kept.and_then(|kept| kept.get(key.get_ref().as_ref()));
        same.is_none_or(|same| !is_equal(same, value))
    });
    let mut dropped: Vec<(usize, String)> = dropped
        .map(|(key, value)| {
            let text = describe_entry(key.get_ref(), value, old);
            (key.span().start, text)
        })
        .collect();
    dropped.sort();
    dropped.into_iter().map(|(_, text)| text).collect()
}

/// Whether two values are the same, however they are written. `DeValue` has no such comparison, because it keeps
/// numbers as they are written.
fn is_equal(one: &Spanned<DeValue<'_>>, other: &Spanned<DeValue<'_>>) -> bool {
    match (one.get_ref(), other.get_ref()) {
        (DeValue::String(one), DeValue::String(other)) => one == other,
        (DeValue::Boolean(one), DeValue::Boolean(other)) => one == other,
        (DeValue::Integer(one), DeValue::Integer(other)) => one.as_str() == other.as_str(),
        (DeValue::Array(one), DeValue::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other.iter()).all(|(a, b)| is_equal(a, b))
        }
        // A list of one and its only item are the same setting.
        (DeValue::Array(list), _) => list.len() == 1 && is_equal(&list[0], other),
        (_, DeValue::Array(list)) => list.len() == 1 && is_equal(one, &list[0]),
        _ => false,
    }
}

/// An entry as it is written, on one line.
fn describe_entry(key: &str, value: &Spanned<DeValue<'_>>, text: &str) -> String {
    // The servers of a file that has several are tables, whose text is longer than anybody reads here.
    let is_table = |value: &DeValue<'_>| matches!(value, DeValue::Table(_));
    let has_tables = match value.get_ref() {
        DeValue::Array(items) => items.iter().any(|item| is_table(item.get_ref())),
        other => is_table(other),
    };
    let written = text.get(value.span()).filter(|_| !has_tables);
    match written {
        Some(written) => {
            let words: Vec<&str> = written.split_whitespace().collect();
            format!("{key} = {}", words.join(" "))
        }
        None => format!("[{key}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::list_dropped_settings;

    #[test]
    fn what_is_not_repeated_is_listed_in_its_order() {
        let old = "spec = \"a.yaml\"\nread_only = true\n# Mine.\ninclude = [\n  \"a*\",\n  \"b*\",\n]\n\
                   client = ['gemini']\nmax_tokens = 5\nderives = \"Clone\"\n";
        let new = "spec = 'a.yaml'\nclient = \"gemini\"\nderives = \"Eq\"\ninclude = \"a*\"\nbridge = true\n";
        assert_eq!(
            list_dropped_settings(old, new),
            [
                "read_only = true",
                "include = [ \"a*\", \"b*\", ]",
                "max_tokens = 5",
                "derives = \"Clone\"",
            ]
        );
        assert_eq!(list_dropped_settings(old, old), [""; 0]);
    }

    #[test]
    fn servers_and_broken_files_are_named_as_a_whole() {
        let servers = "[[server]]\nspec = \"a.yaml\"\n[[server]]\nspec = \"b.yaml\"\n";
        assert_eq!(
            list_dropped_settings(servers, "spec = \"a.yaml\"\n"),
            ["[server]"]
        );
        assert_eq!(
            list_dropped_settings("spec = ", "spec = \"a.yaml\"\n"),
            ["all of its text, which is not TOML"]
        );
    }
}
