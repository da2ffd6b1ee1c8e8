use super::entry::Side;
use super::rule::{Class, Rule};

/// A change at one place.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) rule: &'static Rule,
    pub(super) side: Option<Side>,
    pub(super) model: Class,
    pub(super) subject: String,
    pub(super) was: Option<String>,
    pub(super) is: Option<String>,
    pub(super) old_at: Option<String>,
    pub(super) new_at: Option<String>,
}
