//! A set of names that must differ from each other, for names that may depend on their order.

use std::collections::HashSet;

/// Names that must differ from each other.
///
/// ```
/// use toolwright_codegen::names::Scope;
///
/// let mut scope = Scope::reserving(["Pet"]);
/// let candidates = || ["Pet".to_owned(), "NewPet".to_owned()];
/// assert_eq!(scope.claim(candidates()), "NewPet");
/// assert_eq!(scope.claim(candidates()), "NewPet2");
/// assert!(scope.contains("NewPet2"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scope {
    taken: HashSet<String>,
}

impl Scope {
    /// A scope in which the given names are taken.
    pub fn reserving<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            taken: names.into_iter().map(str::to_owned).collect(),
        }
    }

    /// Takes the first of the candidates that is free; if none is, the last with a number.
    pub fn claim<const N: usize>(&mut self, candidates: [String; N]) -> String {
        let mut last = String::new();
        for candidate in candidates {
            if self.taken.insert(candidate.clone()) {
                return candidate;
            }
            last = candidate;
        }
        self.claim_numbered(&last)
    }

    /// Whether a name is taken.
    pub fn contains(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    fn claim_numbered(&mut self, name: &str) -> String {
        let base = name.strip_prefix("r#").unwrap_or(name);
        // `self_` is a field's name for `self`; rustc warns of two underscores in a row.
        let is_pascal = base.contains(char::is_uppercase) && !base.contains('_');
        let separator = if is_pascal || base.ends_with('_') {
            ""
        } else {
            "_"
        };
        let mut number = 2_u32;
        loop {
            let candidate = format!("{base}{separator}{number}");
            if self.taken.insert(candidate.clone()) {
                return candidate;
            }
            number += 1;
        }
    }
}
