use super::Shared;
use crate::call::best_violation;
use crate::value::{Json, Violation};

impl Shared {
    /// What is most wrong with the arguments of a call. Nothing is known of a tool that validates for itself.
    pub(super) fn best_violation(&self, tool: &str, arguments: &Json) -> Option<Violation> {
        let found = self.tools.find(tool)?;
        let variable = |name: &str| self.executors.get(found.home)?.variable(name);
        best_violation(
            found.face.call,
            found.face.input.check,
            arguments,
            &variable,
        )
    }
}
