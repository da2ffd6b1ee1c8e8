use std::collections::HashSet;

use super::hash::{HASH_DIGITS, short_hash};
use super::unique::{Given, Wanted, unique};
use super::{human_name, snake_name};
use crate::model::Method;

/// Longest tool name that is made: a client's own prefix must fit into 64 characters beside it.
const LONGEST: usize = 48;

/// Longest title that is made: every conversation pays for it.
const LONGEST_TITLE: usize = 160;

/// An operation that a tool's name is chosen for.
#[derive(Clone, Debug)]
pub(crate) struct Nameless<'a> {
    pub(crate) operation_id: Option<&'a str>,
    pub(crate) method: &'a Method,
    pub(crate) path: &'a str,
    /// The name that the tool has had so far.
    pub(crate) locked: Option<String>,
}

/// The names of tools without a prefix, one for each operation: its operationId in snake_case, or
/// method and path. A name that is too long, or wanted for several operations, ends in a hash of
/// method and path; of several, that with the shortest path does without.
pub(crate) fn tool_names(all: &[Nameless<'_>], taken: HashSet<String>) -> Vec<Given> {
    let wanted: Vec<Wanted> = all
        .iter()
        .map(|nameless| {
            let place = format!("{} {}", nameless.method, nameless.path);
            Wanted {
                name: fitted(&wanted(nameless), &place, LONGEST),
                place,
                rank: 0,
                locked: nameless.locked.clone(),
            }
        })
        .collect();
    unique(&wanted, taken, |name, hash| with_hash(name, hash, LONGEST))
}

/// What a tool of that name is called for people. A name that was cut lacks words, and one that others
/// wanted as well has a hash: then it is what the name was made of, at full length.
pub(crate) fn title_of(nameless: &Nameless<'_>, name: &str) -> String {
    let Nameless { method, path, .. } = nameless;
    if without_hash(name, (method, path)).is_none() {
        return human_name(name);
    }
    let wanted = wanted(nameless);
    let full = match wanted.len() > LONGEST {
        true => wanted,
        false => from_path(method, path),
    };
    human_name(&beginning(&full, LONGEST_TITLE))
}

/// Whether a title is made of the name of its tool, or of what that was made of.
pub(crate) fn is_made(title: &str, tool: &str, (method, path): (&Method, &str)) -> bool {
    let of_path = beginning(&from_path(method, path), LONGEST_TITLE);
    let cut = without_hash(tool, (method, path));
    title == human_name(tool)
        || title == human_name(&of_path)
        || cut.is_some_and(|cut| title.starts_with(&human_name(cut)))
}

/// The words of a tool's name that ends in the hash of its place.
pub(crate) fn without_hash<'n>(name: &'n str, (method, path): (&Method, &str)) -> Option<&'n str> {
    let words = name.strip_suffix(&short_hash(&format!("{method} {path}")))?;
    Some(words.trim_end_matches('_'))
}

fn wanted(nameless: &Nameless<'_>) -> String {
    let from_id = nameless.operation_id.map(snake_name);
    let from_id = from_id.filter(|name| !name.is_empty());
    from_id.unwrap_or_else(|| from_path(nameless.method, nameless.path))
}

/// A tool's name of at most `longest` characters, 48 in any case; one that has to be made shorter
/// ends in the hash of its place, `GET /pets`.
pub(crate) fn fitted(name: &str, place: &str, longest: usize) -> String {
    let longest = longest.min(LONGEST);
    if name.len() <= longest {
        return name.to_owned();
    }
    with_hash(name, &short_hash(place), longest)
}

/// As many words of a name as there is room for beside a hash, and the hash.
fn with_hash(name: &str, hash: &str, longest: usize) -> String {
    let name = match name.strip_suffix(hash) {
        Some(rest) => rest.trim_end_matches('_'),
        None => name,
    };
    let room = longest.saturating_sub(HASH_DIGITS + 1);
    format!("{}_{hash}", beginning(name, room))
}

/// As many words of a name as there is room for.
fn beginning(name: &str, room: usize) -> String {
    let mut kept = String::new();
    for word in name.split('_') {
        if kept.len() + word.len() + 1 > room {
            break;
        }
        if !kept.is_empty() {
            kept.push('_');
        }
        kept.push_str(word);
    }
    if kept.is_empty() {
        kept = name.chars().take(room).collect();
    }
    kept
}

fn from_path(method: &Method, path: &str) -> String {
    let mut words = match snake_name(method.key()) {
        name if name.is_empty() => "send".to_owned(),
        name => name,
    };
    for segment in path.split('/').filter(|segment| !segment.is_empty()) {
        words.push(' ');
        words.push_str(&segment.replace('{', " by {"));
    }
    snake_name(&words)
}
