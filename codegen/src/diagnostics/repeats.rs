use indexmap::IndexMap;
use indexmap::map::Entry;

use super::Diagnostic;

/// What is said of several places in the same words.
pub(crate) struct Repeats<'d, T> {
    pub(crate) first: &'d T,
    pub(crate) more: Vec<&'d T>,
}

impl<'d, T> Repeats<'d, T> {
    /// In the order in which each was said first.
    pub(crate) fn group_repeats(
        remarks: impl IntoIterator<Item = &'d T>,
        said: impl Fn(&T) -> &Diagnostic,
    ) -> Vec<Self> {
        let mut all: IndexMap<_, Self> = IndexMap::new();
        for remark in remarks {
            let diagnostic = said(remark);
            let words = (
                diagnostic.severity,
                diagnostic.to_string(),
                diagnostic.help.clone(),
            );
            match all.entry(words) {
                Entry::Occupied(mut known) => known.get_mut().more.push(remark),
                Entry::Vacant(free) => {
                    free.insert(Self {
                        first: remark,
                        more: Vec::new(),
                    });
                }
            }
        }
        all.into_values().collect()
    }
}

/// A number with what it counts.
pub(crate) fn count_noun(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}
