//! What a list of tools has given so far of the descriptions that it gives once. Which tool is the first to have one is known
//! when the list is written, since operators choose the tools that are served.

use std::borrow::Cow;

use foldhash::HashMap;
use toolwright_inspect::point_to_description;

/// The descriptions that a list has given.
#[derive(Debug, Default)]
pub(crate) struct ListedDescriptions {
    /// The tool that is written.
    tool: String,
    /// By their text, which is JSON: APIs of one server share what they have in common.
    given: HashMap<&'static str, GivenAt>,
}

/// Where a description was given.
#[derive(Debug)]
struct GivenAt {
    tool: String,
    property: &'static str,
    /// How many descriptions the list had given before.
    rank: usize,
}

impl ListedDescriptions {
    /// Begins with the next tool.
    pub(super) fn enter_tool(&mut self, tool: &str) {
        tool.clone_into(&mut self.tool);
    }

    /// What the list says in the place of a description, as JSON: the text if it is the first place, or if nothing shorter
    /// points to it.
    pub(super) fn write_description(
        &mut self,
        text: &'static str,
        property: &'static str,
    ) -> Cow<'static, str> {
        let Some(given) = self.given.get(text) else {
            let given_at = GivenAt {
                tool: self.tool.clone(),
                property,
                rank: self.given.len(),
            };
            self.given.insert(text, given_at);
            return text.into();
        };
        let other_tool = (given.tool != self.tool).then_some(given.tool.as_str());
        // Neither names of tools nor properties that a reference names have characters that JSON escapes.
        let pointer = format!("\"{}\"", point_to_description(given.property, other_tool));
        match pointer.len() < text.len() {
            true => pointer.into(),
            false => text.into(),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.given.len()
    }

    /// Forgets all but the first so many.
    pub(super) fn keep_first(&mut self, count: usize) {
        self.given.retain(|_, given| given.rank < count);
    }
}
