use std::fmt;

use crate::diagnostics::Remark;

/// Why overlays cannot be applied. Whoever removes an operation with one relies on it, so that no
/// action is passed over.
///
/// ```
/// use toolwright_codegen::{BuildError, Builder};
///
/// // No overlay, but a spec.
/// let builder = Builder::new("tests/doc/shop.yaml").overlay("tests/doc/shop.yaml");
/// let Err(BuildError::Overlay(error)) = builder.compile() else { panic!("it is none") };
/// assert!(!error.remarks.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct OverlayError {
    /// All that is wrong, at least one remark.
    pub remarks: Vec<Remark>,
}

impl fmt::Display for OverlayError {
    /// A line for each remark: `file:line:column: what is wrong (at document#/actions/…)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, remark) in self.remarks.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            let (place, diagnostic) = (&remark.place, &remark.diagnostic);
            write!(
                f,
                "{}:{}:{}: {diagnostic} (at {})",
                place.file, place.line, place.column, diagnostic.pointer
            )?;
        }
        Ok(())
    }
}

impl std::error::Error for OverlayError {}
