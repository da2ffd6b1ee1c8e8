//! Words that tools and those who look for them use for the same.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::kind::Intent;
use super::stem::stem_word;

/// What is done, in groups. A word is in one group alone.
const VERBS: &[(Intent, &[&str])] = &[
    (
        Intent::Create,
        &["create", "add", "new", "make", "insert", "open", "register"],
    ),
    (
        Intent::Delete,
        &[
            "delete", "remove", "drop", "erase", "destroy", "discard", "kick",
        ],
    ),
    (
        Intent::Update,
        &[
            "update", "edit", "change", "modify", "alter", "set", "replace", "adjust", "put",
            "save",
        ],
    ),
    (
        Intent::Read,
        &[
            "get", "list", "show", "fetch", "read", "retrieve", "display", "view", "see",
        ],
    ),
    (Intent::Read, &["search", "find", "look", "query"]),
    (
        Intent::Act,
        &[
            "start", "begin", "launch", "run", "trigger", "execute", "dispatch",
        ],
    ),
    (
        Intent::End,
        &[
            "stop",
            "cancel",
            "abort",
            "terminate",
            "end",
            "halt",
            "close",
            "expire",
        ],
    ),
    (Intent::Act, &["restart", "rerun", "retry"]),
    (Intent::Act, &["copy", "duplicate", "clone"]),
    (
        Intent::Any,
        &["verify", "check", "validate", "confirm", "test"],
    ),
    (Intent::Read, &["download", "export"]),
    (Intent::Read, &["count"]),
    (Intent::Read, &["preview"]),
    (Intent::Act, &["calculate", "compute"]),
    (Intent::Read, &["compare", "diff", "difference"]),
    (Intent::Act, &["unzip", "unpack", "extract"]),
    (Intent::Act, &["import", "load"]),
    (Intent::Act, &["resume", "continue"]),
    (Intent::Act, &["undo", "revert", "reverse"]),
    (Intent::Act, &["upload", "attach"]),
    (Intent::Act, &["request", "ask"]),
];

/// What it is done with, and how that is said.
const NOUNS: &[&[&str]] = &[
    &["repository", "repo"],
    &["organization", "org"],
    &["configuration", "config"],
    &["database", "db"],
    &["environment", "env"],
    &["document", "doc"],
    &["information", "info", "detail"],
    &["administrator", "admin"],
    &["promotion", "promo"],
    &["password", "pwd", "passwd"],
    &["message", "msg"],
    &["user", "person", "people"],
    &["folder", "directory", "dir"],
    &["image", "picture", "photo"],
    &["child", "children", "sub"],
    &["pay", "payment"],
    &["latest", "newest", "recent"],
    &["history", "older", "previous", "past"],
    &["current", "now", "moment"],
    &["email", "mail"],
    &["size", "big"],
    &["login", "signin"],
    &["guild", "server"],
];

/// Abbreviations of several words.
const ABBREVIATIONS: &[(&str, &[&str])] = &[
    ("pr", &["pull", "request"]),
    ("mr", &["merge", "request"]),
    ("2fa", &["two", "factor"]),
];

/// Words of one meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Group(usize);

impl Group {
    /// The group of a stem.
    pub(super) fn find_group(stem: &str) -> Option<Self> {
        GROUPS.of.get(stem).copied()
    }

    /// What is wanted by whom uses one of its words; nothing where they are no verbs.
    pub(super) fn intent(self) -> Option<Intent> {
        VERBS.get(self.0).map(|(intent, _)| *intent)
    }

    /// Its words say no more than that something is wanted to be seen.
    pub(super) fn is_seeing(self) -> bool {
        VERBS
            .get(self.0)
            .is_some_and(|(intent, words)| *intent == Intent::Read && words.contains(&"get"))
    }

    /// The stems of its words.
    pub(super) fn stems(self) -> &'static [String] {
        GROUPS.stems.get(self.0).map_or(&[], Vec::as_slice)
    }
}

/// What an abbreviation in lower case stands for.
pub(super) fn long_form(word: &str) -> Option<&'static [&'static str]> {
    let found = ABBREVIATIONS.iter().find(|(short, _)| *short == word);
    found.map(|(_, long)| *long)
}

struct Groups {
    stems: Vec<Vec<String>>,
    of: HashMap<String, Group>,
}

static GROUPS: LazyLock<Groups> = LazyLock::new(|| {
    let groups = VERBS.iter().map(|(_, words)| words).chain(NOUNS);
    let stems: Vec<Vec<String>> = groups
        .map(|words| words.iter().map(|word| stem_word(word)).collect())
        .collect();
    let numbered = stems.iter().enumerate();
    let of = numbered
        .flat_map(|(index, stems)| stems.iter().map(move |stem| (stem.clone(), Group(index))))
        .collect();
    Groups { stems, of }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_in_one_group_alone() {
        for (index, stems) in GROUPS.stems.iter().enumerate() {
            for stem in stems {
                assert_eq!(Group::find_group(stem), Some(Group(index)), "{stem}");
            }
        }
    }
}
