use super::Shared;
use crate::bridge::BridgeTool;
use crate::call::best_violation;
use crate::value::{Json, Violation};

impl Shared {
    /// What the compiler has said of a tool for the bridge. It does not know the ways to name a file that the operator
    /// allows, so there is nothing where these change what clients are shown.
    pub(super) fn compiled_for_bridge(&self, tool: &str) -> Option<&'static BridgeTool> {
        let (home, compiled) = self.tools.compiled_for_bridge(tool)?;
        let files = self.executors.get(home)?.allowed_files();
        (files == (None, None)).then_some(compiled)
    }

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
