//! OpenAPI Overlays (<https://spec.openapis.org/overlay/latest.html>, 1.0 and 1.1): changes that are
//! made to a spec after it was read, and where each value of the result came from.
//!
//! What 1.1 says of lists and scalars holds for 1.0 as well, which says less; `copy` is 1.1's alone.

mod apply_actions;
mod merge_update;
mod overlay_action;
mod overlay_error;
mod read_overlay;
mod remove_values;
mod size_limits;

#[cfg(test)]
mod tests;

use crate::diagnostics::{Diagnostic, Diagnostics, Remark};
use crate::source::{OriginTrail, Overlaid, Overlay, Source, address, name_beside};

pub use overlay_error::OverlayError;

use apply_actions::OverlayTarget;

/// Applies overlays to a spec, one after the other.
///
/// # Errors
///
/// All that keeps them from being applied as they are.
pub(crate) fn apply_overlays(
    spec: &mut Source,
    overlays: Vec<Source>,
    diagnostics: &mut Diagnostics,
) -> Result<Overlaid, OverlayError> {
    let overlays: Vec<Overlay> = overlays
        .into_iter()
        .map(|source| Overlay {
            name: name_beside(spec.path(), source.path()),
            source,
        })
        .collect();
    let mut remarks = Remarks {
        diagnostics,
        errors: Vec::new(),
    };
    let read: Vec<_> = overlays
        .iter()
        .map(|overlay| read_overlay::read_actions(overlay, spec, &mut remarks))
        .collect();
    let mut trail = OriginTrail::default();
    if remarks.errors.is_empty() && !overlays.is_empty() {
        let mut target = OverlayTarget {
            root: spec.take_root(),
            trail: &mut trail,
        };
        for (overlay, actions) in overlays.iter().zip(&read) {
            for action in actions {
                target.apply_action(action, overlay, &mut remarks);
            }
        }
        let root = target.root;
        spec.set_root(root);
    }
    match remarks.errors {
        errors if errors.is_empty() => Ok(Overlaid { overlays, trail }),
        errors => Err(OverlayError { remarks: errors }),
    }
}

/// What there is to say about overlays.
struct Remarks<'d> {
    diagnostics: &'d mut Diagnostics,
    errors: Vec<Remark>,
}

impl Remarks<'_> {
    fn warning(&mut self, overlay: &Overlay, pointer: &str, message: impl Into<String>) {
        let address = address::join(&overlay.name, pointer);
        self.diagnostics.warning(address, message);
    }

    fn error(&mut self, overlay: &Overlay, pointer: &str, message: impl Into<String>) {
        let diagnostic = Diagnostic::error(address::join(&overlay.name, pointer), message);
        self.errors.push(overlay.source.to_remark(&diagnostic));
    }
}
