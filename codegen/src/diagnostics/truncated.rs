//! What models are not shown: the ends of long descriptions, and schemas that are too large for them. Each is one
//! remark with a count and the first places, since a large spec has thousands of them.

use super::{Diagnostic, Mark, Severity, count_noun};

/// How many places a remark names.
const NAMED: usize = 5;

/// A place of which models are not shown all.
pub(crate) struct Shortened {
    /// JSON pointer of the operation or the definition.
    pub(crate) pointer: String,
    /// What it is called.
    pub(crate) name: String,
    /// Its characters or bytes.
    pub(crate) length: usize,
}

/// The warning of descriptions that were cut; `noun` is what they describe.
pub(crate) fn truncated_descriptions(noun: &str, all: &[Shortened]) -> Option<Diagnostic> {
    Some(Diagnostic {
        severity: Severity::Warning,
        message: format!(
            "models see only the beginning of the description of {}: {}",
            count_noun(all.len(), noun),
            list_names(all, "characters")
        ),
        pointer: all.first()?.pointer.clone(),
        mark: Mark::Value,
        help: Some("`--max-description CHARACTERS` changes the limit".to_owned()),
        operation: None,
    })
}

/// The warning of tools whose schema has more than so many bytes.
pub(crate) fn large_schemas(all: &[Shortened], most: usize) -> Option<Diagnostic> {
    Some(Diagnostic {
        severity: Severity::Warning,
        message: format!(
            "the schema of {} is larger than {most} bytes, which is more than models can use: {}",
            count_noun(all.len(), "tool"),
            list_names(all, "bytes")
        ),
        pointer: all.first()?.pointer.clone(),
        mark: Mark::Tools,
        help: Some(
            "`--schema-depth 3` lists three levels of properties, and only describes deeper ones"
                .to_owned(),
        ),
        operation: None,
    })
}

fn list_names(all: &[Shortened], unit: &str) -> String {
    let named = all.iter().take(NAMED);
    let named = named.map(|one| format!("{} ({} {unit})", one.name, one.length));
    let mut named: Vec<String> = named.collect();
    if all.len() > NAMED {
        named.push(format!("and {} more", all.len() - NAMED));
    }
    named.join(", ")
}
