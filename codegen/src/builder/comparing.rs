use super::{BuildError, Builder};
use crate::diff::Diff;
use crate::side_by_side::do_side_by_side;

impl Diff {
    /// Compares two specs, each read with the settings of its builder, side by side. Results are
    /// compared whether or not the tools advertise output schemas: a model reads them either way.
    ///
    /// # Errors
    ///
    /// When one of them cannot be read or is no spec.
    pub fn between(old: &Builder, new: &Builder) -> Result<Self, BuildError> {
        let with_results = |builder: &Builder| builder.clone().output_schemas(true);
        let (old, new) = (with_results(old), with_results(new));
        let (old, new) = do_side_by_side(|| old.model(), || new.model());
        Ok(Self::from_models(&old?, &new?))
    }
}
