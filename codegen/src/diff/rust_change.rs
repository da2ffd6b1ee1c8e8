//! A change of an item of the generated Rust, and how it is said in one line.

use super::change_rules::Rule;

/// A change of an item of the generated code.
#[derive(Clone, Debug)]
pub(super) struct RustChange {
    pub(super) rule: &'static Rule,
    /// The item: `ListPets.limit`, `types::PetKind::Cat`.
    pub(super) item: String,
    pub(super) was: Option<String>,
    pub(super) is: Option<String>,
    pub(super) old_at: Option<String>,
    pub(super) new_at: Option<String>,
    /// The tool, where it is a field of its request struct.
    pub(super) tool: Option<String>,
}

impl RustChange {
    /// The change in one line.
    pub(super) fn describe_change(&self) -> String {
        let item = &self.item;
        match (&self.was, &self.is) {
            (Some(was), Some(is)) => format!("`{item}`: `{was}` → `{is}`"),
            (None, Some(is)) => format!("new `{item}`: `{is}`"),
            (Some(was), None) => format!("`{item}: {was}` is gone"),
            (None, None) => match self.rule.id {
                "variant-removed" | "item-removed" => format!("`{item}` is gone"),
                _ => format!("new `{item}`"),
            },
        }
    }
}
