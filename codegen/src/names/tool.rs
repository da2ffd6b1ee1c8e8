use std::collections::HashSet;

use super::snake_name;
use crate::model::Method;

/// Longest tool name: a client's own prefix must fit into 64 characters beside it.
const LONGEST: usize = 48;
const HASH_DIGITS: usize = 6;

/// Chooses the names of tools, each at most once.
#[derive(Clone, Debug)]
pub struct ToolNames {
    taken: HashSet<String>,
    longest: usize,
}

impl Default for ToolNames {
    fn default() -> Self {
        Self::of_at_most(LONGEST)
    }
}

impl ToolNames {
    /// No name is taken.
    pub fn new() -> Self {
        Self::default()
    }

    /// No name is taken, and none may have more than `longest` characters, 48 in any case.
    pub fn of_at_most(longest: usize) -> Self {
        Self {
            taken: HashSet::new(),
            longest: longest.min(LONGEST),
        }
    }

    /// The name of an operation: its operationId in snake_case, or method and path. A name that
    /// is too long or already taken ends in a hash of method and path, so that it does not
    /// depend on other operations' order.
    pub fn choose(&mut self, operation_id: Option<&str>, method: &Method, path: &str) -> String {
        let wanted = operation_id
            .map(snake_name)
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| from_path(method, path));
        let name = if wanted.len() <= self.longest && !self.taken.contains(&wanted) {
            wanted
        } else {
            self.hashed(&wanted, method, path)
        };
        self.claim(name)
    }

    /// Takes a name as it is; false where it is taken already.
    pub fn take(&mut self, name: &str) -> bool {
        self.taken.insert(name.to_owned())
    }

    fn hashed(&self, name: &str, method: &Method, path: &str) -> String {
        let room = self.longest.saturating_sub(HASH_DIGITS + 1);
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
        let hash = fnv1a(format!("{method} {path}").as_bytes()) & 0xff_ffff;
        format!("{kept}_{hash:0width$x}", width = HASH_DIGITS)
    }

    fn claim(&mut self, name: String) -> String {
        let mut candidate = name.clone();
        let mut number = 2_u32;
        while !self.taken.insert(candidate.clone()) {
            candidate = format!("{name}_{number}");
            number += 1;
        }
        candidate
    }
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

/// FNV-1a, 64 bits: the same on every machine and in every version, unlike std's hashers.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
